import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES, ROOT } from './pages.ts'

type Entry = readonly [text: string, file: string]

/** The parts of the site, and the pages of each in the order in which they are read. */
const PARTS: readonly (readonly [text: string, pages: readonly Entry[]])[] = [
  [
    'Start',
    [
      ['What Poundlock is', 'README.md'],
      ['Guard my agent in five minutes', 'docs/start/guard-an-agent.md'],
      ['The policy engine in a Worker', 'docs/start/policy-in-a-worker.md'],
      ['Write a sandbox backend', 'docs/start/write-a-backend.md'],
      ['Run a fleet', 'docs/start/run-a-fleet.md'],
      ['Ten questions', 'docs/questions.md'],
    ],
  ],
  [
    'Guides: agents',
    [
      ['Start an agent behind the gates', 'docs/run.md'],
      ['In your editor', 'docs/acp.md'],
      ['For MCP clients', 'docs/mcp-serve.md'],
      ['Adapters for frameworks', 'docs/adapters.md'],
      ['The agent of Poundlock', 'docs/agent.md'],
      ['Hooks', 'docs/hooks.md'],
      ['Approvals', 'docs/approvals.md'],
      ['Approvals in chats', 'docs/approvals-channels.md'],
      ['Undo', 'docs/undo.md'],
      ['The audit log', 'docs/audit.md'],
      ['Observing calls', 'docs/events.md'],
    ],
  ],
  [
    'Guides: sandboxes and tools',
    [
      ['Containing a command', 'docs/sandbox.md'],
      ['The network of a sandbox', 'docs/sandbox-network.md'],
      ['Containers', 'docs/sandbox-docker.md'],
      ['Trying a command', 'docs/sandbox-try.md'],
      ['Tools', 'docs/tools.md'],
      ['File tools', 'docs/file-tools.md'],
      ['MCP servers', 'docs/mcp.md'],
    ],
  ],
  [
    'Guides: many machines',
    [
      ['The gateway', 'docs/gateway.md'],
      ['The control page', 'docs/control-page.md'],
      ['Nodes', 'docs/nodes.md'],
      ['The bus', 'docs/bus.md'],
      ['Scale', 'docs/scale.md'],
    ],
  ],
  [
    'Concepts',
    [
      ['Three pictures', 'docs/concepts.md'],
      ['Architecture', 'docs/architecture.md'],
      ['Decisions', 'docs/policy.md'],
      ['Reading command lines', 'docs/shell.md'],
      ['What commands do', 'docs/profiles.md'],
      ['Glossary', 'docs/glossary.md'],
    ],
  ],
  [
    'Reference',
    [
      ['The command line', 'docs/cli.md'],
      ['Every command', 'docs/cli-reference.md'],
      ['JSON output', 'docs/json.md'],
      ['The configuration', 'docs/configuration.md'],
      ['Every key of it', 'docs/configuration-keys.md'],
      ['What stays as it is', 'docs/stability.md'],
      ['The protocol of the gateway', 'docs/protocol.md'],
      ['The socket of approvals', 'docs/approvals-socket.md'],
      ['Tools in the formats of models', 'docs/tool-formats.md'],
      ['JSON-RPC', 'docs/jsonrpc.md'],
      ['Running commands', 'docs/process.md'],
    ],
  ],
  ['Comparison', [['With other tools', 'docs/comparison.md']]],
  [
    'Security',
    [
      ['What is promised', 'SECURITY.md'],
      ['Attacks, and their tests', 'docs/attacks.md'],
      ['Evidence: what was tried', 'docs/evidence.md'],
    ],
  ],
  [
    'Benchmarks',
    [
      ['Results', 'docs/benchmarks.md'],
      ['Single parts', 'docs/measurements.md'],
      ['How they are run', 'bench/README.md'],
    ],
  ],
  [
    'Troubleshooting',
    [
      ['Why was this denied?', 'docs/troubleshooting.md'],
      ['Errors, by code', 'docs/errors.md'],
    ],
  ],
  [
    'The project',
    [
      ['Contributing', 'CONTRIBUTING.md'],
      ['First changes', 'docs/first-changes.md'],
      ['Examples', 'examples/README.md'],
      ['Dependencies', 'DEPENDENCIES.md'],
      ['Decisions of the project', 'docs/decisions/README.md'],
    ],
  ],
]

/** Reached from the pages above, or from a list that is made of the files. */
const UNLISTED = /^(?:docs\/decisions\/\d|packages\/|apps\/|site\/api\/)/u

const packages = Object.keys(PAGES)
  .filter((file) => /^(?:packages|apps)\//u.test(file))
  .map((file): Entry => [file.split('/')[1]!, file])

const reference = Object.keys(PAGES)
  .filter((file) => file.startsWith('site/api/'))
  .map((file): Entry => [file.slice('site/api/'.length, -'.md'.length), file])

const linked = new Set(PARTS.flatMap(([, pages]) => pages.map(([, file]) => file)))
/** A new page is found, under its heading, before it gets its place above. */
const others = Object.keys(PAGES)
  .filter((file) => !linked.has(file) && !UNLISTED.test(file))
  .map((file): Entry => [/^# (.+)$/mu.exec(readFileSync(join(ROOT, file), 'utf8'))?.[1] ?? file, file])

const item = ([text, file]: Entry) => {
  const page = PAGES[file]
  if (page === undefined) throw new Error(`site/.vitepress/navigation.ts names ${file}, which does not exist`)
  return { text, link: `/${page.replace(/(?:index)?\.md$/u, '')}` }
}

const ALL: typeof PARTS = [
  ...PARTS,
  ['Packages', packages],
  ['API', reference],
  ...(others.length > 0 ? [['More', others] as const] : []),
]

export const NAVIGATION = ALL.map(([text, pages]) => ({
  text,
  collapsed: text !== 'Start',
  items: pages.map(item),
}))

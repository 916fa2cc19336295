import { readFileSync } from 'node:fs'
import { withFallback } from '../src/evaluate/session/with-fallback.ts'
import { type PolicyDocument, PolicyError, type PolicyLayer, type Sender, policyLayer } from '../src/index.ts'
import { type CallDescription, toolRequest } from '../src/inputs/tool-request.ts'
import { createPolicy } from './create-whole-policy.ts'
import { HOME, plan } from './make-request.ts'

export const ME: Sender = { provider: 'terminal', id: 'me' }

/** One row of decisions.jsonl, as far as it is read here. */
export interface DecisionRow {
  readonly id: string
  readonly class: string
  readonly must: 'allow' | 'ask' | 'deny'
  readonly command?: string
  readonly setup?: string
  readonly tool?: { readonly name: string; readonly args: Readonly<Record<string, string>> }
  readonly policy: any
}

export const readCorpus = <Row>(name: string): readonly Row[] =>
  readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)

/** Decides a row. A policy that cannot be loaded lets nothing run. */
export function decideRow(row: DecisionRow): 'allow' | 'ask' | 'deny' {
  const { policy } = row
  try {
    const decision = createPolicy(layersOf(row), { home: HOME }).decide(toolRequest(callOf(row)))
    const alone = policy.prompter === null || policy.ui === false
    return (alone ? withFallback(decision) : decision).decision
  } catch (error) {
    if (error instanceof PolicyError) return 'deny'
    throw error
  }
}

function layersOf({ policy, tool }: DecisionRow): readonly PolicyLayer[] {
  const { mode, tools, agent, security, ask, askFallback, managed, user, repoPolicy } = policy
  const rules = (from: { allow?: string[]; ask?: unknown; deny?: string[] } = {}) => ({
    ...(from.allow && { allow: from.allow }),
    ...(Array.isArray(from.ask) && { ask: from.ask }),
    ...(from.deny && { deny: from.deny }),
  })
  const document = {
    mode,
    tools: {
      ...tools,
      ...(policy.web && { web: policy.web }),
      elevated: { enabled: true, allowFrom: { [ME.provider]: ['*'] } },
      exec: {
        // Commands run on the host unless a row says otherwise.
        host: 'gateway',
        security: security ?? 'full',
        ...(typeof ask === 'string' && { ask }),
        ...(askFallback && { askFallback }),
        ...without(policy.exec ?? {}),
        ...rules(policy),
        ...rules(user),
      },
    },
    ...(agent && { agents: { list: [{ id: 'main', ...agent }] } }),
    ...(policy.settingsParse && tool && { [policy.settingsParse]: true }),
  } as PolicyDocument
  return [
    ...(managed
      ? [policyLayer({ tools: { exec: rules(managed) } }, { name: 'managed', mayLoosen: true, binding: true })]
      : []),
    policyLayer(document, { name: 'user', mayLoosen: true }),
    ...(repoPolicy ? [{ name: 'repository', mayLoosen: false, mode: repoPolicy.permission_mode }] : []),
  ]
}

function callOf({ policy, tool, command = tool?.args['command'], setup }: DecisionRow): CallDescription {
  const [, link = '', target = ''] = /^(\S+) -> (\S+)/.exec(setup ?? '') ?? []
  const { provider, model, session, elevated, toolParam, nodes } = policy
  return {
    tool: tool?.name ?? 'exec',
    input: tool?.args,
    ...(command !== undefined && { plan: planOf(command) }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...((session || elevated) && {
      session: { ...session, ...(elevated && { elevated: { level: 'full', sender: ME } }) },
    }),
    ...(toolParam && { parameters: toolParam }),
    ...(nodes && { nodes }),
    context: { cwd: '/w', workspace: policy.workspace ?? '/w', home: HOME },
    realPath: (path) =>
      link !== '' && path.startsWith(link)
        ? target + path.slice(link.length)
        : path.replace(/^~/, HOME).replace(/^(?!\/)/, '/w/'),
  }
}

/** Enough of a shell for the lines of these rows: commands between `&&`, and one redirection. */
function planOf(line: string) {
  const [text = '', file] = line.split(' > ')
  return plan(text.split(/ && |; /), {
    effects: file === undefined ? [] : [{ kind: 'file-write', path: `/w/${file}` }],
  })
}

const without = (object: object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))

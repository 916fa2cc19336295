import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, loadsFirst, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText } from '../model/word.ts'
import { evaluateTasks } from './tasks-of-workspace.ts'
import { outsideIsCode, tool } from './tool-of-workspace.ts'

const shows = (source: string, options: readonly OptionRow[], more: Partial<CommandTable> = {}): CommandTable => ({
  source,
  style: 'go',
  operands: 'nothing',
  ...more,
  options: [flags`-no-color -json -help`, ...options],
})
/** `-var name=word`: a path or an address may be what a data source runs. terraform, Input Variables */
function plainVariables(call: Invocation): ProfileRefusal | undefined {
  const other = call.options.find(({ name, values: [value] }) => {
    return /^--?var$/.test(name) && !/^[\w-]+=[\w.:,+-]*$/.test(knownText(value ?? null) ?? '')
  })
  return other && { code: 'NOT_EVALUATED', message: 'terraform: a variable that may name a place', at: other.at }
}

/** They ask the machines of others, with the accounts that they find. */
const USES_ACCOUNTS = { kind: 'process', target: null, note: 'the accounts of the providers' } as const
/** Providers are programs that the workspace names and that `init` has fetched. */
const asksProviders = [workspaceCode('providers'), READS_HERE, CONTACTS_SOME]

/** What describes machines and databases. What changes them is asked for. */
export const infrastructure: Readonly<Record<string, CommandTable>> = {
  'terraform tofu': {
    source:
      'terraform: -chdir and variables change what is read; plan -out writes, apply, destroy and import change machines',
    style: 'go',
    options: [flags`-version -help -h`, values('-chdir', 'folder')],
    subcommands: {
      plan: shows(
        'terraform plan: asks the providers what would change, and changes nothing',
        [
          flags`-refresh-only -destroy -refresh -lock -input -detailed-exitcode -compact-warnings -json -no-color -concise`,
          values`-target -exclude -replace -parallelism -lock-timeout`,
          values('-var', 'flag'),
          values('-var-file -state', 'read'),
          values('-out -generate-config-out', 'write'),
        ],
        { operands: { none: [] }, always: [...asksProviders, WRITES_HERE, USES_ACCOUNTS], refine: plainVariables },
      ),
      fmt: shows('terraform fmt', [flags`-check -diff -recursive -list -write`], {
        operands: 'change-tree',
        always: [READS_HERE, WRITES_HERE],
      }),
      validate: shows('terraform validate', [flags`-no-tests`, values('-test-directory', 'read-tree')], {
        always: [workspaceCode('providers'), READS_HERE],
      }),
      version: shows('terraform version', []),
      // `providers schema` starts them.
      providers: shows('terraform providers', [], { always: asksProviders }),
      graph: shows('terraform graph', [values`-type`, flags`-draw-cycles`], { always: asksProviders }),
      output: shows('terraform output', [flags`-raw`, values('-state', 'read')], {
        always: [READS_HERE, CONTACTS_SOME],
      }),
      show: shows('terraform show', [], { operands: 'read', always: asksProviders }),
      state: {
        source: 'terraform state',
        subcommands: { 'list show': shows('terraform state list', [values`-id`], { always: asksProviders }) },
      },
      workspace: {
        source: 'terraform workspace',
        subcommands: { 'list show': shows('terraform workspace list', [], { always: [READS_HERE, CONTACTS_SOME] }) },
      },
    },
  },
  packer: {
    source: 'packer: build starts machines and provisions them, init fetches plugins',
    style: 'go',
    options: [flags`-version -help -h`],
    operands: { none: [] },
    subcommands: {
      'validate inspect': shows('packer validate', [flags`-syntax-only -evaluate-datasources -machine-readable`], {
        operands: 'read-tree',
        always: [workspaceCode('plugins'), READS_HERE],
      }),
      fmt: shows('packer fmt', [flags`-check -diff -recursive -write`], { operands: 'change-tree' }),
      version: shows('packer version', []),
    },
  },
  'ngrok cloudflared localtunnel lt bore frpc frps chisel tailscale zrok': {
    source: 'ngrok, cloudflared and kin: let others reach this machine',
    raw: true,
    ownOperands: true,
    refine: (call) => {
      const words = call.operands.map(({ word }) => knownText(word) ?? '')
      if (words.length === 1 && /^(?:-?-?version|-?-?help|-[hv])$/.test(words[0]!)) return
      if (call.program === 'ngrok' && /^config check$/.test(words.join(' '))) return
      return { code: 'NOT_EVALUATED', message: `${call.program}: lets others reach this machine` }
    },
  },
  'ansible-lint': tool('ansible-lint: command line; rules are code', 'rules and plugins', [
    flags`-q -qq -v -p -s -L -T -h --offline --strict --nocolor --force-color --parseable --list-rules --list-tags --version --no-progress`,
    values`-t --tags -x --skip-list -w --warn-list --exclude --profile --format -f --enable-list`,
    unevaluatedValues`-c --config-file -r -R --rules-dir --project-dir --sarif-file -i --ignore-file --fix --write --generate-ignore --sub-process`,
  ]),
  alembic: tool(
    'alembic: env.py is code; -c and -x change it',
    'env.py and migrations',
    [
      flags`-v -h --verbose --sql --autogenerate --head-only --resolve-dependencies --splice --check-heads -i --indicate-current --purge`,
      values`-m --message --head --branch-label --rev-id --depends-on -r --rev-range --tag`,
      unevaluatedValues`-c --config -x -n --name --version-path --raiseerr`,
    ],
    {
      style: 'exact',
      operands: 'nothing',
      always: [workspaceCode('env.py and migrations'), WRITES_HERE, CONTACTS_SOME],
      refine: (call) => evaluateTasks(call) ?? outsideIsCode(call),
    },
  ),
  prisma: {
    source: 'prisma: command line; generators and seeds are programs',
    style: 'exact',
    evaluate: loadsFirst('prisma.config.ts'),
    options: [flags`--version -v --help -h`],
    subcommands: {
      'validate format version': tool(
        'prisma validate',
        'prisma.config.ts',
        [flags`--check`, values('--schema', 'read'), unevaluatedValues`--config`],
        { always: [workspaceCode('prisma.config.ts'), WRITES_HERE] },
      ),
      generate: tool(
        'prisma generate',
        'generators',
        [
          flags`--watch --no-engine --no-hints --sql`,
          values`--generator`,
          values('--schema', 'read'),
          unevaluatedValues`--config`,
        ],
        { always: [workspaceCode('generators'), WRITES_HERE, CONTACTS_SOME] },
      ),
    },
  },
}

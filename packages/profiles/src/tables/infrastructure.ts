import {
  contactsSome,
  flags,
  readsHere,
  values,
  workspaceCode,
  writesHere,
  type CommandTable,
  type OptionRow,
} from '../engine/table.ts'
import { judgeTasks } from './tasks-of-workspace.ts'
import { outsideIsCode, tool } from './tool-of-workspace.ts'

const shows = (source: string, options: readonly OptionRow[], more: Partial<CommandTable> = {}): CommandTable => ({
  source,
  style: 'go',
  operands: 'nothing',
  ...more,
  options: [flags('-no-color -json -help'), ...options],
})
/** Providers are programs that the workspace names and that `init` has fetched. */
const asksProviders = [workspaceCode('providers'), readsHere, contactsSome]

/** What describes machines and databases. What changes them is asked for. */
export const infrastructure: Readonly<Record<string, CommandTable>> = {
  'terraform tofu': {
    source:
      'terraform: -chdir and variables change what is read; plan -out writes, apply, destroy and import change machines',
    style: 'go',
    options: [flags('-version -help -h')],
    subcommands: {
      fmt: shows('terraform fmt', [flags('-check -diff -recursive -list -write')], {
        operands: 'change-tree',
        always: [readsHere, writesHere],
      }),
      validate: shows('terraform validate', [flags('-no-tests'), values('-test-directory', 'read-tree')], {
        always: [workspaceCode('providers'), readsHere],
      }),
      'version providers': shows('terraform version', []),
      graph: shows('terraform graph', [values('-type'), flags('-draw-cycles')], { always: asksProviders }),
      output: shows('terraform output', [flags('-raw'), values('-state', 'read')], {
        always: [readsHere, contactsSome],
      }),
      show: shows('terraform show', [], { operands: 'read', always: asksProviders }),
      state: {
        source: 'terraform state',
        style: 'go',
        subcommands: { 'list show': shows('terraform state list', [values('-id')], { always: asksProviders }) },
      },
      workspace: {
        source: 'terraform workspace',
        style: 'go',
        subcommands: { 'list show': shows('terraform workspace list', [], { always: [readsHere, contactsSome] }) },
      },
    },
  },
  'ansible-lint': tool('ansible-lint: command line; rules are code', 'rules and plugins', [
    flags(
      '-q -qq -v -p -s -L -T -h --offline --strict --nocolor --force-color --parseable --list-rules --list-tags --version --no-progress',
    ),
    values('-t --tags -x --skip-list -w --warn-list --exclude --profile --format -f --enable-list'),
    values(
      '-c --config-file -r -R --rules-dir --project-dir --sarif-file -i --ignore-file --fix --write --generate-ignore --sub-process',
      'unjudged',
    ),
  ]),
  alembic: tool(
    'alembic: env.py is code; -c and -x change it',
    'env.py and migrations',
    [
      flags(
        '-v -h --verbose --sql --autogenerate --head-only --resolve-dependencies --splice --check-heads -i --indicate-current --purge',
      ),
      values('-m --message --head --branch-label --rev-id --depends-on -r --rev-range --tag'),
      values('-c --config -x -n --name --version-path --raiseerr', 'unjudged'),
    ],
    {
      style: 'exact',
      operands: 'nothing',
      always: [workspaceCode('env.py and migrations'), writesHere, contactsSome],
      refine: (call) => judgeTasks(call) ?? outsideIsCode(call),
    },
  ),
  prisma: {
    source: 'prisma: command line; generators and seeds are programs',
    style: 'exact',
    options: [flags('--version -v --help -h')],
    subcommands: {
      'validate format version': tool(
        'prisma validate',
        'prisma.config.ts',
        [flags('--check'), values('--schema', 'read'), values('--config', 'unjudged')],
        { always: [workspaceCode('prisma.config.ts'), writesHere] },
      ),
      generate: tool(
        'prisma generate',
        'generators',
        [
          flags('--watch --no-engine --no-hints --sql'),
          values('--generator'),
          values('--schema', 'read'),
          values('--config', 'unjudged'),
        ],
        { always: [workspaceCode('generators'), writesHere, contactsSome] },
      ),
    },
  },
}

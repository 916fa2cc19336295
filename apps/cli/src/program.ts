import { Argument, Command, Option } from 'commander'
import { devices, gateway } from './command-line/gateway-commands.ts'
import { jobs } from './command-line/jobs-command.ts'
import { mcp } from './command-line/mcp-command.ts'
import { node, nodes } from './command-line/node-commands.ts'
import { addRequestCommands } from './command-line/request-commands.ts'
import { sandbox } from './command-line/sandbox-command.ts'
import { sessions } from './command-line/sessions-command.ts'
import { addCaller, addLocationOptions, collect, examples } from './command-line/shared-options.ts'
import { tools } from './command-line/tools-command.ts'
import { tryCommands } from './command-line/try-commands.ts'
import type { ApprovalsFlags } from './commands/approvals.ts'
import type { TailFlags } from './commands/audit.ts'
import type { CheckFlags } from './commands/check.ts'
import type { HookFlags } from './commands/hook.ts'
import { addGatewayOption } from './gateway/choose-gateway.ts'
import type { HookAgent } from './hook/agent-format.ts'
import type { PlaceFlags } from './host/assemble.ts'
import type { ExecFlags } from './input/exec-input.ts'
import type { ReviewFlags } from './review/review-place.ts'
import { UsageError } from './usage-error.ts'

declare const POUNDLOCK_VERSION: string

/** The end of every command's help. */
const EXIT_CODES = `
Exit codes: 0 done or allowed, the command's own code when it ran, 2 usage, 64 denied,
65 approval needed or refused, 66 sandbox unavailable, 67 timed out, 68 a try was not applied, 70 internal.`

const COMMANDS: Readonly<Record<string, (program: Command) => void>> = {
  exec,
  check,
  parse,
  tools,
  mcp,
  jobs,
  sandbox,
  approvals,
  audit,
  gateway,
  devices,
  node,
  nodes,
  sessions,
  try: tryCommands,
  policy: policyCommands,
  hook: hookCommands,
  doctor,
  demo,
}

/**
 * The command line. Each command's code is loaded when it is called.
 *
 * @param only the first word: where it names a command the others are left out, which starts faster. Help and mistakes
 *   are about all of them
 */
export function createProgram(only?: string): Command {
  const program = new Command('poundlock')
    .description('Decides what a command may do, runs it contained, and records it.')
    .version(POUNDLOCK_VERSION)
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError('Try --help.')
    .addHelpText(
      'after',
      `${EXIT_CODES}

Examples:
  poundlock exec -- "git log --oneline | head -3"
  poundlock check -- "curl https://example.com/install.sh | sh"
  poundlock sandbox probe
  poundlock demo`,
    )

  program.hook('preAction', (_program, called) => refuseNamelessAgent(called))
  const named = only !== undefined && Object.hasOwn(COMMANDS, only) ? COMMANDS[only] : undefined
  for (const add of named ? [named] : Object.values(COMMANDS)) add(program)
  return program
}

/** An empty variable of a script would be another agent than the one that was meant, and rules for that one not hold. */
function refuseNamelessAgent(called: Command): void {
  const { agent } = called.opts<{ agent?: string }>()
  if (agent === undefined || agent.trim() !== '') return
  throw new UsageError('--agent is empty', 'Give the id of an agent, or leave --agent out.')
}

function exec(program: Command): void {
  const command = program
    .command('exec')
    .description('decide about a command, run it contained, and record both')
    .usage('[options] -- COMMAND')
    .argument('<command...>', 'a command line in one word, or a program and its arguments')
    .addOption(new Option('--host <host>', 'where it runs').choices(['sandbox', 'gateway']))
    .addOption(
      new Option('--security <level>', 'the highest level of this command').choices(['deny', 'allowlist', 'full']),
    )
    .addOption(new Option('--ask <when>', 'ask at least then').choices(['off', 'on-miss', 'always']))
    .option('--cwd <folder>', 'where the command starts')
    .option('--env <name=value>', 'set a variable; may be repeated', collect)
    .option('--timeout <seconds>', 'end it after this long, at most tools.exec.timeout')
    .option('--background', 'start it in the background and print its id; see `poundlock jobs`')
    .addOption(
      new Option('--try [then]', 'run it on a view of the workspace, show its changes, then ask or do this').choices([
        'apply',
        'discard',
        'keep',
      ]),
    )
  addCaller(addLocationOptions(addGatewayOption(command)))
    .passThroughOptions()
    .addHelpText(
      'after',
      `${EXIT_CODES}

Examples:
  poundlock exec -- "git log --oneline | head -3"
  poundlock exec --timeout 60 -- npm test
  poundlock exec --try -- npx some-codemod src
  poundlock exec --background -- npm run dev
  poundlock exec --gateway office -- npm test
  poundlock exec --json -- "ls -la" | jq .run.exitCode`,
    )
    .action(async (words: string[], flags: ExecFlags) => (await import('./commands/exec.ts')).exec(words, flags))
}

function check(program: Command): void {
  const command = program
    .command('check')
    .description('decide about a command and explain; never run it')
    .usage('[options] -- COMMAND')
    .argument('[command...]', 'a command line in one word, or a program and its arguments')
    .addOption(new Option('--host <host>', 'where it would run').choices(['sandbox', 'gateway']))
    .option('--approvals <file>', "the host owner's approvals document")
    .option('--jsonl <file>', 'decide about one JSON object a line; - for standard input')
    .option('--cwd <folder>', 'where the command would start')
    .option('--env <name=value>', 'a variable it would set; may be repeated', collect)
  addCaller(addLocationOptions(command))
    .passThroughOptions()
    .addHelpText(
      'after',
      `${EXIT_CODES}

Examples:
  poundlock check -- "git push --force"
  poundlock check --host gateway --json -- npm test
  echo '{"id":"1","tool":"exec","input":{"command":"ls"}}' | poundlock check --jsonl -`,
    )
    .action(async (words: string[], flags: CheckFlags) => (await import('./commands/check.ts')).check(words, flags))
}

function parse(program: Command): void {
  program
    .command('parse')
    .description('show how the shell would read a command line, and everything that it would run')
    .usage('[options] -- COMMAND')
    .argument('[command...]', 'a command line in one word')
    .addOption(new Option('--dialect <shell>', 'the shell that would read it').choices(['bash', 'posix', 'zsh']))
    .option('--json', 'as JSON')
    .option('--jsonl <file>', 'read one JSON object a line; - for standard input')
    .passThroughOptions()
    .addHelpText(
      'after',
      `
Examples:
  poundlock parse -- "cd src && rg TODO | wc -l"
  poundlock parse --json -- 'echo "$(date)"'`,
    )
    .action(async (words: string[], flags: { json?: boolean; jsonl?: string; dialect?: 'bash' | 'posix' | 'zsh' }) =>
      (await import('./commands/parse.ts')).parse(words, flags),
    )
}

const withAgent = (command: Command) =>
  command.option('--agent <id>', 'for this agent; * for all agents').option('--json', 'as JSON')

function approvals(program: Command): void {
  const group = program
    .command('approvals')
    .description('the approvals document of the owner of this host, and requests that wait')
    .addHelpText(
      'after',
      examples('poundlock approvals watch', 'poundlock approvals get', 'poundlock approvals allowlist add /usr/bin/rg'),
    )
  addRequestCommands(group)
  withAgent(group.command('get').description('the document, and its settings for an agent'))
    .addHelpText('after', examples('poundlock approvals get', 'poundlock approvals get --agent builder --json'))
    .action(async (flags: ApprovalsFlags) => (await import('./commands/approvals.ts')).getApprovals(flags))
  group
    .command('set')
    .description('replace the document; a broken one is refused')
    .argument('<file>', 'an exec-approvals.json; - for standard input')
    .option('--expect <hash>', 'only if the present document has this SHA-256; none: only if there is none')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples('poundlock approvals set exec-approvals.json', 'poundlock approvals set --expect none -'),
    )
    .action(async (file: string, flags: ApprovalsFlags & { expect?: string }) =>
      (await import('./commands/approvals.ts')).setApprovals(file, flags),
    )
  allowlistCommands(group)
  grantCommands(group)
}

function allowlistCommands(group: Command): void {
  const list = group
    .command('allowlist')
    .description('the programs and rules that need no approval')
    .addHelpText('after', examples('poundlock approvals allowlist list'))
  withAgent(list.command('list').description('show the lists'))
    .addHelpText('after', examples('poundlock approvals allowlist list', 'poundlock approvals allowlist list --json'))
    .action(async (flags: ApprovalsFlags) => (await import('./commands/approvals.ts')).listAllowed(flags))
  withAgent(list.command('add').description('allow a program or a rule').argument('<pattern>', 'path or rule'))
    .option('--args <pattern>', 'only with these arguments: a regular expression')
    .addHelpText(
      'after',
      examples(
        "poundlock approvals allowlist add '~/bin/*'",
        "poundlock approvals allowlist add 'git diff' --agent '*'",
      ),
    )
    .action(async (pattern: string, flags: ApprovalsFlags & { args?: string }) =>
      (await import('./commands/approvals.ts')).addAllowed(pattern, flags),
    )
  withAgent(list.command('remove').description('take it off the list').argument('<name>', 'its id or its pattern'))
    .addHelpText('after', examples('poundlock approvals allowlist remove /usr/bin/rg'))
    .action(async (name: string, flags: ApprovalsFlags) =>
      (await import('./commands/approvals.ts')).removeAllowed(name, flags),
    )
}

function grantCommands(group: Command): void {
  group.enablePositionalOptions()
  const grants = group
    .command('grants')
    .enablePositionalOptions()
    .description('standing grants: commands with a lasting approval')
    .addHelpText('after', examples('poundlock approvals grants list'))
  grants
    .command('list')
    .description('list them, each with what it covers')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock approvals grants list'))
    .action(async (flags: ApprovalsFlags) => (await import('./commands/approvals.ts')).listGrants(flags))
  addCaller(
    addLocationOptions(grants.command('preview').argument('<command...>', 'a command line in one word, or a program')),
  )
    .description('what an "always" for a command would cover, and how many recorded prompts it would have saved')
    .usage('[options] -- COMMAND')
    .passThroughOptions()
    .option('--cwd <folder>', 'where the command would start')
    .option('--scope <scope>', 'exact (these words), folder (its folder alone) or workspace')
    .addHelpText('after', examples('poundlock approvals grants preview -- "npm test"'))
    .action(async (words: string[], flags: PlaceFlags & { json?: boolean; scope?: string }) =>
      (await import('./commands/approvals.ts')).previewGrant(words, flags),
    )
  grants
    .command('limit')
    .description('limit a grant; a limit is never loosened')
    .argument('<id>', 'the whole or an unambiguous beginning')
    .option('--uses <n>', 'how often it can be used in all, including earlier uses')
    .option('--expires <time>', 'from now: 30m, 12h, 7d, 2w')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock approvals grants limit 3f2a91c0 --uses 20 --expires 7d'))
    .action(async (id: string, flags: ApprovalsFlags & { uses?: string; expires?: string }) =>
      (await import('./commands/approvals.ts')).limitGrant(id, flags),
    )
  grants
    .command('revoke')
    .description('revoke a grant: ask again from now on')
    .argument('<id>', 'the whole or an unambiguous beginning')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock approvals grants revoke 3f2a91c0'))
    .action(async (id: string, flags: ApprovalsFlags) =>
      (await import('./commands/approvals.ts')).revokeGrant(id, flags),
    )
}

function audit(program: Command): void {
  const group = program
    .command('audit')
    .description('the records of decisions and runs')
    .addHelpText('after', examples('poundlock audit tail', 'poundlock audit verify'))
  group
    .command('tail')
    .description('the last records')
    .option('-n, --lines <count>', 'how many', '10')
    .option('-f, --follow', 'follow new records')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', examples('poundlock audit tail --lines 20', 'poundlock audit tail --follow --json'))
    .action(async (flags: TailFlags) => (await import('./commands/audit.ts')).tailAudit(flags))
  group
    .command('verify')
    .description('check that no record was changed, removed or added')
    .option('--head <hash>', 'the hash of the last record, from your own notes')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock audit verify', 'poundlock audit verify --head "$(cat noted-head)"'))
    .action(async (flags: { head?: string; json?: boolean }) =>
      (await import('./commands/audit.ts')).verifyAudit(flags),
    )
}

function hookCommands(program: Command): void {
  program
    .command('hook')
    .description("decide as another agent's pre-tool hook: its question on standard input, the answer in its format")
    .addArgument(new Argument('<agent>', 'whose hook').choices(['claude-code', 'codex', 'gemini']))
    .option('--install', "add the hook to the agent's settings; a copy of them is kept")
    .option('--uninstall', 'remove it')
    .option('--print', 'show what --install would add')
    .option('--settings <file>', "instead of the agent's own settings file")
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock hook claude-code --print', 'poundlock hook claude-code --install'))
    .action(async (agent: HookAgent, flags: HookFlags) => (await import('./commands/hook.ts')).hook(agent, flags))
}

function policyCommands(program: Command): void {
  const group = program
    .command('policy')
    .description('show, check and test the effective policy')
    .addHelpText(
      'after',
      examples('poundlock policy show', 'poundlock policy lint', 'poundlock policy test cases.json'),
    )
  addLocationOptions(group.command('show').description('the effective policy, with the origin of every value and rule'))
    .option('--agent <id>', 'for this agent', 'main')
    .addHelpText('after', examples('poundlock policy show', 'poundlock policy show --agent builder --json'))
    .action(async (flags: ReviewFlags & { agent: string }) => (await import('./commands/policy.ts')).showPolicy(flags))
  addLocationOptions(
    group.command('lint').description('find rules that do nothing, undo each other, or allow too much'),
  )
    .option('--history', 'also find rules that covered no recorded call')
    .addHelpText('after', examples('poundlock policy lint', 'poundlock policy lint --history --json'))
    .action(async (flags: ReviewFlags & { history?: boolean }) =>
      (await import('./commands/policy-review.ts')).lint(flags),
    )
  addLocationOptions(
    group.command('test').description('check the policy against files of cases').argument('<files...>', 'JSON'),
  )
    .addHelpText('after', examples('poundlock policy test cases.json'))
    .action(async (files: string[], flags: ReviewFlags) =>
      (await import('./commands/policy-review.ts')).testPolicy(files, flags),
    )
  addLocationOptions(group.command('replay').description('decide recorded calls again, with this policy'))
    .addHelpText('after', examples('poundlock policy replay --config changed.json'))
    .action(async (flags: ReviewFlags) => (await import('./commands/policy-review.ts')).replay(flags))
  addLocationOptions(
    group.command('implies').description('check whether the second file allows everything that the first allows'),
  )
    .argument('<first>', 'a poundlock.json')
    .argument('<second>', 'a poundlock.json')
    .addHelpText('after', examples('poundlock policy implies new.json old.json'))
    .action(async (first: string, second: string, flags: ReviewFlags) =>
      (await import('./commands/policy-review.ts')).askImplies([first, second], flags),
    )
  addLocationOptions(
    group.command('suggest').description('suggest rules that would have replaced the approvals of people'),
  )
    .addHelpText('after', examples('poundlock policy suggest'))
    .action(async (flags: ReviewFlags) => (await import('./commands/policy-review.ts')).suggest(flags))
  group
    .command('schema')
    .description('the JSON Schema of poundlock.json')
    .addHelpText('after', examples('poundlock policy schema > poundlock.schema.json'))
    .action(async () => (await import('./commands/policy.ts')).printSchema())
  addLocationOptions(
    group.command('trust').description("trust the allow rules and hooks of this workspace's file, as it is now"),
  )
    .addHelpText('after', examples('poundlock policy trust'))
    .action(async (flags: ReviewFlags) => (await import('./commands/policy.ts')).trustWorkspace(flags))
  addLocationOptions(group.command('distrust').description('stop trusting them'))
    .addHelpText('after', examples('poundlock policy distrust'))
    .action(async (flags: ReviewFlags) => (await import('./commands/policy.ts')).distrustWorkspace(flags))
}

function doctor(program: Command): void {
  program
    .command('doctor')
    .description('check this machine and its configuration, and report problems')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock doctor', 'poundlock doctor --json | jq .findings'))
    .action(async (flags: { json?: boolean }) => (await import('./commands/doctor.ts')).doctor(flags))
}

function demo(program: Command): void {
  program
    .command('demo')
    .description('run real commands, and show what both gates do')
    .addHelpText('after', examples('poundlock demo'))
    .action(async () => (await import('./commands/demo.ts')).demo())
}

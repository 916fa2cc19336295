import { Argument, Command, Option } from 'commander'
import { jobs } from './command-line/jobs-command.ts'
import { mcp } from './command-line/mcp-command.ts'
import { addRequestCommands } from './command-line/request-commands.ts'
import { sandbox } from './command-line/sandbox-command.ts'
import { addCaller, addPlace, collect, examples } from './command-line/shared-options.ts'
import { tools } from './command-line/tools-command.ts'
import type { ApprovalsFlags } from './commands/approvals.ts'
import type { TailFlags } from './commands/audit.ts'
import type { CheckFlags } from './commands/check.ts'
import type { ExecFlags } from './commands/exec.ts'
import type { HookFlags } from './commands/hook.ts'
import type { TryFlags } from './commands/try.ts'
import type { HookAgent } from './hook/agent-format.ts'
import type { ReviewFlags } from './review/review-place.ts'
import type { PlaceFlags } from './setup/assemble.ts'

declare const POUNDLOCK_VERSION: string

/** What every command line ends in, so that whoever scripts it need not look it up. */
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
    .description('Decides what a command may do, runs it contained, and writes it down.')
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

  const named = only !== undefined && Object.hasOwn(COMMANDS, only) ? COMMANDS[only] : undefined
  for (const add of named ? [named] : Object.values(COMMANDS)) add(program)
  return program
}

function exec(program: Command): void {
  const command = program
    .command('exec')
    .description('decide about a command, run it contained, and record both')
    .usage('[options] -- COMMAND')
    .argument('<command...>', 'a command line in one word, or a program and its arguments')
    .addOption(new Option('--host <host>', 'where it runs').choices(['sandbox', 'gateway']))
    .addOption(new Option('--security <level>', 'at most this').choices(['deny', 'allowlist', 'full']))
    .addOption(new Option('--ask <when>', 'at least this').choices(['off', 'on-miss', 'always']))
    .option('--cwd <folder>', 'where the command starts')
    .option('--env <name=value>', 'set a variable; may be repeated', collect)
    .option('--timeout <seconds>', 'end it after this long, at most tools.exec.timeout')
    .option('--background', 'start it, print its id, and let it go on; `poundlock jobs` looks after it')
    .addOption(
      new Option('--try [then]', 'run it on a view of the workspace, show what it changed, and ask or do this').choices(
        ['apply', 'discard', 'keep'],
      ),
    )
  addCaller(addPlace(command))
    .passThroughOptions()
    .addHelpText(
      'after',
      `${EXIT_CODES}

Examples:
  poundlock exec -- "git log --oneline | head -3"
  poundlock exec --timeout 60 -- npm test
  poundlock exec --try -- npx some-codemod src
  poundlock exec --background -- npm run dev
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
  addCaller(addPlace(command))
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
    .addOption(new Option('--dialect <shell>', 'the shell that would read it').choices(['bash', 'posix']))
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
    .action(async (words: string[], flags: { json?: boolean; jsonl?: string; dialect?: 'bash' | 'posix' }) =>
      (await import('./commands/parse.ts')).parse(words, flags),
    )
}

function approvals(program: Command): void {
  const group = program
    .command('approvals')
    .description('what the owner of this host lets agents run on it, and what waits for an answer')
    .addHelpText(
      'after',
      examples('poundlock approvals watch', 'poundlock approvals get', 'poundlock approvals allowlist add /usr/bin/rg'),
    )
  addRequestCommands(group)
  const withAgent = (command: Command) =>
    command.option('--agent <id>', 'whose; * for all agents').option('--json', 'as JSON')
  withAgent(group.command('get').description('the document, and what it says for an agent'))
    .addHelpText('after', examples('poundlock approvals get', 'poundlock approvals get --agent builder --json'))
    .action(async (flags: ApprovalsFlags) => (await import('./commands/approvals.ts')).getApprovals(flags))
  group
    .command('set')
    .description('put another document in its place; a broken one is refused')
    .argument('<file>', 'an exec-approvals.json; - for standard input')
    .option('--expect <hash>', 'only if this is the SHA-256 of the one that is there; none: only if there is none')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples('poundlock approvals set exec-approvals.json', 'poundlock approvals set --expect none -'),
    )
    .action(async (file: string, flags: ApprovalsFlags & { expect?: string }) =>
      (await import('./commands/approvals.ts')).setApprovals(file, flags),
    )
  const list = group
    .command('allowlist')
    .description('the programs and rules that need no asking')
    .addHelpText('after', examples('poundlock approvals allowlist list'))
  withAgent(list.command('list').description('what is on the lists'))
    .addHelpText('after', examples('poundlock approvals allowlist list', 'poundlock approvals allowlist list --json'))
    .action(async (flags: ApprovalsFlags) => (await import('./commands/approvals.ts')).listAllowed(flags))
  withAgent(list.command('add').description('let a program, or a rule, through').argument('<pattern>', 'path or rule'))
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
  group.enablePositionalOptions()
  const grants = group
    .command('grants')
    .enablePositionalOptions()
    .description('what was allowed for good when it was asked about')
    .addHelpText('after', examples('poundlock approvals grants list'))
  grants
    .command('list')
    .description('each with what it covers')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock approvals grants list'))
    .action(async (flags: ApprovalsFlags) => (await import('./commands/approvals.ts')).listGrants(flags))
  addCaller(addPlace(grants.command('preview').argument('<command...>', 'a command line in one word, or a program')))
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
    .description('let it reach less far: a limit is never loosened')
    .argument('<id>', 'the whole or an unambiguous beginning')
    .option('--uses <n>', 'how often it can be used in all, the uses until now among them')
    .option('--expires <time>', 'from now: 30m, 12h, 7d, 2w')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock approvals grants limit 3f2a91c0 --uses 20 --expires 7d'))
    .action(async (id: string, flags: ApprovalsFlags & { uses?: string; expires?: string }) =>
      (await import('./commands/approvals.ts')).limitGrant(id, flags),
    )
  grants
    .command('revoke')
    .description('ask again from now on')
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
    .description('what was decided and run')
    .addHelpText('after', examples('poundlock audit tail', 'poundlock audit verify'))
  group
    .command('tail')
    .description('the last records')
    .option('-n, --lines <count>', 'how many', '10')
    .option('-f, --follow', 'go on with what is added')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', examples('poundlock audit tail --lines 20', 'poundlock audit tail --follow --json'))
    .action(async (flags: TailFlags) => (await import('./commands/audit.ts')).tailAudit(flags))
  group
    .command('verify')
    .description('check that no record was changed, removed or added')
    .option('--head <hash>', 'the hash of the last record, as noted elsewhere')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock audit verify', 'poundlock audit verify --head "$(cat noted-head)"'))
    .action(async (flags: { head?: string; json?: boolean }) =>
      (await import('./commands/audit.ts')).verifyAudit(flags),
    )
}

function tryCommands(program: Command): void {
  const group = program
    .command('try')
    .description('what `exec --try` kept')
    .addHelpText('after', examples('poundlock exec --try -- "sed -i s/a/b/ *.txt"', 'poundlock try list'))
  const add = (name: string, description: string, example: string) =>
    group
      .command(`${name} <id>`)
      .description(description)
      .option('--json', 'as JSON')
      .addHelpText('after', examples(example))
  const load = () => import('./commands/try.ts')
  group
    .command('list')
    .description('what is kept, the newest first')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock try list', 'poundlock try list --json | jq .tries'))
    .action(async (flags: TryFlags) => (await load()).listTries(flags))
  add('show', 'what it changed', 'poundlock try show 0abc1def').action(async (id: string, flags: TryFlags) =>
    (await load()).showTry(id, flags),
  )
  add('apply', 'apply it to its workspace, all or nothing; finish an interrupted apply', 'poundlock try apply 0abc1def')
    .option('--force', 'in spite of conflicts; what is overwritten is kept')
    .action(async (id: string, flags: TryFlags) => (await load()).applyTry(id, flags))
  add('discard', 'forget it', 'poundlock try discard 0abc1def').action(async (id: string, flags: TryFlags) =>
    (await load()).discardTry(id, flags),
  )
  add('undo', 'take an interrupted apply back', 'poundlock try undo 0abc1def').action(
    async (id: string, flags: TryFlags) => (await load()).undoTry(id, flags),
  )
}

function hookCommands(program: Command): void {
  program
    .command('hook')
    .description("decide as another agent's pre-tool hook: its question on standard input, the answer in its format")
    .addArgument(new Argument('<agent>', 'whose hook').choices(['claude-code', 'codex', 'gemini']))
    .option('--install', "name the hook in the agent's settings; they are kept beside")
    .option('--uninstall', 'take it out again')
    .option('--print', 'show what --install would add')
    .option('--settings <file>', "instead of the agent's own settings file")
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock hook claude-code --print', 'poundlock hook claude-code --install'))
    .action(async (agent: HookAgent, flags: HookFlags) => (await import('./commands/hook.ts')).hook(agent, flags))
}

function policyCommands(program: Command): void {
  const group = program
    .command('policy')
    .description('what holds, and whether it is what was meant')
    .addHelpText(
      'after',
      examples('poundlock policy show', 'poundlock policy lint', 'poundlock policy test cases.json'),
    )
  addPlace(group.command('show').description('what holds, with the origin of every value and rule'))
    .option('--agent <id>', 'for this agent', 'main')
    .addHelpText('after', examples('poundlock policy show', 'poundlock policy show --agent builder --json'))
    .action(async (flags: ReviewFlags & { agent: string }) => (await import('./commands/policy.ts')).showPolicy(flags))
  addPlace(group.command('lint').description('rules that do nothing, undo each other, or let too much through'))
    .option('--history', 'also rules that covered nothing which is recorded')
    .addHelpText('after', examples('poundlock policy lint', 'poundlock policy lint --history --json'))
    .action(async (flags: ReviewFlags & { history?: boolean }) =>
      (await import('./commands/policy-review.ts')).lint(flags),
    )
  addPlace(group.command('test').description('hold the policy against files of cases').argument('<files...>', 'JSON'))
    .addHelpText('after', examples('poundlock policy test cases.json'))
    .action(async (files: string[], flags: ReviewFlags) =>
      (await import('./commands/policy-review.ts')).testPolicy(files, flags),
    )
  addPlace(group.command('replay').description('decide what is recorded again, with this policy'))
    .addHelpText('after', examples('poundlock policy replay --config changed.json'))
    .action(async (flags: ReviewFlags) => (await import('./commands/policy-review.ts')).replay(flags))
  addPlace(group.command('implies').description('is everything that the first file allows allowed by the second?'))
    .argument('<first>', 'a poundlock.json')
    .argument('<second>', 'a poundlock.json')
    .addHelpText('after', examples('poundlock policy implies new.json old.json'))
    .action(async (first: string, second: string, flags: ReviewFlags) =>
      (await import('./commands/policy-review.ts')).askImplies([first, second], flags),
    )
  addPlace(group.command('suggest').description('rules that would have answered what people approved'))
    .addHelpText('after', examples('poundlock policy suggest'))
    .action(async (flags: ReviewFlags) => (await import('./commands/policy-review.ts')).suggest(flags))
  group
    .command('schema')
    .description('the JSON Schema of poundlock.json')
    .addHelpText('after', examples('poundlock policy schema > poundlock.schema.json'))
    .action(async () => (await import('./commands/policy.ts')).printSchema())
  addPlace(
    group.command('trust').description("let the allow rules and hooks of this workspace's file count, as it is now"),
  )
    .addHelpText('after', examples('poundlock policy trust'))
    .action(async (flags: ReviewFlags) => (await import('./commands/policy.ts')).trustWorkspace(flags))
  addPlace(group.command('distrust').description('let them count no more'))
    .addHelpText('after', examples('poundlock policy distrust'))
    .action(async (flags: ReviewFlags) => (await import('./commands/policy.ts')).distrustWorkspace(flags))
}

function doctor(program: Command): void {
  program
    .command('doctor')
    .description('look at this machine and this set-up, and say what is wrong')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock doctor', 'poundlock doctor --json | jq .findings'))
    .action(async (flags: { json?: boolean }) => (await import('./commands/doctor.ts')).doctor(flags))
}

function demo(program: Command): void {
  program
    .command('demo')
    .description('run real commands and show what both gates do with each')
    .addHelpText('after', examples('poundlock demo'))
    .action(async () => (await import('./commands/demo.ts')).demo())
}

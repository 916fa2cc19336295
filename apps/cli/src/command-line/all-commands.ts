import { Argument, Option, type Command } from 'commander'
import type { ApprovalsFlags } from '../commands/approvals.ts'
import type { PolicyImportFlags } from '../commands/policy-import.ts'
import type { PlaceFlags } from '../host/assemble.ts'
import { RULE_TARGETS, type RuleTarget } from '../policy-import/export-rules.ts'
import { RULE_SOURCES, type RuleSource } from '../policy-import/foreign-line.ts'
import type { ProgramCommands } from '../program.ts'
import type { ReviewFlags } from '../review/review-place.ts'
import { acp } from './acp-command.ts'
import { agent } from './agent-command.ts'
import { audit } from './audit-command.ts'
import { CALL_COMMANDS } from './call-commands.ts'
import { devices, gateway } from './gateway-commands.ts'
import { hook } from './hook-command.ts'
import { jobs } from './jobs-command.ts'
import { learn, shadow } from './learn-command.ts'
import { mcp } from './mcp-command.ts'
import { node, nodes } from './node-commands.ts'
import { addRequestCommands } from './request-commands.ts'
import { run } from './run-command.ts'
import { sandbox } from './sandbox-command.ts'
import { sessions } from './sessions-command.ts'
import { completion, init, schema, uninstall } from './setup-commands.ts'
import { addCaller, addLocationOptions, examples } from './shared-options.ts'
import { tools } from './tools-command.ts'
import { tryCommands } from './try-commands.ts'
import { diff, history, undo } from './undo-commands.ts'

/** Every command, in the order of the help. */
export const ALL_COMMANDS: ProgramCommands = {
  init,
  run,
  acp,
  exec: CALL_COMMANDS.exec,
  agent,
  check: CALL_COMMANDS.check,
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
  undo,
  history,
  diff,
  policy: policyCommands,
  learn,
  hook,
  doctor,
  demo,
  completion: completion(() => ALL_COMMANDS),
  schema,
  uninstall,
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
  poundlock parse -- "cd src && rg error | wc -l"
  poundlock parse --json -- 'echo "$(date)"'`,
    )
    .action(async (words: string[], flags: { json?: boolean; jsonl?: string; dialect?: 'bash' | 'posix' | 'zsh' }) =>
      (await import('../commands/parse.ts')).parse(words, flags),
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
    .action(async (flags: ApprovalsFlags) => (await import('../commands/approvals.ts')).getApprovals(flags))
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
      (await import('../commands/approvals.ts')).setApprovals(file, flags),
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
    .action(async (flags: ApprovalsFlags) => (await import('../commands/approvals.ts')).listAllowed(flags))
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
      (await import('../commands/approvals.ts')).addAllowed(pattern, flags),
    )
  withAgent(list.command('remove').description('take it off the list').argument('<name>', 'its id or its pattern'))
    .addHelpText('after', examples('poundlock approvals allowlist remove /usr/bin/rg'))
    .action(async (name: string, flags: ApprovalsFlags) =>
      (await import('../commands/approvals.ts')).removeAllowed(name, flags),
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
    .action(async (flags: ApprovalsFlags) => (await import('../commands/approvals.ts')).listGrants(flags))
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
      (await import('../commands/approvals.ts')).previewGrant(words, flags),
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
      (await import('../commands/approvals.ts')).limitGrant(id, flags),
    )
  grants
    .command('revoke')
    .description('revoke a grant: ask again from now on')
    .argument('<id>', 'the whole or an unambiguous beginning')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock approvals grants revoke 3f2a91c0'))
    .action(async (id: string, flags: ApprovalsFlags) =>
      (await import('../commands/approvals.ts')).revokeGrant(id, flags),
    )
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
    .action(async (flags: ReviewFlags & { agent: string }) => (await import('../commands/policy.ts')).showPolicy(flags))
  addLocationOptions(
    group.command('lint').description('find rules that do nothing, undo each other, or allow too much'),
  )
    .option('--history', 'also find rules that covered no recorded call')
    .addHelpText('after', examples('poundlock policy lint', 'poundlock policy lint --history --json'))
    .action(async (flags: ReviewFlags & { history?: boolean }) =>
      (await import('../commands/policy-review.ts')).lint(flags),
    )
  addLocationOptions(
    group.command('test').description('check the policy against files of cases').argument('<files...>', 'JSON'),
  )
    .addHelpText('after', examples('poundlock policy test cases.json'))
    .action(async (files: string[], flags: ReviewFlags) =>
      (await import('../commands/policy-review.ts')).testPolicy(files, flags),
    )
  addLocationOptions(group.command('replay').description('decide recorded calls again, with this policy'))
    .addHelpText('after', examples('poundlock policy replay --config changed.json'))
    .action(async (flags: ReviewFlags) => (await import('../commands/policy-review.ts')).replay(flags))
  addLocationOptions(
    group.command('implies').description('check whether the second file allows everything that the first allows'),
  )
    .argument('<first>', 'a poundlock.json')
    .argument('<second>', 'a poundlock.json')
    .addHelpText('after', examples('poundlock policy implies new.json old.json'))
    .action(async (first: string, second: string, flags: ReviewFlags) =>
      (await import('../commands/policy-review.ts')).askImplies([first, second], flags),
    )
  addLocationOptions(
    group.command('suggest').description('suggest rules that would have replaced the approvals of people'),
  )
    .addHelpText('after', examples('poundlock policy suggest'))
    .action(async (flags: ReviewFlags) => (await import('../commands/policy-review.ts')).suggest(flags))
  shadow(group)
  transfers(group)
  group
    .command('schema')
    .description('the JSON Schema of poundlock.json')
    .addHelpText('after', examples('poundlock policy schema > poundlock.schema.json'))
    .action(async () => (await import('../commands/policy.ts')).printSchema())
  addLocationOptions(
    group.command('trust').description("trust the allow rules and hooks of this workspace's file, as it is now"),
  )
    .addHelpText('after', examples('poundlock policy trust'))
    .action(async (flags: ReviewFlags) => (await import('../commands/policy.ts')).trustWorkspace(flags))
  addLocationOptions(group.command('distrust').description('stop trusting them'))
    .addHelpText('after', examples('poundlock policy distrust'))
    .action(async (flags: ReviewFlags) => (await import('../commands/policy.ts')).distrustWorkspace(flags))
}

/** Adds the commands that exchange rules with other agents. */
function transfers(group: Command): void {
  addLocationOptions(
    group
      .command('import')
      .description("import another agent's permissions: shows the change, and asks before writing"),
  )
    .addArgument(new Argument('<agent>', 'whose permissions').choices(RULE_SOURCES))
    .argument('[file]', "its settings; default: the agent's own files in your home folder")
    .option('--write', 'write without asking')
    .addHelpText(
      'after',
      examples(
        'poundlock policy import claude-code',
        'poundlock policy import codex ~/.codex/rules/default.rules --json',
        'poundlock policy import opencode opencode.json --write',
      ),
    )
    .action(async (source: RuleSource, file: string | undefined, flags: PolicyImportFlags) =>
      (await import('../commands/policy-import.ts')).importPolicy(source, file, flags),
    )
  addLocationOptions(
    group.command('export').description("what is denied and asked about, in another agent's format; writes no file"),
  )
    .addArgument(new Argument('<agent>', 'in whose format').choices(RULE_TARGETS))
    .addHelpText('after', examples('poundlock policy export claude-code', 'poundlock policy export codex'))
    .action(async (target: RuleTarget, flags: ReviewFlags) =>
      (await import('../commands/policy-export.ts')).exportPolicy(target, flags),
    )
}

function doctor(program: Command): void {
  program
    .command('doctor')
    .description('check this machine and its configuration, and report problems')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock doctor', 'poundlock doctor --json | jq .findings'))
    .action(async (flags: { json?: boolean }) => (await import('../commands/doctor.ts')).doctor(flags))
}

function demo(program: Command): void {
  program
    .command('demo')
    .description('run real commands, and show what both gates do')
    .addHelpText('after', examples('poundlock demo'))
    .action(async () => (await import('../commands/demo.ts')).demo())
}

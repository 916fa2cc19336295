import { Option, type Command } from 'commander'
import type { CheckFlags } from '../commands/check.ts'
import type { ExecFlags } from '../input/exec-input.ts'
import type { ProgramCommands } from '../program.ts'
import { addNodeOptions } from './fleet-options.ts'
import { addCaller, addGatewayOption, addLocationOptions, addNoPrompts, collect, EXIT_CODES } from './shared-options.ts'

/** Commands that are started once for each call. They have a bundle of their own, which starts faster. */
export const CALL_COMMANDS = { exec, check } satisfies ProgramCommands

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
  addNoPrompts(addCaller(addLocationOptions(addGatewayOption(addNodeOptions(command)))))
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
  poundlock exec --node build-box -- npm test
  poundlock exec --nodes role=web --max-errors 1 -- uptime
  poundlock exec --json -- "ls -la" | jq .run.exitCode`,
    )
    .action(async (words: string[], flags: ExecFlags) => (await import('../commands/exec.ts')).exec(words, flags))
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
    .action(async (words: string[], flags: CheckFlags) => (await import('../commands/check.ts')).check(words, flags))
}

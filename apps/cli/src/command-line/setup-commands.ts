import { Argument, type Command } from 'commander'
import type { InitFlags } from '../commands/init.ts'
import type { UninstallFlags } from '../commands/uninstall.ts'
import { SHELLS, type ShellName } from '../output/completion-script.ts'
import type { ProgramCommands } from '../program.ts'
import { examples } from './shared-options.ts'

/** Adds the command that puts Poundlock in front of agents. */
export function init(program: Command): void {
  program
    .command('init')
    .description('put Poundlock in front of your agents, write the configuration, and show what it does')
    .option(
      '--agents <names>',
      'agents, with commas: claude-code, codex, gemini, openclaw, cursor, cursor-hooks, windsurf, vscode; or none',
    )
    .option(
      '--presets <names>',
      'registries for contained commands: npm, pypi, crates, go, debian, github-read; or none',
    )
    .option('--workspace <folder>', 'whose files say which registries are needed')
    .option('--yes', 'write without asking')
    .option('--no-self-test', 'run no commands at the end')
    .option('--json', 'as JSON; asks nothing')
    .addHelpText(
      'after',
      examples(
        'poundlock init',
        'poundlock init --agents claude-code --presets npm --yes',
        'poundlock init --json --yes',
      ),
    )
    .action(async (flags: InitFlags) => (await import('../commands/init.ts')).init(flags))
}

/** Adds the command that takes it back. */
export function uninstall(program: Command): void {
  program
    .command('uninstall')
    .description("take Poundlock away from your agents' settings; keeps your configuration and the record")
    .option('--yes', 'write without asking')
    .option('--json', 'as JSON; asks nothing')
    .addHelpText('after', examples('poundlock uninstall', 'poundlock uninstall --yes'))
    .action(async (flags: UninstallFlags) => (await import('../commands/uninstall.ts')).uninstall(flags))
}

/** Adds the command that prints a completion script for all commands. */
export const completion = (commands: () => ProgramCommands) => (program: Command) => {
  program
    .command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText(
      'after',
      examples(
        'poundlock completion bash > ~/.local/share/bash-completion/completions/poundlock',
        'poundlock completion zsh > ~/.zfunc/_poundlock',
        'poundlock completion fish > ~/.config/fish/completions/poundlock.fish',
      ),
    )
    .action(async (shell: ShellName) => (await import('../commands/completion.ts')).printCompletion(shell, commands()))
}

/** Adds the command that prints the JSON Schema of what a command prints as JSON. */
export function schema(program: Command): void {
  program
    .command('schema')
    .description("the JSON Schema of a command's --json output; without a command, the names of all")
    .argument('[command...]', 'the words of a command')
    .addHelpText('after', examples('poundlock schema', 'poundlock schema exec', 'poundlock schema approvals pending'))
    .action(async (words: string[]) => (await import('../commands/schema.ts')).printOutputSchema(words))
}

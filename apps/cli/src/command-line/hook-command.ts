import { Argument, type Command } from 'commander'
import type { HookFlags } from '../commands/hook.ts'
import type { InstallableAgent } from '../hook/agent-format.ts'
import { HOOK_AGENTS } from '../hook/hook-agents.ts'
import { examples } from './shared-options.ts'

/** An answer alone has a bundle of its own (`hook.ts`). */
export function hook(program: Command): void {
  program
    .command('hook')
    .description("decide as another agent's pre-tool hook: its question on standard input, the answer in its format")
    .addArgument(new Argument('<agent>', 'whose hook').choices(HOOK_AGENTS))
    .option('--install', "add the hook to the agent's settings; a copy of them is kept")
    .option('--uninstall', 'remove it')
    .option('--print', 'show what --install would add')
    .option('--settings <file>', "instead of the agent's own settings file")
    .option('--shadow', 'with --install too: decide and record, and stop nothing; see `poundlock policy shadow`')
    .option('--no-prompts', 'with --install too: refuse what the policy asks about, for agents that run alone')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock hook claude-code --print', 'poundlock hook claude-code --install'))
    .action(async (agent: InstallableAgent, flags: HookFlags) =>
      (await import('../commands/hook.ts')).hook(agent, flags),
    )
}

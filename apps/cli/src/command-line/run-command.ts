import type { Command } from 'commander'
import type { RunAgentFlags } from '../run/run-agent-flags.ts'
import { collect, examples } from './shared-options.ts'

/** `poundlock run AGENT` */
export function run(program: Command): void {
  program
    .command('run')
    .description('start a coding agent contained, with the guarded tools in the place of its own')
    .usage('[options] AGENT [-- ARGS]')
    .argument('<agent>', 'claude, codex, gemini, opencode, or any program')
    .argument('[args...]', 'for the agent')
    .option('--observe', 'only record what would be decided: nothing is contained, denied or asked')
    .option('--api-host <host>', 'a host that the agent itself may reach: api.example.com:8443', collect)
    .option('--pass <name>', 'a variable that the agent gets', collect)
    .option('--home <folder>', "the agent's home folder, kept after the run; a temporary one unless named")
    .option('--workspace <folder>', 'the folder that the guarded tools may write')
    .option('--config <file>', "instead of the user's poundlock.json")
    .option('--agent <id>', 'whose rules hold; the name of the agent unless named')
    .option('--session <key>', 'in this session')
    .passThroughOptions()
    .addHelpText('after', examples('poundlock run claude', 'poundlock run codex -- exec "fix the tests"'))
    .action(async (agent: string, args: string[], flags: RunAgentFlags) =>
      (await import('../commands/run.ts')).run(agent, args, flags),
    )
}

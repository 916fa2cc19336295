import type { Command } from 'commander'
import type { AcpFlags } from '../acp/acp-flags.ts'
import { collect, examples } from './shared-options.ts'

/** `poundlock acp -- AGENT` */
export function acp(program: Command): void {
  program
    .command('acp')
    .description('stand between an editor and an ACP agent: contain the agent, decide what it asks')
    .usage('[options] -- AGENT [ARGS]')
    .argument('<agent>', 'gemini, opencode, claude-agent-acp, codex-acp, or any program that speaks ACP')
    .argument('[args...]', 'for the agent')
    .option('--api-host <host>', 'a host that the agent itself may reach: api.example.com:8443', collect)
    .option('--pass <name>', 'a variable that the agent gets', collect)
    .option('--home <folder>', "the agent's home folder, kept after the run; a temporary one unless named")
    .option('--workspace <folder>', 'the folder that the agent may write')
    .option('--config <file>', "instead of the user's poundlock.json")
    .option('--agent <id>', 'whose sandbox rules hold; the name of the agent unless named')
    .option('--session <key>', 'in this session')
    .passThroughOptions()
    .addHelpText('after', examples('poundlock acp -- gemini --acp', 'poundlock acp -- opencode acp'))
    .action(async (agent: string, args: string[], flags: AcpFlags) =>
      (await import('../commands/acp.ts')).acp(agent, args, flags),
    )
}

import type { Command } from 'commander'
import type { SessionsFlags } from '../commands/sessions.ts'
import { addGatewayOption } from '../gateway/choose-gateway.ts'
import { examples } from './shared-options.ts'

/** `poundlock sessions …` */
export function sessions(program: Command): void {
  const group = program
    .command('sessions')
    .description('the sessions in which agents work at a gateway')
    .addHelpText('after', examples('poundlock sessions list', 'poundlock sessions follow s_3f2a91c0'))
  const load = () => import('../commands/sessions.ts')
  addGatewayOption(group.command('list').description('those that are open, the newest first'))
    .option('--all', 'also those that were aborted')
    .option('--agent <id>', 'only of this agent')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock sessions list', 'poundlock sessions list --gateway office --json'))
    .action(async (flags: SessionsFlags & { agent?: string; all?: boolean }) => (await load()).listSessions(flags))
  addGatewayOption(group.command('follow').description('print what happened in a session, and what happens'))
    .argument('<session>', 'its id')
    .option('--after <number>', 'only events with a higher number')
    .option('--json', 'one event a line')
    .addHelpText('after', examples('poundlock sessions follow SESSION', 'poundlock sessions follow SESSION --after 12'))
    .action(async (session: string, flags: SessionsFlags & { after?: string }) =>
      (await load()).followSession(session, flags),
    )
}

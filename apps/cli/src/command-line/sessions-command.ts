import type { Command } from 'commander'
import type { SessionsFlags } from '../commands/sessions.ts'
import { addGatewayOption, examples } from './shared-options.ts'

/** `poundlock sessions …` */
export function sessions(program: Command): void {
  const group = program
    .command('sessions')
    .description('the sessions in which agents work at a gateway')
    .addHelpText('after', examples('poundlock sessions list', 'poundlock sessions follow s_3f2a91c0'))
  const load = () => import('../commands/sessions.ts')
  addGatewayOption(group.command('list').description('list open sessions, the newest first'))
    .option('--all', 'include aborted sessions')
    .option('--agent <id>', 'only of this agent')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock sessions list', 'poundlock sessions list --gateway office --json'))
    .action(async (flags: SessionsFlags & { agent?: string; all?: boolean }) => (await load()).listSessions(flags))
  addGatewayOption(group.command('follow').description('print the past and new events of a session'))
    .argument('<session>', 'its id')
    .option('--after <number>', 'only events with a higher number')
    .option('--json', 'one event a line')
    .addHelpText('after', examples('poundlock sessions follow SESSION', 'poundlock sessions follow SESSION --after 12'))
    .action(async (session: string, flags: SessionsFlags & { after?: string }) =>
      (await load()).followSession(session, flags),
    )
}

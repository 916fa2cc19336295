import { type Command, InvalidArgumentError } from 'commander'
import type { ResolveFlags } from '../commands/approvals-requests.ts'
import type { WatchFlags } from '../commands/approvals-watch.ts'
import type { GatewayChoice } from '../gateway/choose-gateway.ts'
import { addGatewayOption, examples } from './shared-options.ts'

/** `poundlock approvals pending|resolve|watch|serve`: requests that wait for an answer. */
export function addRequestCommands(group: Command): void {
  addGatewayOption(group.command('pending').alias('list'))
    .description('list requests that wait for an answer')
    .option('--agent <id>', 'only of this agent')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock approvals pending', 'poundlock approvals pending --json | jq .requests'))
    .action(async (flags: GatewayChoice & { json?: boolean; agent?: string }) =>
      (await import('../commands/approvals-requests.ts')).listPending(flags),
    )
  addGatewayOption(group.command('resolve'))
    .description('answer a request; the first answer counts')
    .argument('<id>', 'the whole or an unambiguous beginning')
    .argument('[decision]', 'allow-once, allow-always or deny')
    .option('--decision <decision>', 'the same, as an option')
    .option('--reason <text>', 'the reason, for the agent')
    .option('--uses <n>', 'with allow-always: how often it can be used without another approval')
    .option('--expires <time>', 'with allow-always, from now: 30m, 12h, 7d, 2w')
    .option('--scope <scope>', 'with allow-always: exact (these words), folder (its folder alone) or workspace')
    .option('--like', 'also answer similar waiting requests: the same programs, agent, session and folder')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        'poundlock approvals resolve 3f2a91c0 allow-once',
        'poundlock approvals resolve 3f2a91c0 deny --reason "not on main"',
        'poundlock approvals resolve 3f2a91c0 allow-once --like',
        'poundlock approvals resolve 3f2a91c0 --decision allow-always --uses 5 --expires 1d',
        'poundlock approvals resolve 3f2a91c0 allow-always --scope exact',
      ),
    )
    .action(async (id: string, decision: string | undefined, flags: ResolveFlags) =>
      (await import('../commands/approvals-requests.ts')).resolveRequest(id, decision, flags),
    )
  addGatewayOption(group.command('watch'))
    .description('show requests as they arrive, and ask at this terminal')
    .option('--json', 'print one event a line, and ask nothing')
    .option('--while <pid>', 'end when this process has ended', readPid)
    .addHelpText('after', examples('poundlock approvals watch', 'poundlock approvals watch --json'))
    .action(async (flags: WatchFlags) => (await import('../commands/approvals-watch.ts')).watchApprovals(flags))
  group
    .command('serve')
    .description('show requests in the configured chats and to prompting clients, until it is stopped')
    .option('--json', 'one event a line')
    .addHelpText('after', examples('poundlock approvals serve'))
    .action(async (flags: { json?: boolean }) => (await import('../commands/approvals-watch.ts')).serve(flags))
}

function readPid(text: string): number {
  const pid = Number(text)
  if (Number.isSafeInteger(pid) && pid > 0) return pid
  throw new InvalidArgumentError('expected the number of a process.')
}

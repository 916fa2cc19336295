import type { Command } from 'commander'
import type { PlayFlags } from '../commands/audit-play.ts'
import type { TailFlags, VerifyFlags } from '../commands/audit.ts'
import { addGatewayOption, collect, examples } from './shared-options.ts'

export function audit(program: Command): void {
  const group = program
    .command('audit')
    .description('the records of decisions and runs')
    .addHelpText('after', examples('poundlock audit tail', 'poundlock audit verify'))
  const load = () => import('../commands/audit.ts')
  addGatewayOption(group.command('tail').description('the last records'))
    .option('--node <name>', 'what this node has shipped to the gateway')
    .option('-n, --lines <count>', 'how many', '10')
    .option('-f, --follow', 'follow new records of this machine')
    .option('--agent <id>', 'of this agent')
    .option('--decision <word>', 'allow, ask or deny')
    .option('--approver <part>', 'approved, refused or done by a name that has this in it')
    .option('--text <part>', 'with this in the command, the tool, a file or an address')
    .option('--type <type>', 'of this type; may be repeated', collect)
    .option('--json', 'one JSON object a line')
    .addHelpText(
      'after',
      examples(
        'poundlock audit tail --lines 20',
        'poundlock audit tail --follow --json',
        'poundlock audit tail --decision deny --agent coder',
        'poundlock audit tail --gateway office --node web-1 --text rm',
      ),
    )
    .action(async (flags: TailFlags) => (await load()).tailAudit(flags))
  group
    .command('play')
    .description('what a recorded command printed')
    .argument('<id>', 'of its run or its call, or the beginning of one')
    .option('--speed <factor>', 'how much faster than it was', '1')
    .option('--idle <seconds>', 'wait no longer than this', '2')
    .addHelpText('after', examples('poundlock audit play run_3f2a91c0', 'poundlock audit play run_3f2a91c0 --speed 4'))
    .action(async (id: string, flags: PlayFlags) =>
      (await import('../commands/audit-play.ts')).playRecording(id, flags),
    )
  addGatewayOption(
    group
      .command('verify')
      .description('check that no record was changed, removed or added')
      .option('--all', 'and the records of all nodes, as the gateway has them'),
  )
    .option('--head <hash>', 'the hash of the last record, from your own notes')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        'poundlock audit verify',
        'poundlock audit verify --all',
        'poundlock audit verify --gateway office',
        'poundlock audit verify --head "$(cat noted-head)"',
      ),
    )
    .action(async (flags: VerifyFlags) => (await load()).verifyAudit(flags))
}

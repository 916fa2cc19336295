import type { Command } from 'commander'
import type { TryFlags } from '../commands/try.ts'
import { examples } from './shared-options.ts'

/** `poundlock try …` */
export function tryCommands(program: Command): void {
  const group = program
    .command('try')
    .description('manage tries that `exec --try` kept')
    .addHelpText('after', examples('poundlock exec --try -- "sed -i s/a/b/ *.txt"', 'poundlock try list'))
  const add = (name: string, description: string, example: string) =>
    group
      .command(`${name} <id>`)
      .description(description)
      .option('--json', 'as JSON')
      .addHelpText('after', examples(example))
  const load = () => import('../commands/try.ts')
  group
    .command('list')
    .description('list the kept tries, the newest first')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('poundlock try list', 'poundlock try list --json | jq .tries'))
    .action(async (flags: TryFlags) => (await load()).listTries(flags))
  add('show', 'what it changed', 'poundlock try show 0abc1def').action(async (id: string, flags: TryFlags) =>
    (await load()).showTry(id, flags),
  )
  add('apply', 'apply it to its workspace, all or nothing; finish an interrupted apply', 'poundlock try apply 0abc1def')
    .option('--force', 'apply despite conflicts; overwritten files are kept')
    .action(async (id: string, flags: TryFlags) => (await load()).applyTry(id, flags))
  add('discard', 'forget it', 'poundlock try discard 0abc1def').action(async (id: string, flags: TryFlags) =>
    (await load()).discardTry(id, flags),
  )
  add('undo', 'take an interrupted apply back', 'poundlock try undo 0abc1def').action(
    async (id: string, flags: TryFlags) => (await load()).undoTry(id, flags),
  )
}

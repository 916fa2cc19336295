import type { Command } from 'commander'
import type { DiffFlags, HistoryFlags, UndoFlags } from '../commands/undo.ts'
import { addLocationOptions, examples } from './shared-options.ts'

const load = () => import('../commands/undo.ts')

/** `poundlock undo` */
export function undo(program: Command): void {
  addLocationOptions(
    program
      .command('undo')
      .description('bring the workspace back to what it was before runs of agents; without a run, before the last one')
      .argument('[run...]', 'ids, or unique beginnings of them'),
  )
    .option('--last <n>', 'the last n runs that changed something')
    .option('--since <time>', 'all runs since then: 30m, 12h, 7d, 2w ago, or 2026-01-31T12:00')
    .option('--partial', 'bring back the rest where something was changed since')
    .option('--dry-run', 'show what it would do')
    .addHelpText('after', examples('poundlock undo', 'poundlock undo --dry-run --last 3', 'poundlock undo run_3f'))
    .action(async (runs: string[], flags: UndoFlags) => (await load()).undo(runs, flags))
}

/** `poundlock history` */
export function history(program: Command): void {
  addLocationOptions(
    program
      .command('history')
      .description('list the runs that changed the workspace, the newest first')
      .argument('[path]', 'only those that changed this, or something in it'),
  )
    .option('--last <n>', 'at most so many; 50 unless named')
    .addHelpText('after', examples('poundlock history', 'poundlock history src/main.ts', 'poundlock history --json'))
    .action(async (path: string | undefined, flags: HistoryFlags) => (await load()).history(path, flags))
}

/** `poundlock diff` */
export function diff(program: Command): void {
  addLocationOptions(
    program
      .command('diff')
      .description('show what a run changed in the workspace')
      .argument('<run>', 'its id, or a unique beginning of it'),
  )
    .addHelpText('after', examples('poundlock diff run_3f', 'poundlock diff run_3f --json'))
    .action(async (run: string, flags: DiffFlags) => (await load()).diff(run, flags))
}

import type { Command } from 'commander'
import type { LearnFlags } from '../commands/learn.ts'
import { addLocationOptions, collect, examples } from './shared-options.ts'

/** `poundlock learn` */
export function learn(program: Command): void {
  addLocationOptions(
    program
      .command('learn')
      .description('propose the fewest rules that answer what your agents ask, or the settings that a command needs')
      .usage('[options] [-- COMMAND]')
      .argument('[command...]', 'a command to run on a view of the workspace'),
  )
    .option(
      '--from <agent>',
      'agent, or transcript: claude-code, codex, gemini; may be repeated; all unless named',
      collect,
    )
    .option('--since <time>', 'only what ran since then: 12h, 30d, 2w ago, or 2026-01-31; 30d unless named')
    .option('--most <n>', 'so many rules at most; 12 unless named')
    .option('--write', 'write it without asking')
    .passThroughOptions()
    .addHelpText(
      'after',
      examples(
        'poundlock learn',
        'poundlock learn --from claude-code --since 90d',
        'poundlock learn --from session.jsonl --json',
        'poundlock learn -- npm ci',
      ),
    )
    .action(async (words: string[], flags: LearnFlags) =>
      words.length > 0
        ? (await import('../commands/learn-run.ts')).learnFromRun(words, flags)
        : (await import('../commands/learn.ts')).learn(flags),
    )
}

/** `poundlock policy shadow` */
export function shadow(policy: Command): void {
  addLocationOptions(
    policy.command('shadow').description('report what hooks in the shadow would have decided, and propose rules'),
  )
    .option('--since <time>', 'since then; 7d unless named')
    .option('--write', 'write the rules without asking')
    .addHelpText('after', examples('poundlock policy shadow', 'poundlock policy shadow --since 2w --json'))
    .action(async (flags: LearnFlags) => (await import('../commands/policy-shadow.ts')).shadowReport(flags))
}

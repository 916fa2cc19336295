import { visibleText } from '@poundlock/spec'
import { readSince } from '../input/point-in-time.ts'
import { recordedCalls, seenLines } from '../learn/seen-lines.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { openReview } from '../review/review-place.ts'
import { type LearnFlags, proposeRules } from './learn.ts'

const WEEK = '7d'
/** Lines of each decision that are shown. */
const MOST_SHOWN = 10

/** `poundlock policy shadow`: what the hooks in the shadow would have decided, and the rules that would make it quieter. */
export async function shadowReport(flags: LearnFlags): Promise<void> {
  const review = openReview(flags)
  const since = readSince(flags.since ?? WEEK, Date.now())
  const calls = await withSpinner('reading the record', flags, () =>
    recordedCalls(review.state, since, ({ surface }) => surface === 'shadow'),
  )
  const counts = { allow: 0, ask: 0, deny: 0 }
  const lines = new Map<
    string,
    { readonly command: string; readonly decision: 'allow' | 'ask' | 'deny'; count: number }
  >()
  for (const { command, decision } of calls) {
    counts[decision]++
    const key = `${decision} ${command}`
    const line = lines.get(key) ?? { command, decision, count: 0 }
    line.count++
    lines.set(key, line)
  }
  const most = (wanted: 'ask' | 'deny') =>
    [...lines.values()]
      .filter(({ decision }) => decision === wanted)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, MOST_SHOWN)
  const { lines: seen, left } = seenLines(calls, review, flags)
  const propose = () => proposeRules({ lines: seen, left, read: ['the hooks in the shadow'], review, flags })
  if (flags.json) {
    const shadow = { calls: calls.length, ...counts, asked: most('ask'), denied: most('deny') }
    return printJson({ ...shadow, proposal: await propose() })
  }
  const { bold } = paint()
  if (calls.length === 0) {
    return printLine('no hook in the shadow decided anything: poundlock hook AGENT --install --shadow puts one there')
  }
  const inHundred = (count: number) => `${count} (${Math.round((1000 * count) / calls.length) / 10} %)`
  await printLine(
    `${calls.length} commands: allowed ${inHundred(counts.allow)}, asked about ${inHundred(counts.ask)}, denied ${inHundred(counts.deny)}`,
  )
  for (const [title, wanted] of [
    ['would have been denied', 'deny'],
    ['would have been asked about', 'ask'],
  ] as const) {
    const shown = most(wanted)
    if (shown.length > 0) await printLine(bold(title))
    for (const { count, command } of shown) await printLine(`  ${String(count).padStart(6)}  ${visibleText(command)}`)
  }
  await propose()
}

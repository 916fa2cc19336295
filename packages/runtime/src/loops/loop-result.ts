import type { CallOutcome } from '../call/outcome.ts'

/** Names of the files that long results are kept in: another one each time. */
const KEPT = /\b(?:page|output)-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:txt|log)\b/g

/** The result of a call without what differs each time; `undefined` where it was refused as a loop. */
export function loopResultOf({ status, message, decision, run, output }: CallOutcome): unknown {
  if (decision?.reasons.some(({ code }) => code === 'LOOP_DETECTED') === true) return undefined
  const texts = output?.content.map((part) => (part.type === 'text' ? part.text.replace(KEPT, '') : part.data)) ?? null
  return [status, message, texts, run && [run.stdout, run.stderr, run.exitCode]]
}

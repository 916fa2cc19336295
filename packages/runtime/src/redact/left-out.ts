import type { CallOutcome } from '../call/outcome.ts'

/**
 * Remembers lines that were given out with a redacted secret. Writing such a line back would replace the secret by the
 * mask.
 */
export interface LeftOut {
  learn(before: CallOutcome, after: CallOutcome): void
  /** The first redacted line anywhere in the input; `null` where there is none. */
  find(input: unknown): string | null
}

const MAX_LINES = 4096
const MAX_LENGTH = 1024

export function createLeftOut(): LeftOut {
  const lines = new Set<string>()
  const add = (line: string) => {
    lines.delete(line)
    lines.add(line)
    if (lines.size > MAX_LINES) lines.delete(lines.values().next().value!)
  }
  const find = (input: unknown): string | null => {
    if (typeof input === 'string') return linesOf(input).find((line) => lines.has(line)) ?? null
    if (typeof input !== 'object' || input === null) return null
    for (const part of Object.values(input)) {
      const found = find(part)
      if (found !== null) return found
    }
    return null
  }
  return {
    learn(before, after) {
      const [was, is] = [textsOf(before), textsOf(after)]
      for (const [index, text] of is.entries()) {
        if (text === was[index]) continue
        const known = new Set(linesOf(was[index] ?? ''))
        for (const line of linesOf(text)) if (!known.has(line) && line.length <= MAX_LENGTH) add(line)
      }
    },
    find: (input) => (lines.size === 0 ? null : find(input)),
  }
}

/** Without the text around a line, such as its number. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*\d{1,9}\t/, '').trim())
    .filter((line) => line !== '')

function textsOf({ output, run }: CallOutcome): readonly string[] {
  const texts = (output?.content ?? []).map((part) => (part.type === 'text' ? part.text : ''))
  return [...texts, run?.stdout ?? '', run?.stderr ?? '']
}

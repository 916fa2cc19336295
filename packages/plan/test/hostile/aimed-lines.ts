import { readFileSync } from 'node:fs'
import type { HostileLine } from './hostile-lines.ts'

const read = (file: string) =>
  readFileSync(new URL(`../corpus/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)

/** Lines below `# class`; `⏎` stands for a line feed. */
function classified(file: string): readonly HostileLine[] {
  let name = ''
  return read(file).flatMap((text) => {
    if (!text.startsWith('# ')) return [{ class: name, line: text.replaceAll('⏎', '\n') }]
    name = text.slice(2)
    return []
  })
}

const AROUND = ['X', 'ls; X', 'X | cat']

/** Lines aimed at what needs no rule: each alone, and with harmless work around it. */
export const aimedLines = (): readonly HostileLine[] =>
  classified('aimed-lines.txt').flatMap(({ class: name, line }) =>
    AROUND.map((form) => ({ class: name, line: form.replace('X', () => line) })),
  )

/** Harmless lines of the same kinds, which need no answer where the files are there. */
export const aimedTwins = (): readonly HostileLine[] => classified('aimed-twins.txt')

/** A line, the rule that covers it, whether it can be granted for good, and what neither covers. */
export interface Beside {
  readonly line: string
  readonly rule?: string
  readonly granted?: true
  readonly more: readonly string[]
}

export const besideAllowed = (): readonly Beside[] =>
  read('aimed-beside.jsonl').map((line) => JSON.parse(line) as Beside)

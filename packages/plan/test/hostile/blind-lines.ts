import { readFileSync } from 'node:fs'
import type { HostileLine } from './hostile-lines.ts'

/**
 * A row of the corpus: a `deed` that does more than look at the workspace or write an open file in it; a `variable` that
 * changes what runs, and a `setter` that sets it (`E`) for a command (`C`); what stands `around` a deed (`X`); and a
 * `prefix` of a program, which a reader looks through.
 */
interface Row {
  readonly part: 'deed' | 'variable' | 'setter' | 'around' | 'prefix'
  readonly class?: string
  readonly text: string
}

const ROWS = readFileSync(new URL('../corpus/blind-deeds.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)
const of = (part: Row['part']) => ROWS.filter((row) => row.part === part)

/** A program with plain words, and no syntax or builtin of the shell. */
const isProgram = (deed: string) =>
  /^[a-z]+ [\w./:@=~ -]+$/.test(deed) &&
  !/^(?:read|exec|source|builtin|trap|alias|eval|export|command|enable|local)\b/.test(deed)

/** Lines of each class, by a deed and what stands around it. They were written without a look at the code. */
export function blindLines(): readonly HostileLine[] {
  const commands = ['git log', 'git diff', 'git status --short', 'git show HEAD']
  const set = of('setter').flatMap(({ text: setter }) =>
    of('variable').flatMap(({ class: name = '', text: variable }) =>
      commands.map((command) => ({
        class: name,
        line: setter.replace('E', () => variable).replace('C', () => command),
      })),
    ),
  )
  const done = of('deed').flatMap(({ class: name = '', text: deed }) =>
    [...of('around'), ...(isProgram(deed) ? of('prefix') : [])].map(({ text: form }) => ({
      class: name,
      line: form.replace('X', () => deed),
    })),
  )
  return [...set, ...done]
}

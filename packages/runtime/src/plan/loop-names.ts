import type { Command, Script } from '@poundlock/shell'
import type { CommandWord } from '@poundlock/shell/analysis'

/** What a variable stands for within a loop: some name that a pattern or a list of names says. */
interface LoopName {
  readonly name: string
  readonly start: number
  readonly end: number
  /** A pattern that fits all that it can be. */
  readonly pattern: string
  readonly endsInSlash: boolean
}

/** Names and patterns below the folder, none of them hidden. */
const PLAIN = /^(?:\.\/)?[\w*?@+,=][\w.*?@+,=-]*(?:\/[\w*?@+,=][\w.*?@+,=-]*)*\/?$/

/**
 * The variables of loops over patterns and names that are written out: `for f in src/*.ts; do head "$f"; done` reads what
 * `head src/*.ts` reads. Where anything else of the line may set such a variable, nothing is said of it.
 */
export function loopNames(tree: Script, text: string): readonly LoopName[] {
  if (
    !/\bfor\s/.test(text) ||
    /\b(?:eval|source|declare|typeset|local|unset|mapfile|readarray|getopts|printf\s+-v|IFS|coproc|wait|trap|select)\b/.test(
      text,
    )
  ) {
    return []
  }
  const found: LoopName[] = []
  const visit = (script: Script): void => {
    for (const { pipelines } of script.statements) {
      for (const { commands } of pipelines) for (const command of commands) look(command)
    }
  }
  const look = (command: Command): void => {
    if (command.type === 'group' || command.type === 'subshell' || command.type === 'while') visit(command.body)
    if (command.type === 'if') for (const { body } of command.branches) visit(body)
    if (command.type !== 'for') return
    visit(command.body)
    const words = (command.words ?? []).map(({ parts }) => {
      return parts.length === 1 && parts[0]?.type === 'literal' ? parts[0].text : null
    })
    if (words.length === 0 || !words.every((word) => word !== null && PLAIN.test(word))) return
    const [first = ''] = words
    const pattern = words.length === 1 && /[*?]/.test(first ?? '') ? first! : './*'
    const endsInSlash = words.some((word) => word!.endsWith('/'))
    found.push({ name: command.name, start: command.start, end: command.end, pattern, endsInSlash })
  }
  visit(tree)
  return found.filter(({ name }) => !isSetElsewhere(name, text))
}

/** Another loop over the same variable, an assignment, arithmetic, `read`, `{f}<`. */
function isSetElsewhere(name: string, text: string): boolean {
  const loops = text.match(new RegExp(`\\b(?:for|select)\\s+${name}\\b`, 'g')) ?? []
  const sets = new RegExp(
    `\\b${name}(?:\\[[^\\]]*\\])?\\s*(?::?[-+*/%&|^]?=|\\+\\+|--)|(?:\\+\\+|--)\\s*${name}\\b|\\bread\\b[^;|&\\n]*\\b${name}\\b|\\{${name}\\}[<>&]`,
  )
  return loops.length !== 1 || sets.test(text)
}

/** A variable in quotes, perhaps in a folder that is written out, and with the rest of a name or path. */
const WRITTEN = /^"((?:[\w@./][\w@./-]*\/)?)\$(?:(\w+)|\{(\w+)\})((?:[./][\w@./-]*|\w[\w@./-]*)?)"$/

/** The word as the pattern that it stands for, where it is such a variable in quotes: `"$f"`, `"packages/$d/package.json"`. */
export function asPattern(word: CommandWord, loops: readonly LoopName[], text: string): CommandWord {
  if (word.text !== null || word.pattern !== null) return word
  const [, folder, plain, braced, rest] = WRITTEN.exec(text.slice(word.span[0], word.span[1])) ?? []
  if (folder === undefined || rest === undefined || word.prefix !== folder || `${folder} ${rest}`.includes('..')) {
    return word
  }
  const name = plain ?? braced
  const loop = loops.find((entry) => entry.name === name && word.span[0] > entry.start && word.span[1] < entry.end)
  // Behind a name that ends in a slash, a dot begins a hidden one.
  if (loop === undefined || (rest.startsWith('.') && loop.endsInSlash)) return word
  return { ...word, pattern: `${folder}${loop.pattern}${rest}` }
}

import { visibleText } from '@poundlock/spec'
import type { PlannedCommand } from '../../model/command-plan.ts'
import { programName } from './programs.ts'

/** What a rule for a command does not mean unless it says so, and where it names what it is about, nothing further. */
interface Bounds {
  /** Options that take something away. */
  readonly options: RegExp
  /** Operands that do. */
  readonly operands?: RegExp
  /** So many plain words, the subcommand too, name what a rule is about. */
  readonly named?: number
  /** Options that only count where it is named. */
  readonly whereNamed?: RegExp
  /** Options whose value stands behind them. */
  readonly takesNext?: RegExp
}

const NEVER = /^$/

/** By program and subcommand. git-push(1), git-commit(1), git-fetch(1), git-checkout(1), git-switch(1), git-stash(1), kill(1) */
const BOUNDS: Readonly<Record<string, Bounds>> = {
  'git push': {
    options: /^(?:-f|--force(?:-with-lease|-if-includes)?|--mirror|--prune|-d|--delete|--no-verify)$/,
    whereNamed: /^(?:--all|--branches|--tags)$/,
    named: 3,
    takesNext: /^(?:-o|--push-option|--repo)$/,
  },
  // What the hooks of the repository check.
  'git commit': { options: /^(?:-n|--no-verify)$/ },
  // `+main:main` and `main:other` move a branch of one's own.
  'git fetch': { options: /^(?:-f|--force|--refmap|-u|--update-head-ok)$/, operands: /^\+|:/ },
  // `main -- .` and `main a.txt` overwrite what was not committed.
  'git checkout': { options: /^(?:-f|--force|-B)$/, named: 2 },
  'git switch': { options: /^(?:-f|--force|-C|--force-create|--discard-changes)$/, named: 2 },
  'git stash': { options: NEVER, operands: /^(?:drop|clear)$/ },
  kill: { options: NEVER, named: 1 },
}

/**
 * A word that goes beyond what a rule says: a second branch to push, a second process to end, an option that takes away
 * what others have. `null` where there is none.
 *
 * @param words the words of the rule behind the program
 */
export function beyondWords({ name, profile }: PlannedCommand, words: readonly string[]): string | null {
  const [, subcommand = ''] = profile?.words ?? []
  const program = programName(name ?? '')
  const bounds = BOUNDS[program] ?? (words[0] === subcommand ? BOUNDS[`${program} ${subcommand}`] : undefined)
  if (bounds === undefined) return null
  const { options, operands = NEVER, named = Number.POSITIVE_INFINITY, whereNamed = NEVER, takesNext = NEVER } = bounds
  const isNamed = words.filter((word) => !word.startsWith('-')).length >= named
  const isMore = (option: string) => options.test(option) || (isNamed && whereNamed.test(option))
  const option = profile?.options?.find((one) => isMore(one) && !words.includes(one))
  if (option !== undefined) return option
  const own = profile?.words?.slice(1) ?? []
  const operand = own.find((word, at) => {
    if (word === null) return isNamed
    if (words.includes(word)) return false
    const isPlain = word === '--' || !word.startsWith('-')
    return operands.test(word) || (isNamed && isPlain && !takesNext.test(own[at - 1] ?? ''))
  })
  if (operand === undefined) return null
  return operand === null ? 'a word that is only known at run time' : visibleText(operand)
}

import type { CommandProfile, PlannedCommand } from '@poundlock/policy'
import type { ProfileWord } from '@poundlock/profiles'
import { profileOf } from './command-profile.ts'
import { addExecuted, addPossible, type StartPlace } from './possible-commands.ts'
import { realFile } from './real-file.ts'

const MAX_NESTING = 8

/** What a started command has of the one that starts it. */
export type Inherited = Pick<PlannedCommand, 'span' | 'readsPipe' | 'environment' | 'cwd'>

/** Where a command is started. */
export interface StartedPlace extends StartPlace {
  /** The folder; `null` when that is not certain. */
  readonly where: string | null
  readonly text: string
  readonly resolved: (program: string) => string | null
}

/** What a command sets is set for those that it starts. */
export function forStarted(base: Inherited, { effects }: CommandProfile): Inherited {
  const set = effects.filter(({ kind }) => kind === 'environment')
  const names = set.map(({ path }) => path ?? 'a variable that is only known at run time')
  return names.length === 0 ? base : { ...base, environment: [...base.environment, ...names] }
}

/** Adds a command that another one starts, and those that it starts in turn. */
export function addStarted(
  words: readonly ProfileWord[],
  base: Inherited,
  place: StartedPlace,
  into: PlannedCommand[],
  depth = 0,
): void {
  const { where, home, text, resolved } = place
  const argv = words.map((word) => (typeof word === 'object' && word !== null ? (word.text ?? null) : word))
  const name = argv[0] ?? null
  const { profile, runs, onlyStarts } = profileOf(words, where, home, text, place.inspectRepository !== undefined)
  const program = name === null ? null : resolved(name)
  const real = program === null || place.inspectRepository === undefined ? null : realFile(program)
  into.push({
    ...base,
    name,
    argv,
    builtin: false,
    resolved: program,
    ...(real !== null && { real }),
    profile,
    ...(onlyStarts && depth < MAX_NESTING && { passive: true }),
  })
  const [, option, code] = argv
  if (option === '-c' && typeof code === 'string' && /^(?:ba|da)?sh$/.test(name ?? '')) {
    addPossible(code, base.span, place, into)
  } else if (option === '-c' && code === null && /^(?:ba|da)?sh$/.test(name ?? '')) {
    const word = words[2]
    const begun = typeof word === 'object' && word !== null ? (word.prefix ?? '') : ''
    if (begun !== '') addPossible(begun, base.span, place, into)
  }
  addExecuted(profile, base.span, place, into)
  if (depth >= MAX_NESTING) return
  for (const inner of runs) addStarted(inner, forStarted(base, profile), place, into, depth + 1)
}

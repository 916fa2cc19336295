import type { CommandProfile, PlannedCommand } from '@poundlock/policy'
import type { ProfileWord } from '@poundlock/profiles'
import type { Dialect } from '@poundlock/shell'
import type { LineTree } from '../line/line-tree.ts'
import { realFiles } from '../links/real-file.ts'
import { looksAtDisk } from '../plan-options.ts'
import { withRepository } from '../repository/with-repository.ts'
import { profileOf } from './command-profile.ts'
import { namedScript } from './named-script.ts'
import { addExecuted, addPossible, type StartContext } from './possible-commands.ts'

const MAX_NESTING = 8

/** What a started command has of the one that starts it. */
export type Inherited = Pick<PlannedCommand, 'span' | 'readsPipe' | 'environment' | 'settings' | 'cwd'>

/** Where a command is started. */
export interface StartedContext extends StartContext {
  /** The folder; `null` when that is not certain. */
  readonly where: string | null
  readonly line: LineTree
  readonly dialect?: Dialect
  readonly resolved: (program: string) => string | null
}

/** What a command sets is set for those that it starts. */
export function forStarted(base: Inherited, { effects }: CommandProfile): Inherited {
  const set = effects.filter(({ kind }) => kind === 'environment')
  const names = set.map(({ path }) => path ?? 'a variable that is only known at run time')
  if (names.length === 0) return base
  const { settings: _, ...others } = base
  return { ...others, environment: [...base.environment, ...names] }
}

/** Adds a command that another one starts, and those that it starts in turn. */
export function addStarted(
  words: readonly ProfileWord[],
  base: Inherited,
  context: StartedContext,
  into: PlannedCommand[],
  depth = 0,
): void {
  const { where, home, line, resolved } = context
  const argv = words.map((word) => (typeof word === 'object' && word !== null ? (word.text ?? null) : word))
  const name = argv[0] ?? null
  const profiled = profileOf(words, where, home, base.span, line, looksAtDisk(context), null, context.dialect)
  const { runs, onlyStarts, startsIn } = profiled
  const profile = withRepository(profiled, context, base.span, line)
  // What starts it may do so elsewhere: git(1) at the top of the repository.
  const isRelative = name?.includes('/') === true && !name.startsWith('/')
  const program = name === null || isRelative ? null : resolved(name)
  const named = { ...base, name, argv, builtin: false, resolved: program }
  const started = looksAtDisk(context) ? { ...named, ...realFiles(named) } : named
  into.push({ ...started, profile, ...(onlyStarts && depth < MAX_NESTING && { passive: true }) })
  // Its script counts where a rule denies it, and never for one that allows it: what starts it may move first.
  const script = name === null ? null : namedScript(name, argv, where, program)
  if (script !== null) {
    const real = looksAtDisk(context) ? realFiles({ resolved: null, script }) : {}
    into.push({ ...started, script, ...real, passive: true })
  }
  const [, option, code] = argv
  if (option === '-c' && typeof code === 'string' && /^(?:ba|da)?sh$/.test(name ?? '')) {
    addPossible(code, base.span, context, into)
  } else if (option === '-c' && code === null && /^(?:ba|da)?sh$/.test(name ?? '')) {
    const word = words[2]
    const begun = typeof word === 'object' && word !== null ? (word.prefix ?? '') : ''
    if (begun !== '') addPossible(begun, base.span, context, into)
  }
  addExecuted(profile, base.span, context, into)
  if (depth >= MAX_NESTING) return
  const inside = { ...context, where: startsIn }
  for (const inner of runs) addStarted(inner, forStarted(base, profile), inside, into, depth + 1)
}

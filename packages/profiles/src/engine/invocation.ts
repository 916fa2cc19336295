import type { GitArea } from '../model/git-area.ts'
import type { ProfileEffect, ProfileRefusalCode } from '../model/result.ts'
import type { ProfileWord } from '../model/word.ts'
import type { OptionRow } from './option-row.ts'

/** Why a command is not known to be harmless or harmful. */
export interface ProfileRefusal {
  readonly code: ProfileRefusalCode
  readonly message: string
  readonly at?: number
}

/** An option as it was given. */
export interface GivenOption {
  /** Full name with its dashes. */
  readonly name: string
  readonly row: OptionRow
  /** Empty for flags. */
  readonly values: readonly ProfileWord[]
  readonly at: number
}

/** An operand as it was given. */
export interface GivenOperand {
  readonly word: ProfileWord
  readonly at: number
}

/** A command line while it is being evaluated. */
export class Invocation {
  readonly program: string
  readonly options: GivenOption[] = []
  operands: GivenOperand[] = []
  readonly effects: ProfileEffect[] = []
  readonly runs: (readonly ProfileWord[])[] = []
  /** A word that is only known at run time may be an option, though none that matters. */
  hidesOptions = false
  /** May a glob match a file whose name begins with a dash? */
  readonly globsMatchOptions: boolean
  /** Index in argv of `--`, or -1. */
  endOfOptions = -1
  readsStdinAsCode = false
  /** The folder other paths are relative to. */
  folder: string | null = '.'
  /** Also as something to write, `-` is standard output. */
  dashIsStream = false
  obeys: readonly GitArea[] = []
  /** Options behind `--` that mean the same as before it: `cargo fmt -- --check`. */
  handedOn: readonly string[] = []

  constructor(program: string, globsMatchOptions: boolean) {
    this.program = program
    this.globsMatchOptions = globsMatchOptions
  }

  /** Adds that it runs code. `target` is the program or file, `null` where it is unknown. */
  executes(target: string | null, origin: NonNullable<ProfileEffect['origin']>, note?: string): void {
    this.effects.push({ kind: 'execute', target, origin, ...(note === undefined ? {} : { note }) })
  }

  /** Was one of these options given? Names are separated by spaces. */
  has(names: string): boolean {
    const { options } = this
    if (options.length === 0) return false
    const wanted = namesIn(names)
    for (let index = 0; index < options.length; index++) if (wanted.includes(options[index]!.name)) return true
    return false
  }

  /** The last value that one of these options was given. */
  value(names: string): ProfileWord | undefined {
    if (this.options.length === 0) return undefined
    const wanted = namesIn(names)
    return this.options.findLast(({ name }) => wanted.includes(name))?.values[0]
  }

  /** Paths are relative to the folder that an option like `-C` set. */
  path(target: string | null): string | null {
    if (target === null || this.folder === '.' || target.startsWith('/')) return target
    if (this.folder === null) return null
    return target === '.' ? this.folder : `${this.folder}/${target}`
  }
}

/** The lists that the tables ask for: as many as stand there. */
const lists = new Map<string, readonly string[]>()

function namesIn(names: string): readonly string[] {
  let list = lists.get(names)
  if (list === undefined) lists.set(names, (list = names.split(' ')))
  return list
}

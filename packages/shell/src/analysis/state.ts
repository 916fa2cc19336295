import type { StandardInput } from './model.ts'

/** A variable's value: known text, or `true` for a decimal number that is not known. Absent: nothing is known. */
export type Value = string | true

/** A working directory: null is unknown, undefined is a point that is never reached. */
export type Directory = string | null | undefined

const decimal = /^[-+]?(?:0|[1-9][0-9]{0,17})$/

/** Is it surely a number that arithmetic evaluates to itself? A leading zero makes it octal, or an error. */
export function isInteger(value: Value | undefined): boolean {
  return value === true || (value !== undefined && decimal.test(value))
}

/** How many variables are followed at once: what a point of the script costs to remember is bounded. */
const MOST_FOLLOWED = 64

/** What is surely known of the shell at one point of the script. Copies share their variables until one changes. */
export class ShellState {
  private variables: Map<string, Value> | null
  private shared = false
  directory: Directory
  input: StandardInput
  /** Is IFS surely what the shell starts with? */
  plainSplitting: boolean

  constructor(
    variables: Map<string, Value> | null,
    directory: Directory,
    input: StandardInput,
    plainSplitting: boolean,
  ) {
    this.variables = variables
    this.directory = directory
    this.input = input
    this.plainSplitting = plainSplitting
  }

  clone(): ShellState {
    const copy = new ShellState(this.variables, this.directory, this.input, this.plainSplitting)
    this.shared = true
    copy.shared = true
    return copy
  }

  get(name: string): Value | undefined {
    return this.variables?.get(name)
  }

  set(name: string, value: Value): void {
    const { variables } = this
    if (variables !== null && variables.size >= MOST_FOLLOWED && !variables.has(name)) return
    this.own().set(name, value)
  }

  delete(name: string): void {
    if (this.variables?.has(name) === true) this.own().delete(name)
  }

  /** Takes over what the other state knows of the variables. */
  adopt(other: ShellState): void {
    this.variables = other.variables
    this.shared = true
    other.shared = true
  }

  /** Forgets `$1` and the like. */
  forgetPositional(): void {
    for (const name of this.variables?.keys() ?? []) if (name >= '0' && name <= '9z') this.delete(name)
  }

  private own(): Map<string, Value> {
    if (this.shared || this.variables === null) {
      this.variables = new Map(this.variables)
      this.shared = false
    }
    return this.variables
  }

  /** Keeps only what is also true in the other state. */
  merge(other: ShellState): void {
    this.directory = mergeDirectories(this.directory, other.directory)
    if (!other.plainSplitting) this.plainSplitting = false
    if (this.variables === null || this.variables === other.variables) return
    for (const [name, value] of this.variables) {
      const theirs = other.variables?.get(name)
      if (theirs === value) continue
      if (isInteger(theirs) && isInteger(value)) this.own().set(name, true)
      else this.own().delete(name)
    }
  }

  /** Forgets everything: code that is not known may have run. */
  forget(): void {
    this.variables = null
    this.shared = false
    this.directory = null
    this.plainSplitting = false
  }
}

export function mergeDirectories(one: Directory, other: Directory): Directory {
  if (one === undefined) return other
  if (other === undefined || one === other) return one
  return null
}

/** `path` as seen from the start, when it is named from `directory`. */
export function resolvePath(directory: Directory, path: string): string | null {
  if (path.startsWith('/')) return path
  if (directory === null || directory === undefined) return null
  if (directory === '.') return path
  return directory.endsWith('/') ? directory + path : `${directory}/${path}`
}

/** The directory after `cd path`, `.` and `..` taken out by name as the shell does. Null where that needs the disk. */
export function changeDirectory(directory: Directory, path: string): string | null {
  const joined = resolvePath(directory, path)
  if (joined === null || joined === '') return null
  const absolute = joined.startsWith('/')
  const segments: string[] = []
  for (const segment of joined.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined && !absolute) {
      // Above a start that is not named, a symbolic link may lead elsewhere than its name says.
      return null
    }
  }
  if (absolute) return `/${segments.join('/')}`
  return segments.length === 0 ? '.' : segments.join('/')
}

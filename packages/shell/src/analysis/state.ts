import type { StandardInput } from './model.ts'

/** A variable's value: known text, or `true` for a decimal number that is not known. Absent: nothing is known. */
export type Value = string | true

/** A working directory: null is unknown, undefined is a point that is never reached. */
export type Directory = string | null | undefined

const decimal = /^[-+]?[0-9]{1,18}$/

/** Is it surely a number that arithmetic evaluates to itself? */
export function isInteger(value: Value | undefined): boolean {
  return value === true || (value !== undefined && decimal.test(value))
}

/** What is surely known of the shell at one point of the script. */
export class ShellState {
  readonly variables: Map<string, Value>
  directory: Directory
  input: StandardInput
  /** Is IFS surely what the shell starts with? */
  plainSplitting: boolean

  constructor(variables: Map<string, Value>, directory: Directory, input: StandardInput, plainSplitting: boolean) {
    this.variables = variables
    this.directory = directory
    this.input = input
    this.plainSplitting = plainSplitting
  }

  clone(): ShellState {
    return new ShellState(new Map(this.variables), this.directory, this.input, this.plainSplitting)
  }

  /** Keeps only what is also true in the other state. */
  merge(other: ShellState): void {
    for (const [name, value] of this.variables) {
      const theirs = other.variables.get(name)
      if (theirs === value) continue
      if (isInteger(theirs) && isInteger(value)) this.variables.set(name, true)
      else this.variables.delete(name)
    }
    this.directory = mergeDirectories(this.directory, other.directory)
    if (!other.plainSplitting) this.plainSplitting = false
  }

  /** Forgets everything: code that is not known may have run. */
  forget(): void {
    this.variables.clear()
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
    if (segment === '..' && segments.length > 0 && segments[segments.length - 1] !== '..') segments.pop()
    else if (segment !== '..' || !absolute) segments.push(segment)
  }
  if (absolute) return `/${segments.join('/')}`
  return segments.length === 0 ? '.' : segments.join('/')
}

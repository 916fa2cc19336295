import type { StandardInput } from './analysis.ts'

/** A variable's value: known text, or `true` for a decimal number that is not known. Absent: nothing is known. */
export type Value = string | true

/** A working directory: null is unknown, undefined is a point that is never reached. */
export type Directory = string | null | undefined

const DECIMAL = /^[-+]?(?:0|[1-9][0-9]{0,17})$/

/** Is it surely a number that arithmetic evaluates to itself? A leading zero makes it octal, or an error. */
export function isInteger(value: Value | undefined): boolean {
  return value === true || (value !== undefined && DECIMAL.test(value))
}

/** How many variables are followed besides those given at the start: what a point of the script costs is bounded. */
const MOST_FOLLOWED = 64

/** A longer working directory is not followed: what a hundred folders cost to remember is paid at every command. */
const LONGEST_DIRECTORY = 1024

/** The places of variables in the lists of values, the same in all copies of a state. */
interface Places {
  readonly byName: Map<string, number>
  readonly most: number
}

/** What is surely known of the shell at one point of the script. Copies share their variables until one changes. */
export class ShellState {
  private places: Places
  /** By place: what is known of each variable. A list, because it is copied and compared at every fork of the script. */
  private values: (Value | undefined)[]
  private shared = false
  directory: Directory
  input: StandardInput
  /** Is IFS surely what the shell starts with? */
  plainSplitting: boolean

  private constructor(
    places: Places,
    values: (Value | undefined)[],
    directory: Directory,
    input: StandardInput,
    plainSplitting: boolean,
  ) {
    this.places = places
    this.values = values
    this.directory = directory
    this.input = input
    this.plainSplitting = plainSplitting
  }

  /** The state that a process begins with. */
  static start(
    variables: ReadonlyMap<string, Value> | null,
    directory: Directory,
    input: StandardInput,
    plainSplitting: boolean,
  ): ShellState {
    const byName = new Map<string, number>()
    for (const name of variables?.keys() ?? []) byName.set(name, byName.size)
    const places = { byName, most: byName.size + MOST_FOLLOWED }
    return new ShellState(places, [...(variables?.values() ?? [])], directory, input, plainSplitting)
  }

  clone(): ShellState {
    const copy = new ShellState(this.places, this.values, this.directory, this.input, this.plainSplitting)
    this.shared = true
    copy.shared = true
    return copy
  }

  get(name: string): Value | undefined {
    const place = this.places.byName.get(name)
    return place === undefined ? undefined : this.values[place]
  }

  set(name: string, value: Value): void {
    const { byName, most } = this.places
    let place = byName.get(name)
    if (place === undefined) {
      if (byName.size >= most) return
      place = byName.size
      byName.set(name, place)
    }
    const values = this.own()
    while (values.length < place) values.push(undefined)
    values[place] = value
  }

  delete(name: string): void {
    const place = this.places.byName.get(name)
    if (place !== undefined && this.values[place] !== undefined) this.own()[place] = undefined
  }

  /** Takes over what the other state knows of the variables. */
  adopt(other: ShellState): void {
    this.places = other.places
    this.values = other.values
    this.shared = true
    other.shared = true
  }

  /** Forgets `$1` and the like. */
  forgetPositional(): void {
    for (const name of this.places.byName.keys()) if (name >= '0' && name <= '9z') this.delete(name)
  }

  private own(): (Value | undefined)[] {
    if (this.shared) {
      this.values = this.values.slice()
      this.shared = false
    }
    return this.values
  }

  /** Keeps only what is also true in the other state. */
  merge(other: ShellState): void {
    this.directory = mergeDirectories(this.directory, other.directory)
    if (!other.plainSplitting) this.plainSplitting = false
    const { values } = this
    const theirs = other.values
    if (values === theirs) return
    // Of a state that is no copy of this one, the places say nothing.
    const comparable = this.places === other.places
    for (let place = 0; place < values.length; place++) {
      const value = values[place]
      if (value === undefined || (comparable && theirs[place] === value)) continue
      this.own()[place] = comparable && isInteger(theirs[place]) && isInteger(value) ? true : undefined
    }
  }

  /** Forgets everything: code that is not known may have run. */
  forget(): void {
    this.values = []
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

/** Folder names without anything to take out of them. */
const FOLLOWED = /^(?!\.)[^/]+(?:\/(?!\.)[^/]+)*$/

/** The directory after `cd path`, `.` and `..` taken out by name as the shell does. Null where that needs the disk. */
export function changeDirectory(directory: Directory, path: string): string | null {
  const joined = resolvePath(directory, path)
  if (joined === null || joined === '' || joined.length > LONGEST_DIRECTORY) return null
  if (joined !== path && FOLLOWED.test(path) && directory?.includes('/.') === false) return joined
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

/** A file as it was looked at: another file, or another content, has another identity. */
export interface FileIdentity {
  /** Absolute, with every link followed. */
  readonly path: string
  /** `device:inode`. */
  readonly node: string
  /** Bytes. */
  readonly size: number
  /** Nanoseconds, as a decimal number. */
  readonly changed: string
  /** SHA-256 in hexadecimal, where somebody could write to the file without changing the rest. */
  readonly hash?: string
  /** Why each read of it may give something else, though all of this stays the same: then nothing can be held to it. */
  readonly unkept?: string
}

/** Everything that a person agreed to when they said yes: what is run must be this and nothing else. */
export interface Binding {
  /** The command line, exactly. */
  readonly text: string
  /** The arguments of each command of the line; `null` where a shape cannot be bound and only the text is. */
  readonly argv: readonly (readonly string[])[] | null
  /** Each program that the line names. */
  readonly executables: readonly FileIdentity[]
  /**
   * Each file that the line may run: those that it names, those that its programs read by convention, and what these run
   * in turn. One that was not there (`node` is `missing`) must stay away.
   */
  readonly scripts: readonly FileIdentity[]
  /** What an answer cannot hold, in words: `whatever make does when it runs`. Absent where there is nothing. */
  readonly unbound?: readonly string[]
  /** The folder that the command starts in. */
  readonly cwd: FileIdentity
  /** The environment of the command, by name, as SHA-256: values can be secrets. */
  readonly environment: Readonly<Record<string, string>>
  /** Where it runs: `sandbox`, `gateway` or `node`. */
  readonly host: string
  /** Id of the agent that called. */
  readonly agent: string
  /** Key of the session that it called in. */
  readonly session: string
}

/** One thing that is not as it was when it was approved. */
export interface Drift {
  /** What differs, for programs. */
  readonly code:
    | 'DRIFT_TEXT'
    | 'DRIFT_ARGUMENTS'
    | 'DRIFT_EXECUTABLE_PATH'
    | 'DRIFT_EXECUTABLE'
    | 'DRIFT_SCRIPT'
    | 'DRIFT_UNKEPT'
    | 'DRIFT_DIRECTORY'
    | 'DRIFT_ENVIRONMENT'
    | 'DRIFT_HOST'
    | 'DRIFT_AGENT'
    | 'DRIFT_SESSION'
  /** One sentence for the person and the model. */
  readonly message: string
}

/** What differs between what was approved and what would run now; empty when nothing does. */
export function findDrift(approved: Binding, now: Binding): readonly Drift[] {
  const drifts: Drift[] = []
  const add = (code: Drift['code'], message: string) => void drifts.push({ code, message })
  for (const message of unkeptFiles(now)) add('DRIFT_UNKEPT', message)
  if (approved.text !== now.text) add('DRIFT_TEXT', 'The command line is not the one that was approved.')
  else if (!same(approved.argv, now.argv))
    add('DRIFT_ARGUMENTS', 'The line is read as other arguments than when it was approved.')
  for (const [index, before] of approved.executables.entries()) addProgram(before, now.executables[index], add)
  if (approved.executables.length !== now.executables.length) {
    add('DRIFT_EXECUTABLE_PATH', 'The line names other programs than when it was approved.')
  }
  for (const message of changedScripts(approved.scripts, now.scripts)) add('DRIFT_SCRIPT', message)
  // The content of a folder changes all the time; which folder it is does not.
  if (approved.cwd.path !== now.cwd.path || approved.cwd.node !== now.cwd.node) {
    add(
      'DRIFT_DIRECTORY',
      `The working directory ${quoted(approved.cwd.path)} is another one now: ${quoted(now.cwd.path)}.`,
    )
  }
  const names = changedNames(approved.environment, now.environment)
  if (names.length > 0) {
    add('DRIFT_ENVIRONMENT', `The environment differs from what was approved: ${names.map(quoted).join(', ')}.`)
  }
  if (approved.host !== now.host)
    add('DRIFT_HOST', `It was approved for ${quoted(approved.host)}, not for ${quoted(now.host)}.`)
  if (approved.agent !== now.agent)
    add('DRIFT_AGENT', `It was approved for agent ${quoted(approved.agent)}, not for ${quoted(now.agent)}.`)
  if (approved.session !== now.session) add('DRIFT_SESSION', 'It was approved for another session.')
  return drifts
}

/**
 * The programs and scripts of a binding whose content cannot be held to what was looked at, a sentence each; empty where
 * all can.
 */
export function unkeptFiles({ executables, scripts }: Pick<Binding, 'executables' | 'scripts'>): readonly string[] {
  const sentence = (problem: string, { path, unkept }: FileIdentity) =>
    unkept === undefined
      ? []
      : [`What ${problem} ${quoted(path)} holds may be different each time that it is read: ${unkept}.`]
  return [
    ...executables.flatMap((file) => sentence('the program', file)),
    ...scripts.flatMap((file) => sentence('the script', file)),
  ]
}

/** They stand in no order that would mean something: one more moves those behind it. */
function changedScripts(approved: readonly FileIdentity[], now: readonly FileIdentity[]): readonly string[] {
  const keyOf = ({ path, node, size, changed, hash, unkept }: FileIdentity) =>
    JSON.stringify([path, node, size, changed, hash ?? null, unkept ?? null])
  const before = new Map(approved.map((file) => [keyOf(file), file]))
  const after = new Map(now.map((file) => [keyOf(file), file]))
  const gone = [...before].flatMap(([key, file]) => (after.has(key) ? [] : [file]))
  const more = [...after].flatMap(([key, file]) => (before.has(key) ? [] : [file]))
  const messages = gone.map(({ path, node }) => {
    if (node === 'missing') return `${quoted(path)} was not there when it was approved, and would be run or read now.`
    return node === 'files'
      ? `A file below ${quoted(path)} has changed since it was approved, or is one more.`
      : `The script ${quoted(path)} has changed since it was approved.`
  })
  const isNamed = (file: FileIdentity) => gone.some(({ path }) => path === file.path)
  const others = more.filter((file) => !isNamed(file)).map(({ path }) => quoted(path))
  if (gone.length > 0 || others.length === 0) return messages
  return [`The line runs other scripts than when it was approved: ${others.slice(0, MAX_NAMED).join(', ')}.`]
}

const MAX_NAMED = 8

function addProgram(
  before: FileIdentity,
  now: FileIdentity | undefined,
  add: (code: Drift['code'], message: string) => void,
): void {
  if (now === undefined) return
  if (before.path !== now.path) {
    add('DRIFT_EXECUTABLE_PATH', `${quoted(before.path)} was approved; ${quoted(now.path)} is found now.`)
  } else if (!same(before, now)) {
    add('DRIFT_EXECUTABLE', `The program ${quoted(before.path)} is not the one that was approved.`)
  }
}

function changedNames(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  const value = (record: Readonly<Record<string, string>>, name: string) =>
    Object.hasOwn(record, name) ? record[name] : undefined
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => value(before, name) !== value(now, name))
    .toSorted()
}

/** Both come from JSON or could: plain values, in which the order of keys says nothing. */
function same(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) &&
      same((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
  )
}

const quoted = (text: string) => JSON.stringify(text)

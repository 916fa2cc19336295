import { readFileSync } from 'node:fs'

/** A line that agents ran, in one folder. */
export interface Line {
  readonly command: string
  /** The agent and the repository. */
  readonly source: string
  readonly cwd: string
  /** Where the agent began to work: what it may read and write. */
  readonly workspace: string
  readonly home: string
  /** How often it was run. */
  readonly n: number
  /** Whether the transcript says where it ran. */
  readonly placed: boolean
}

/** A session: the places of its lines, in order. */
export interface Session {
  readonly cwd?: string
  readonly commands: readonly number[]
}

interface Row {
  readonly command: string
  readonly source: string
  readonly cwd?: string
  readonly n: number
}

const read = <Item>(file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Item)

export const readSessions = (file: string): readonly Session[] => read<Session>(file)

/** @param sessions of the same lines; without them the folder of a line is where it began */
export function readLines(file: string, sessions: readonly Session[]): readonly Line[] {
  const rows = read<Row>(file)
  const began = new Map<number, string>()
  for (const { cwd, commands } of sessions) {
    if (cwd !== undefined) for (const at of commands) if (!began.has(at)) began.set(at, cwd)
  }
  const usual = usualFolders(rows)
  const tasks = taskFolders(rows)
  return rows.map(({ command, cwd, n, source }, at) => {
    const task = tasks.get(source)?.find((folder) => namesBelow(command, folder))
    const folder = cwd ?? usual.get(source) ?? task ?? '/w'
    const start = began.get(at)
    const from = start !== undefined && (folder === start || folder.startsWith(`${start}/`)) ? start : folder
    const isWindows = /^\/[a-z]\//.test(folder)
    const home = isWindows ? '/c/Users/u' : (/^\/(?:Users|home)\/[^/]+/.exec(folder)?.[0] ?? '/home/u')
    return {
      command: isWindows ? withoutDrives(command) : command,
      source,
      cwd: folder,
      workspace: repositoryAround(from, source),
      home,
      n,
      placed: cwd !== undefined,
    }
  })
}

/** Git Bash has the drives of Windows as folders: `D:/x` is `/d/x`. */
const withoutDrives = (command: string) =>
  command.replaceAll(/(?<![\w./-])([A-Za-z]):\//g, (_, drive: string) => `/${drive.toLowerCase()}/`)

/** Where the real command finds the workspace: the repository around the folder, which lies in one of its name. */
function repositoryAround(folder: string, source: string): string {
  const [, name = ''] = / [^ /]+\/([^ ]+) \(/.exec(source) ?? []
  const parts = folder.split('/')
  // A worktree is a repository of its own.
  const below = parts.findLastIndex((part) => /^\.?worktrees$/.test(part))
  const at = parts.indexOf(name, Math.max(1, below))
  if (at > 0) return parts.slice(0, at + 1).join('/')
  return folder
}

const escaped = (text: string) => text.replaceAll(/[^\w/]/g, '\\$&')
const namesBelow = (command: string, folder: string) =>
  new RegExp(`(?<![\\w./])${escaped(folder)}(?![\\w-])`).test(command)

/** Folders of the system are no task's. hier(7) */
const SYSTEM =
  /^\/(?:bin|boot|dev|etc|home|lib\d*|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|private|path|d|c)$/

/**
 * Transcripts that name no folder, of tasks on a folder that the request names: those at the root that one line in ten
 * begins to name, the most named first.
 */
function taskFolders(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Map<string, number>>()
  const lines = new Map<string, number>()
  for (const { command, source, cwd, n } of rows) {
    if (cwd !== undefined) continue
    lines.set(source, (lines.get(source) ?? 0) + n)
    const [folder] = /(?<![\w./])\/\w+/.exec(command) ?? []
    if (folder === undefined || SYSTEM.test(folder)) continue
    const counts = found.get(source) ?? new Map<string, number>()
    counts.set(folder, (counts.get(folder) ?? 0) + n)
    found.set(source, counts)
  }
  return new Map(
    [...found].map(([source, counts]) => [
      source,
      [...counts]
        .filter(([, n]) => n * 10 >= lines.get(source)!)
        .toSorted((one, other) => other[1] - one[1])
        .map(([folder]) => folder),
    ]),
  )
}

/** Transcripts that name no folder: the one that most of their lines go to first, where one in ten does. */
function usualFolders(rows: readonly Row[]): ReadonlyMap<string, string> {
  const found = new Map<string, Map<string, number>>()
  const lines = new Map<string, number>()
  for (const { command, source, cwd, n } of rows) {
    if (cwd !== undefined) continue
    lines.set(source, (lines.get(source) ?? 0) + n)
    const [, folder] = /^cd "?(\/[\w./@+-]+)"?(?=\s|[;&]|$)/.exec(command) ?? []
    if (folder === undefined) continue
    const counts = found.get(source) ?? new Map<string, number>()
    counts.set(folder, (counts.get(folder) ?? 0) + n)
    found.set(source, counts)
  }
  const usual = new Map<string, string>()
  for (const [source, counts] of found) {
    const [most] = [...counts].toSorted((one, other) => other[1] - one[1])
    if (most !== undefined && most[1] * 10 >= lines.get(source)!) usual.set(source, most[0])
  }
  return usual
}

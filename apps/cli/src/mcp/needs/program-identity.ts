import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ServerCommand } from '@poundlock/mcp'
import { isWithin, sortedJson } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { INTERPRETERS, SYSTEM_PROGRAM } from './code-files.ts'
import { codeFolders } from './code-folders.ts'
import { pinCode, type PinnedCode } from './pinned-code.ts'

/** Which program a server is. */
export interface ProgramIdentity {
  /** The program as it is found, or as it is named. */
  readonly file: string
  /** `name@version` of the packages that its files belong to. */
  readonly packages: readonly string[]
  /** The code of its packages, and of those that they depend on. */
  readonly code: readonly PinnedCode[]
  /** Covers the command line, the names of its variables, the content of the files it names, and all of the above. */
  readonly digest: string
}

/** A larger file is known by its size. */
const LARGEST_FILE = 32 * 1024 * 1024

/**
 * Says which program a command starts. Another command line, another package version, another content of a file that
 * the command line names, or other code beside it is another program. A program of the system is known by its path.
 *
 * @param file the program as it was found, or `null`
 * @param variables names that the configuration gives it
 * @param home the home folder of the person
 */
export function identifyProgram(
  command: ServerCommand,
  file: string | null,
  variables: readonly string[],
  home: string,
): ProgramIdentity {
  const script = scriptOf(command)
  const own = [file, script].flatMap((path) => (path === null ? [] : (realPathOrNull(path) ?? path)))
  const packages = [...new Set(own.flatMap((path) => packageOf(path)?.label ?? []))]
  const contents = namedFiles(command, file).map((path) => [path, realPathOrNull(path), contentOf(path)])
  const code = pinCode(codeFolders(command, file, home))
  const digest = createHash('sha256')
    .update(
      sortedJson({
        file: command.file,
        args: command.args,
        cwd: command.cwd,
        own,
        variables,
        packages,
        contents,
        code,
      }),
    )
    .digest('hex')
  return { file: file ?? command.file, packages, code, digest }
}

/** Files in which servers keep what they are given: databases and records. They change as the server works. */
const DATA = /\.(?:db|sqlite3?|duckdb|jsonl|csv|log)$/

/** The program, unless it is of the system, and each file of its arguments, as `--require=x` too: any may be code. */
function namedFiles({ args, cwd, file: named }: ServerCommand, file: string | null): readonly string[] {
  const script = scriptOf({ file: named, args, cwd })
  const program = file === null || SYSTEM_PROGRAM.test(realPathOrNull(file) ?? file) ? [] : [file]
  const words = args.flatMap((argument) => [argument, argument.replace(/^-[^=]*=/, '')])
  const paths = words.map((word) => resolve(cwd, word)).filter((path) => path === script || !DATA.test(path))
  return [...new Set([...program, ...paths.filter(isFile)])]
}

/** What a program must read to start: its file, its script, and the packages that they belong to. */
export function programPaths(command: ServerCommand, file: string | null, home: string): readonly string[] {
  const own = [file, scriptOf(command)].filter((path) => path !== null)
  return [...new Set(own.flatMap((path) => [path, realPathOrNull(path) ?? path]).map((path) => rootOf(path, home)))]
}

/** The script that an interpreter runs: the first argument that is a file. `null` for other programs. */
export function scriptOf({ file, args, cwd }: Pick<ServerCommand, 'file' | 'args' | 'cwd'>): string | null {
  if (!INTERPRETERS.test(basename(file))) return null
  const paths = args.filter((argument) => !argument.startsWith('-')).map((argument) => resolve(cwd, argument))
  return paths.find(isFile) ?? null
}

/** The folder of all its packages, else its own package, else the file alone. Never the home folder or one above it. */
function rootOf(path: string, home: string): string {
  const index = path.indexOf('/node_modules/')
  const found = index === -1 ? packageOf(path)?.folder : `${path.slice(0, index)}/node_modules`
  return found === undefined || isWithin(home, found) || dirname(found) === '/' ? path : found
}

function packageOf(path: string): { readonly folder: string; readonly label: string } | null {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
        string,
        unknown
      >
      if (typeof name === 'string') return { folder, label: typeof version === 'string' ? `${name}@${version}` : name }
    } catch {
      // No package here.
    }
  }
  return null
}

function contentOf(path: string): string | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST_FILE) return `${size} bytes`
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return null
  }
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

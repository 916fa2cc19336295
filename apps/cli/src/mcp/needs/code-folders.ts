import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ServerCommand } from '@poundlock/mcp'
import { isObject, isWithin } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { INTERPRETERS, isCode, SYSTEM_PROGRAM } from './code-files.ts'

/** What marks the folder of a package, a project, or an environment of Python. */
const MARKS = ['package.json', 'deno.json', 'deno.jsonc', 'pyproject.toml', 'setup.py', 'pyvenv.cfg', 'Gemfile']

const MOST_PACKAGES = 1000

/**
 * The folders with the code of a server, without links: of the program, of each file of code and each module that its
 * command line names, and of the packages of npm that these depend on. Never the home folder, or one above it.
 */
export function codeFolders(command: ServerCommand, file: string | null, home: string): readonly string[] {
  const starts = startsOf(command).flatMap((path) => folderOf(path, home) ?? [])
  const program = file === null || SYSTEM_PROGRAM.test(realPath(file)) ? null : markedFolder(realPath(file), home)
  const found = new Set([...(program === null ? [] : [program]), ...starts])
  for (const folder of found) {
    if (found.size > MOST_PACKAGES) break
    for (const dependency of dependenciesOf(folder)) found.add(dependency)
  }
  return [...found].toSorted()
}

/** Files of code, and what an interpreter is told to start: a folder, or a module of Python. */
function startsOf({ file, args, cwd }: ServerCommand): readonly string[] {
  const words = args.flatMap((argument) => [argument, argument.replace(/^-[^=]*=/, '')])
  const files = words
    .map((word) => resolve(cwd, word))
    .filter((path) => isCode(basename(path)) && kindOf(path)?.isFile())
  if (!INTERPRETERS.test(basename(file))) return files
  const first = args.findIndex((argument) => !argument.startsWith('-'))
  const at = first === -1 ? null : resolve(cwd, args[first]!)
  const isModule = args[first - 1] === '-m'
  const folder = at !== null && (isModule || kindOf(at)?.isDirectory() === true) ? [join(isModule ? cwd : at, '.')] : []
  return [...files, ...(at !== null && kindOf(at)?.isFile() === true ? [at] : []), ...folder]
}

function folderOf(path: string, home: string): string | null {
  const real = realPath(path)
  const own = kindOf(real)?.isDirectory() === true ? real : dirname(real)
  return markedFolder(join(own, 'x'), home) ?? (isTooWide(own, home) ? null : own)
}

function markedFolder(path: string, home: string): string | null {
  for (let folder = dirname(path); !isTooWide(folder, home); folder = dirname(folder)) {
    if (MARKS.some((mark) => kindOf(join(folder, mark)) !== undefined)) return folder
  }
  return null
}

const isTooWide = (folder: string, home: string) => dirname(folder) === folder || isWithin(home, folder)

/** Found as Node does, from the folder upwards. */
function dependenciesOf(folder: string): readonly string[] {
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return []
  }
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) => {
    const named = isObject(manifest) ? manifest[kind] : undefined
    return isObject(named) ? Object.keys(named) : []
  })
  return [...new Set(kinds)].flatMap((name) => {
    for (let above = folder; ; above = dirname(above)) {
      const found = realPathOrNull(join(above, 'node_modules', name))
      if (found !== null) return [found]
      if (above === dirname(above)) return []
    }
  })
}

const realPath = (path: string) => realPathOrNull(path) ?? path
const kindOf = (path: string) => statSync(path, { throwIfNoEntry: false })

import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { homeFolder } from '@poundlock/local-host'
import { isWithin } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { UsageError } from '../usage-error.ts'

/** The program of an agent, and what of the disk it needs to run. */
export interface AgentProgram {
  /** Absolute, without links. */
  readonly file: string
  readonly readPaths: readonly string[]
}

/**
 * Finds a program on PATH. Folders of the workspace are passed over: what lies there may come from the repository, and
 * would get the login of the agent.
 *
 * @throws UsageError with the way to install it
 */
export function findAgent(program: string, workspace: string, install?: string): AgentProgram {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const candidates = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program))
  const file = candidates
    .map((path) => (isProgram(path) ? realPathOrNull(path) : null))
    .find((path) => path !== null && !isWithin(path, workspace))
  if (file == null) {
    const how = install === undefined ? 'Name a program on your PATH, or its absolute path.' : `Install it: ${install}`
    throw new UsageError(`${JSON.stringify(program)} is not installed: it is not on your PATH`, { remedy: how })
  }
  return { file, readPaths: [...new Set([shownFolder(file), ...interpreterOf(file)])] }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A package of npm needs the packages beside it; another program gets its folder, unless that is the home folder. */
function shownFolder(file: string): string {
  const [before, ...rest] = file.split('/node_modules/')
  if (rest.length > 0) return `${before!}/node_modules`
  const folder = dirname(file)
  return isWithin(homeFolder(), folder) ? file : folder
}

/** Scripts of Node get the Node that runs us. */
function interpreterOf(file: string): readonly string[] {
  const start = Buffer.alloc(2)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, start)
  closeSync(descriptor)
  return start.toString('latin1') === '#!' ? [ownNode()] : []
}

/** What must be shown so that our own Node runs inside. */
export function ownNode(): string {
  const folder = dirname(process.execPath)
  return basename(folder) === 'bin' && dirname(folder) !== '/' ? dirname(folder) : folder
}

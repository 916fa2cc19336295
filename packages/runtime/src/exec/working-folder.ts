import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { visibleText } from '@poundlock/spec'
import type { ExecInput } from '@poundlock/spec/tools'

/** Absolute: where a command starts. `~` is the home folder of the user, as in the paths of other tools. */
export function workingFolder({ workdir = '.' }: Pick<ExecInput, 'workdir'>, cwd: string, home: string): string {
  if (workdir === '~' || workdir.startsWith('~/')) return join(home, workdir.slice(1))
  return resolve(cwd, workdir)
}

/** Why nothing can start in a folder of this machine; `null` where something can, as far as is seen from outside. */
export function folderProblem(folder: string): string | null {
  try {
    if (statSync(folder).isDirectory()) return null
    return `${visibleText(folder)} is no folder`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return `there is no folder ${visibleText(folder)}`
    if (code === 'ENOTDIR') return `${visibleText(folder)} leads through something that is no folder`
    return `the folder ${visibleText(folder)} cannot be entered (${code ?? String(error)})`
  }
}

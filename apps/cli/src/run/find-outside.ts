import { isAbsolute } from 'node:path'
import { createExecutableFinder, SYSTEM_PATH } from '@poundlock/plan'
import { isWithin } from '@poundlock/spec'

/** The path of a program of the user or of the system; `null` where there is none outside of the workspace. */
export function findOutside(workspace: string, name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...SYSTEM_PATH]
  const usable = folders.filter((folder) => isAbsolute(folder) && !isWithin(folder, workspace))
  return createExecutableFinder(usable)(name, workspace)
}

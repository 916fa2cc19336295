import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAbandoned } from '@poundlock/sandbox'

/** Removes what a Poundlock that was killed has left in a folder of ours: half a probe, half a file. */
export function removeAbandoned(folder: string): void {
  for (const name of list(folder)) {
    if (!isAbandoned(name)) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Another start is about it.
    }
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

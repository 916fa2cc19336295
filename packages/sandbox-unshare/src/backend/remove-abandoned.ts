import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAbandoned, namesIn } from '@poundlock/state-files/node'

/** Removes leftovers of a killed Poundlock from a folder of ours: unfinished probes and files. */
export function removeAbandoned(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!isAbandoned(name)) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Another start is about it.
    }
  }
}

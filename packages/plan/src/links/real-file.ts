import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { PlannedCommand } from '@poundlock/policy'

/** The file that a path leads to by way of links; `null` where it is the same, or nothing is there. */
export function realFile(path: string): string | null {
  try {
    const real = realpathSync.native(path)
    return real === path ? null : real
  } catch {
    return null
  }
}

/** What the links of a command lead to: that is what runs. */
export function realFiles({
  resolved,
  script,
}: Pick<PlannedCommand, 'resolved' | 'script'>): Pick<PlannedCommand, 'real' | 'place' | 'realScript'> {
  const found: { real?: string; place?: string; realScript?: string } = {}
  const real = resolved === null ? null : realFile(resolved)
  if (real !== null) {
    found.real = real
    const place = realPathOf(resolved!)
    if (place !== null) found.place = place
  }
  const realScript = script === undefined ? null : realFile(script)
  if (realScript !== null) found.realScript = realScript
  return found
}

/** Where a file itself lies, be it a link, once the folders above it are followed; `null` where that is the same. */
function realPathOf(path: string): string | null {
  const folder = realFile(dirname(path))
  return folder === null ? null : join(folder, basename(path))
}

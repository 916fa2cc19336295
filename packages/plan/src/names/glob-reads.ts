import { resolve } from 'node:path'
import type { PlannedEffect } from '@poundlock/policy'
import type { ShellCommand } from '@poundlock/shell/analysis'

/**
 * Adds the folders that the shell itself lists to expand the patterns of a command: `echo /etc/*` shows what lies there,
 * whatever is known of echo. Patterns below the folder that the command starts in are left out.
 */
export function addGlobReads(
  { words, cwd }: ShellCommand,
  start: string,
  home: string,
  text: string,
  into: PlannedEffect[],
): void {
  for (const { pattern, text: known, prefix, span } of words) {
    if (pattern === null) {
      // The home of another user, in which the shell looks: `~root/*`. The tree keeps a tilde as the text that it is.
      const written = known === null && prefix === '' ? text.slice(span[0], span[1]) : ''
      if (written.startsWith('~') && /[*?[]/.test(written)) into.push({ kind: 'file-read', path: null })
      continue
    }
    const fixed = /^(?:[^*?[\\]|\\.)*/s.exec(pattern)![0].replaceAll(/\\(.)/gs, '$1')
    const folder = fixed.slice(0, fixed.lastIndexOf('/') + 1)
    const whole = folder.startsWith('~/') ? home + folder.slice(1) : folder
    if (whole.startsWith('/')) into.push({ kind: 'file-read', path: resolve(whole) })
    else if (/(?:^|\/)\.\.(?:\/|$)/.test(pattern)) {
      into.push({ kind: 'file-read', path: cwd === null ? null : resolve(start, cwd, whole) })
    }
  }
}

import { readFileSync } from 'node:fs'
import { isWithin } from '@poundlock/spec'

/** The mounts below a folder, relative to it, the outermost only. Source: proc_pid_mountinfo(5). */
export function nestedMounts(
  folder: string,
  table: string = readFileSync('/proc/self/mountinfo', 'latin1'),
): readonly string[] {
  const points = table
    .split('\n')
    .map((line) => Buffer.from(unescaped(line.split(' ')[4] ?? ''), 'latin1').toString('utf8'))
    .filter((point) => point !== folder && isWithin(point, folder))
    .toSorted()
  return points
    .filter((point) => !points.some((outer) => outer !== point && isWithin(point, outer)))
    .map((point) => point.slice(folder.length + 1))
}

/** Blanks, line ends and backslashes are written as three octal digits. */
const unescaped = (text: string): string =>
  text.replace(/\\(?<code>[0-7]{3})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 8)))

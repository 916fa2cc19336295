import { visibleText } from '@poundlock/spec'

const LONGEST_PATH = 300

/** A path as a message can hold it: one line, all of it to be seen, and not the most of the message. */
export function showPath(path: string): string {
  const shown = visibleText(path)
  if (shown.length <= LONGEST_PATH) return shown
  return `${shown.slice(0, LONGEST_PATH / 2)}…${shown.slice(-LONGEST_PATH / 2)}`
}

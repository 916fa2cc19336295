import { visibleText } from './visible-text.ts'

const LONGEST = 80

/**
 * A foreign name in quotation marks for a message: shown as `visibleText` shows it, and cut to a readable length.
 *
 * @example quotedText('a\u202Eb') // '"a\\u{202e}b"'
 */
export function quotedText(text: string): string {
  if (text.length <= LONGEST) return visibleText(JSON.stringify(text))
  return `${visibleText(JSON.stringify(text.slice(0, LONGEST)))}… (${text.length} characters)`
}

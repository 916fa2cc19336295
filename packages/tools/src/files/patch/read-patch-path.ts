import { syntaxError } from './patch-error.ts'

/** The path of a header line, which names one file in every reading. */
export function readPatchPath(text: string, line: number): string {
  const path = text.trim()
  if (path === '') throw syntaxError(line, 'the path is missing')
  if (path.startsWith('"')) throw syntaxError(line, 'a quoted path could be read in two ways: write it without quotes')
  if (/[\0-\x1F\x7F\u2028\u2029]/.test(path)) throw syntaxError(line, 'the path has a control character')
  return path
}

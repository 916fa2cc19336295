import { compileGlob, compileWhole } from './glob-pattern.ts'

/** The answer of ignore rules for a path: ignored, included against another rule, or none. */
export type IgnoreAnswer = 'ignore' | 'take' | null

/** Answers for a path below the folder of the file; the last rule that fits counts. */
export type IgnoreRules = (path: string, isFolder: boolean) => IgnoreAnswer

/** Reads a file such as `.gitignore`. Source: gitignore(5). A rule that cannot be read is passed over, as git does. */
export function readIgnoreRules(text: string): IgnoreRules | null {
  const rules = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line) => readRule(line) ?? [])
  if (rules.length === 0) return null
  return (path, isFolder) => {
    const rule = rules.findLast(({ onlyFolders, fits }) => (isFolder || !onlyFolders) && fits(path))
    return rule === undefined ? null : rule.answer
  }
}

interface Rule {
  readonly answer: IgnoreAnswer
  readonly onlyFolders: boolean
  readonly fits: (path: string) => boolean
}

/** A rule of a repository that is longer is passed over: reading a path could take it as many steps. */
const LONGEST_RULE = 2000

function readRule(line: string): Rule | null {
  if (line.startsWith('#') || line.length > LONGEST_RULE) return null
  // Blanks at the end count only after a backslash.
  let glob = line.replace(/(?<!\\)\s+$/, '')
  const answer = glob.startsWith('!') ? 'take' : 'ignore'
  if (answer === 'take') glob = glob.slice(1)
  const onlyFolders = glob.endsWith('/')
  if (onlyFolders) glob = glob.slice(0, -1)
  if (glob === '' || glob === '/') return null
  try {
    return { answer, onlyFolders, fits: compileRule(glob) }
  } catch {
    return null
  }
}

function compileRule(glob: string): (path: string) => boolean {
  // As ripgrep reads them: with choices in braces, and byte by byte, so that `?` is a part of a character beyond ASCII.
  const own = bytesOf(glob)
  const fits = own.includes('/') ? compileWhole(own) : compileGlob(own)
  return (path) => fits(bytesOf(path))
}

/** The bytes of a text in UTF-8, each as a character. */
const bytesOf = (text: string): string => (/^[\0-\x7F]*$/.test(text) ? text : Buffer.from(text).toString('latin1'))

import { RE2JS } from 're2js'
import { patternError } from './run-ripgrep.ts'

/** `*`, `**` at the end, and `**` before a slash, which may stand for no folder at all. */
const STAR = '[^/]*'
const ALL_BELOW = '.+'
const FOLDERS = '(?:[^/]+/)*'

const SLASH = 0x2f

/**
 * Whether paths fit a glob; without a slash it is about names at any depth. For paths that do not begin with a slash. `*`
 * and `?` stay within a name, `**` as a name of its own stands for any folders, `[a-z]` is a class, `{a,b}` a choice, and
 * `\` takes the next character for itself. It takes time in proportion to the path, for any glob. Sources: gitignore(5),
 * and the documentation of the crate `globset`.
 *
 * @throws FileToolError `SEARCH_PATTERN`
 */
export function compileGlob(glob: string): (path: string) => boolean {
  return compileWhole(glob, glob.includes('/'))
}

/** @param isWhole whether the glob is about the whole path, even without a slash */
export function compileWhole(glob: string, isWhole = true): (path: string) => boolean {
  const expression = RE2JS.compile(`${isWhole ? '' : '(?:.+/)?'}${readGlob(glob.replace(/^\//, ''))}`, RE2JS.DOTALL)
  return (path) => expression.testExact(path)
}

/** The glob as an expression of RE2. */
function readGlob(glob: string): string {
  let source = ''
  let open = 0
  for (let at = 0; at < glob.length;) {
    const character = String.fromCodePoint(glob.codePointAt(at)!)
    if (character === '*' || character === '[') {
      const [read, length] = character === '*' ? starsAt(glob, at) : classAt(glob, at)
      source += read
      at += length
      continue
    }
    at += character.length
    if (character === '\\') {
      if (at >= glob.length) throw patternError(`the glob ${glob} ends in a backslash`)
      const next = String.fromCodePoint(glob.codePointAt(at)!)
      source += RE2JS.quote(next)
      at += next.length
    } else if (character === '?') source += '[^/]'
    else if (character === '{') {
      open++
      source += '(?:'
    } else if (character === '}' && open > 0) {
      open--
      source += ')'
    } else source += character === ',' && open > 0 ? '|' : RE2JS.quote(character)
  }
  if (open > 0) throw patternError(`the glob ${glob} has a { without a }`)
  return source
}

function starsAt(glob: string, at: number): readonly [source: string, length: number] {
  const [stars] = /^\*+/.exec(glob.slice(at))!
  const isName = stars.length === 2 && (at === 0 || glob[at - 1] === '/')
  const next = glob[at + 2]
  if (isName && next === '/') return [FOLDERS, 3]
  if (isName && next === undefined) return [ALL_BELOW, 2]
  return [STAR, stars.length]
}

function classAt(glob: string, at: number): readonly [source: string, length: number] {
  const [whole, negated, members] =
    /^\[([!^]|(?![!^]))(\](?:\\.|[^\]\\])*|(?:\\.|[^\]\\])+)\]/su.exec(glob.slice(at)) ?? []
  if (whole === undefined || members === undefined) throw patternError(`the glob ${glob} has a [ without a ]`)
  const points = Array.from(members.replaceAll(/\\(.)/gsu, '$1'), (character) => character.codePointAt(0)!)
  let ranges = ''
  for (let index = 0; index < points.length;) {
    const isRange = points[index + 1] === 0x2d && index + 2 < points.length
    const [low, high] = [points[index]!, points[isRange ? index + 2 : index]!]
    if (low > high) throw patternError(`the glob ${glob} has a range that runs backwards`)
    // No class has the slash.
    if (low < SLASH) ranges += rangeOf(low, Math.min(high, SLASH - 1))
    if (high > SLASH) ranges += rangeOf(Math.max(low, SLASH + 1), high)
    index += isRange ? 3 : 1
  }
  if (negated !== '') return [`[^/${ranges}]`, whole.length]
  return [ranges === '' ? String.raw`[^\x{0}-\x{10ffff}]` : `[${ranges}]`, whole.length]
}

const rangeOf = (low: number, high: number) => `\\x{${low.toString(16)}}-\\x{${high.toString(16)}}`

import { patternError } from './run-ripgrep.ts'

/**
 * The regular expression of a glob, for paths that do not begin with a slash. `*` and `?` stay within a name, `**` as a
 * name of its own stands for any folders, `[a-z]` is a class, `{a,b}` a choice where choices are known, and `\` takes the
 * next character for itself. Sources: gitignore(5), and the documentation of the crate `globset`.
 *
 * @throws FileToolError `SEARCH_PATTERN`
 */
export function globSource(glob: string, options: { readonly choices: boolean }): string {
  let source = ''
  let depth = 0
  let at = 0
  while (at < glob.length) {
    const character = glob[at]!
    if (character === '*') {
      const [part, length] = starsAt(glob, at)
      source += part
      at += length
      continue
    }
    if (character === '[') {
      const [part, length] = classAt(glob, at)
      source += part
      at += length
      continue
    }
    at++
    if (character === '\\') {
      if (at >= glob.length) throw patternError(`the glob ${glob} ends in a backslash`)
      source += escapeLiteral(glob[at++]!)
    } else if (character === '?') source += '[^/]'
    else if (character === '{' && options.choices) {
      source += '(?:'
      depth++
    } else if (character === '}' && depth > 0) {
      source += ')'
      depth--
    } else if (character === ',' && depth > 0) source += '|'
    else source += escapeLiteral(character)
  }
  if (depth > 0) throw patternError(`the glob ${glob} has a { without a }`)
  return source
}

/** Whether paths fit a glob; without a slash it is about names at any depth. */
export function compileGlob(glob: string): (path: string) => boolean {
  const source = globSource(glob.replace(/^\//, ''), { choices: true })
  const pattern = new RegExp(glob.includes('/') ? `^${source}$` : `^(?:.*/)?${source}$`, 's')
  return (path) => pattern.test(path)
}

function starsAt(glob: string, at: number): readonly [source: string, length: number] {
  const [stars] = /^\*+/.exec(glob.slice(at))!
  const isName = stars.length === 2 && (at === 0 || glob[at - 1] === '/')
  const next = glob[at + 2]
  // `**/` may stand for no folder at all.
  if (isName && next === '/') return ['(?:[^/]+/)*', 3]
  if (isName && next === undefined) return ['.+', 2]
  return ['[^/]*', stars.length]
}

function classAt(glob: string, at: number): readonly [source: string, length: number] {
  const [whole, negated, members] = /^\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]/s.exec(glob.slice(at)) ?? []
  if (whole === undefined || members === undefined) throw patternError(`the glob ${glob} has a [ without a ]`)
  const escaped = members.replaceAll(/\\(.)/gs, '$1').replaceAll(/[\\\][^&~|]/g, String.raw`\$&`)
  try {
    new RegExp(`[${escaped}]`)
  } catch {
    throw patternError(`the glob ${glob} has a range that runs backwards`)
  }
  return [`(?!/)[${negated === '' ? '' : '^'}${escaped}]`, whole.length]
}

const escapeLiteral = (character: string) => character.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)

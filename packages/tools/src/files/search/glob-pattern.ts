import { createAutomaton, type GlobPart } from './glob-automaton.ts'
import { patternError } from './run-ripgrep.ts'

const SLASH = 0x2f

/** A character of a name, and any character. */
const IN_NAME: GlobPart = { kind: 'one', fits: (code) => code !== SLASH }
const ANY: GlobPart = { kind: 'one', fits: () => true }
const literal = (character: string): GlobPart => {
  const own = character.codePointAt(0)!
  return { kind: 'one', fits: (code) => code === own }
}

/** `*`, `**` at the end, and `**` before a slash, which may stand for no folder at all. */
const STAR: GlobPart = { kind: 'many', parts: [IN_NAME] }
const ALL_BELOW: readonly GlobPart[] = [ANY, { kind: 'many', parts: [ANY] }]
const FOLDERS: GlobPart = { kind: 'many', parts: [IN_NAME, STAR, literal('/')] }

/**
 * Whether paths fit a glob; without a slash it is about names at any depth. For paths that do not begin with a slash. `*`
 * and `?` stay within a name, `**` as a name of its own stands for any folders, `[a-z]` is a class, `{a,b}` a choice, and
 * `\` takes the next character for itself. Sources: gitignore(5), and the documentation of the crate `globset`.
 *
 * @throws FileToolError `SEARCH_PATTERN`
 */
export function compileGlob(glob: string): (path: string) => boolean {
  return compileWhole(glob, glob.includes('/'))
}

/** @param isWhole whether the glob is about the whole path whatever it holds */
export function compileWhole(glob: string, isWhole = true): (path: string) => boolean {
  const parts = readGlob(glob.replace(/^\//, ''))
  return createAutomaton(isWhole ? parts : [{ kind: 'choice', options: [[], [...ALL_BELOW, literal('/')]] }, ...parts])
}

function readGlob(glob: string): readonly GlobPart[] {
  let parts: GlobPart[] = []
  /** The parts around the choices that are being read. */
  const outer: { readonly parts: GlobPart[]; readonly options: GlobPart[][] }[] = []
  for (let at = 0; at < glob.length;) {
    const character = String.fromCodePoint(glob.codePointAt(at)!)
    if (character === '*') {
      const [read, length] = starsAt(glob, at)
      parts.push(...read)
      at += length
      continue
    }
    if (character === '[') {
      const [read, length] = classAt(glob, at)
      parts.push(read)
      at += length
      continue
    }
    at += character.length
    if (character === '\\') {
      if (at >= glob.length) throw patternError(`the glob ${glob} ends in a backslash`)
      const next = String.fromCodePoint(glob.codePointAt(at)!)
      parts.push(literal(next))
      at += next.length
    } else if (character === '?') parts.push(IN_NAME)
    else if (character === '{') {
      outer.push({ parts, options: [] })
      parts = []
    } else if (character === '}' && outer.length > 0) {
      const around = outer.pop()!
      around.parts.push({ kind: 'choice', options: [...around.options, parts] })
      parts = around.parts
    } else if (character === ',' && outer.length > 0) {
      outer.at(-1)!.options.push(parts)
      parts = []
    } else parts.push(literal(character))
  }
  if (outer.length > 0) throw patternError(`the glob ${glob} has a { without a }`)
  return parts
}

function starsAt(glob: string, at: number): readonly [parts: readonly GlobPart[], length: number] {
  const [stars] = /^\*+/.exec(glob.slice(at))!
  const isName = stars.length === 2 && (at === 0 || glob[at - 1] === '/')
  const next = glob[at + 2]
  if (isName && next === '/') return [[FOLDERS], 3]
  if (isName && next === undefined) return [ALL_BELOW, 2]
  return [[STAR], stars.length]
}

function classAt(glob: string, at: number): readonly [part: GlobPart, length: number] {
  const [whole, negated, members] =
    /^\[([!^]|(?![!^]))(\](?:\\.|[^\]\\])*|(?:\\.|[^\]\\])+)\]/su.exec(glob.slice(at)) ?? []
  if (whole === undefined || members === undefined) throw patternError(`the glob ${glob} has a [ without a ]`)
  const escaped = members.replaceAll(/\\(.)/gsu, '$1').replaceAll(/[\\\][^]/g, String.raw`\$&`)
  try {
    const pattern = new RegExp(`^[${negated === '' ? '' : '^'}${escaped}]$`, 'su')
    const fits = (code: number) => code !== SLASH && pattern.test(String.fromCodePoint(code))
    return [{ kind: 'one', fits }, whole.length]
  } catch {
    throw patternError(`the glob ${glob} has a range that runs backwards`)
  }
}

/** One setting of a file of git. */
export interface GitSetting {
  /** In lower case. */
  readonly section: string
  /** As written; `null` of a section without one. */
  readonly subsection: string | null
  /** In lower case. */
  readonly name: string
  /** `null` for a name without a value, which is true. */
  readonly value: string | null
}

/** What was read of a file. */
export interface GitConfigFile {
  /** In the order of the file; a later one overrides an earlier one. */
  readonly settings: readonly GitSetting[]
  /** False where git would complain of the file: what comes after that place is not read. */
  readonly complete: boolean
}

/** `section.subsection.name`, as `git config` writes it. */
export function keyOf({ section, subsection, name }: GitSetting): string {
  return subsection === null ? `${section}.${name}` : `${section}.${subsection}.${name}`
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '\\': '\\', '"': '"' }
const SPACE = /[ \t\n\r\v\f]/

/** Reads a file of settings as git does, character by character. Source: git: config.c, `git_parse_source`. */
export function parseGitConfig(text: string): GitConfigFile {
  const all = text.replace(/^\u{FEFF}/u, '').replaceAll('\r\n', '\n')
  const settings: GitSetting[] = []
  let section: string | null = null
  let subsection: string | null = null
  let at = 0
  const incomplete = (): GitConfigFile => ({ settings, complete: false })
  while (at < all.length) {
    const character = all[at]!
    if (SPACE.test(character)) at += 1
    else if (character === '#' || character === ';') {
      const end = all.indexOf('\n', at)
      at = end < 0 ? all.length : end
    } else if (character === '[') {
      const header = /\[([A-Za-z0-9.-]*)(?:[ \t\r\v\f]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y
      header.lastIndex = at
      const found = header.exec(all)
      if (found === null || (found[1] === '' && found[2] === undefined)) return incomplete()
      const name = found[1]!.toLowerCase()
      // `[a.b]` is an older way to write `[a "b"]`.
      const dot = name.indexOf('.')
      section = dot < 0 ? name : name.slice(0, dot)
      const below = dot < 0 ? null : name.slice(dot + 1)
      const quoted = found[2]?.replaceAll(/\\([^])/g, '$1') ?? null
      subsection = below === null ? quoted : quoted === null ? below : `${below}.${quoted}`
      at = header.lastIndex
    } else {
      const key = /([A-Za-z][A-Za-z0-9-]*)[ \t]*/y
      key.lastIndex = at
      const found = key.exec(all)
      if (found === null || section === null) return incomplete()
      at = key.lastIndex
      const name = found[1]!.toLowerCase()
      const next = all[at]
      if (next === undefined || next === '\n') {
        settings.push({ section, subsection, name, value: null })
        continue
      }
      if (next !== '=') return incomplete()
      const read = readValue(all, at + 1)
      if (read === null) return incomplete()
      settings.push({ section, subsection, name, value: read.value })
      at = read.end
    }
  }
  return { settings, complete: true }
}

/** Quotes keep blanks and the signs of a comment; a backslash at the end of a line goes on in the next. */
function readValue(text: string, from: number): { readonly value: string; readonly end: number } | null {
  let value = ''
  let kept = 0
  let quoted = false
  let comment = false
  let at = from
  for (; at < text.length; at++) {
    const character = text[at]!
    if (character === '\n') {
      if (quoted) return null
      break
    }
    if (comment) continue
    if (SPACE.test(character) && !quoted) {
      if (value !== '') value += character
      continue
    }
    if (!quoted && (character === '#' || character === ';')) {
      comment = true
      continue
    }
    if (character === '\\') {
      at += 1
      const escaped = text[at]
      if (escaped === '\n') continue
      const meant = escaped === undefined ? undefined : ESCAPES[escaped]
      if (meant === undefined) return null
      value += meant
    } else if (character === '"') {
      quoted = !quoted
      if (value === '') continue
    } else value += character
    kept = value.length
  }
  return quoted ? null : { value: value.slice(0, kept), end: at }
}

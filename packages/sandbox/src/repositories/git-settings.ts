/** One setting of git, as it stands in a file. */
export interface GitSetting {
  /** In lower case, without its subsection. */
  readonly section: string
  /** In lower case. */
  readonly key: string
  readonly value: string
}

const header = /^\s*\[\s*(?<section>[a-z0-9.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\](?<rest>.*)$/i
const entry = /^\s*(?<key>[a-z][a-z0-9-]*)\s*=(?<value>.*)$/i

/** Reads the settings of a file of git that have a value; what it does not understand is left out. Source: git-config(1), "Syntax". */
export function readSettings(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = []
  let section = ''
  // A line that ends in a backslash goes on in the next.
  for (const line of text
    .replace(/^\u{FEFF}/u, '')
    .replaceAll(/\\\r?\n/g, '')
    .split(/\r?\n/)) {
    const opened = header.exec(line)?.groups
    if (opened !== undefined) section = opened['section']!.toLowerCase().replace(/\..*$/, '')
    const found = entry.exec(opened?.['rest'] ?? line)?.groups
    if (found !== undefined) {
      settings.push({ section, key: found['key']!.toLowerCase(), value: valueOf(found['value']!) })
    }
  }
  return settings
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** Quotes hold spaces and the signs of a comment; around them, spaces at both ends are none of the value's. */
function valueOf(text: string): string {
  let value = ''
  let kept = 0
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!
    if (character === '"') {
      quoted = !quoted
      kept = value.length
    } else if (character === '\\') {
      index += 1
      value += escapes[text[index] ?? ''] ?? text[index] ?? ''
      kept = value.length
    } else if (!quoted && (character === '#' || character === ';')) break
    else if (quoted || !/\s/.test(character)) {
      value += character
      kept = value.length
    } else if (value !== '') value += character
  }
  return value.slice(0, kept)
}

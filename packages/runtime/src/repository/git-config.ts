/** One setting of a git configuration file. */
export interface GitSetting {
  /** `section.key` or `section.subsection.key`; section and key in lower case, as git compares them. */
  readonly key: string
  /** `null` for a key without a value, which is true. */
  readonly value: string | null
}

const HEADER = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/
const ENTRY = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/

/**
 * Reads the settings of a git configuration file, as git-config(1), CONFIGURATION FILE, describes it.
 *
 * @returns `null` when a line is not understood: then nothing is known of the file
 */
export function parseGitConfig(text: string): readonly GitSetting[] | null {
  const settings: GitSetting[] = []
  let section: string | null = null
  // A backslash at the end of a line goes on with the value.
  for (const whole of text.replaceAll('\r\n', '\n').replaceAll('\\\n', '').split('\n')) {
    let line = whole
    const header = HEADER.exec(line)
    if (header) {
      const [, name = '', subsection] = header
      section = name.toLowerCase() + (subsection === undefined ? '' : `.${subsection.replaceAll(/\\(.)/g, '$1')}`)
      line = line.slice(header[0].length)
    }
    if (/^\s*(?:[#;].*)?$/.test(line)) continue
    const entry = ENTRY.exec(line)
    if (!entry || section === null) return null
    settings.push({
      key: `${section}.${entry[1]!.toLowerCase()}`,
      value: entry[2] === undefined ? null : valueOf(entry[2]),
    })
  }
  return settings
}

/** Quotes are taken away and a comment is cut off, where it does not stand in quotes. */
function valueOf(written: string): string {
  let value = ''
  let quoted = false
  for (let at = 0; at < written.length; at++) {
    const character = written[at]!
    if (character === '\\') value += written[++at] ?? ''
    else if (character === '"') quoted = !quoted
    else if (!quoted && (character === '#' || character === ';')) break
    else value += character
  }
  return value.trim()
}

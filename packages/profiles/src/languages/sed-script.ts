import type { ProfileEffect } from '../model/result.ts'

/** What a script does beyond writing to standard output, or why it was not understood. */
export type ScriptReading =
  | { readonly ok: true; readonly effects: readonly ProfileEffect[]; readonly shell: readonly string[] }
  | { readonly ok: false; readonly executes: boolean; readonly message: string }

/** Reads a sed script command by command, as GNU sed does; what GNU and BSD read differently is refused. sed(1), info sed. */
// oxlint-disable-next-line max-lines-per-function -- one scanner: a case for each command of sed, which share the place in the script
export function readSedScript(script: string): ScriptReading {
  const effects: ProfileEffect[] = []
  const shell: string[] = []
  let at = 0
  const fail = (message: string, executes = false): ScriptReading => ({
    ok: false,
    executes,
    message: `sed: ${message}`,
  })
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const match = pattern.exec(script)
    if (!match) return ''
    at = pattern.lastIndex
    return match[0]
  }

  /** Moves behind the delimiter that ends a pattern or a replacement. */
  const skipDelimited = (delimiter: string, isPattern: boolean): boolean => {
    const end = endOfText(script, at, delimiter)
    // Whether the delimiter counts inside a bracket differs between versions of sed.
    if (end < 0 || (isPattern && endOfPattern(script, at, delimiter) !== end)) return false
    at = end + 1
    return true
  }

  const address = (): boolean | null => {
    const first = script[at]
    if (first === '/' || first === '\\') {
      if (first === '\\') at++
      const delimiter = script[at]
      if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') return null
      at++
      if (!skipDelimited(delimiter, true)) return null
      skip(/[IM]*/y)
      return true
    }
    return skip(/\d+(?:\s*~\s*\d+)?|\$|[+~]\d+/y) !== ''
  }

  while (at < script.length) {
    skip(/[\s;]+/y)
    if (at >= script.length) break
    const first = address()
    if (first === null) return fail('an address that was not understood')
    if (first) {
      skip(/\s*/y)
      if (script[at] === ',') {
        at++
        skip(/\s*/y)
        if (address() !== true) return fail('a second address that was not understood')
      }
    }
    skip(/[\s!]*/y)
    const command = script[at++]
    if (command === undefined) return fail('an address without a command')
    switch (command) {
      case '{':
        continue
      case '}':
      case '=':
      case 'd':
      case 'D':
      case 'F':
      case 'g':
      case 'G':
      case 'h':
      case 'H':
      case 'n':
      case 'N':
      case 'p':
      case 'P':
      case 'x':
      case 'z':
        break
      case 'l':
      case 'L':
      case 'q':
      case 'Q':
        skip(/[ \t]*\d*/y)
        break
      case '#':
        skip(/[^\n]*/y)
        continue
      case ':':
        if (skip(/[ \t]*[\w.-]+/y) === '') return fail('a label that was not understood')
        break
      case 'b':
      case 't':
      case 'T':
      case 'v':
        skip(/[ \t]*[\w.-]*/y)
        break
      case 'a':
      case 'i':
      case 'c':
        // Text up to the end of the line; a backslash carries on.
        skip(/(?:\\[^]|[^\\\n])*/y)
        continue
      case 'y':
      case 's': {
        const delimiter = script[at++]
        if (delimiter === undefined || /[\n\\]/.test(delimiter))
          return fail(`a delimiter of ${command} that was not understood`)
        if (!skipDelimited(delimiter, command === 's') || !skipDelimited(delimiter, false)) {
          return fail(`${command} was not understood`)
        }
        if (command === 'y') break
        const given = skip(/[gpiImM\d]*/y)
        if (script[at] === 'e' || (script[at] === 'w' && given.includes('e')))
          return fail('s///e executes what it makes', true)
        if (script[at] === 'w') {
          at++
          writeTo(skip(/[^\n]*/y))
          continue
        }
        break
      }
      case 'r':
      case 'R':
        return fail(`${command} reads a file that the script names`)
      case 'w':
      case 'W':
        writeTo(skip(/[^\n]*/y))
        continue
      case 'e': {
        const text = skip(/[^\n]*/y).trim()
        if (text === '') return fail('e executes what it reads', true)
        shell.push(text)
        continue
      }
      default:
        return fail(`no row for the command '${command}'`)
    }
    skip(/[ \t]*/y)
    if (at < script.length && !/[;\n}#]/.test(script[at] as string))
      return fail(`something behind ${command} was not understood`)
  }
  return { ok: true, effects, shell }

  function writeTo(name: string): void {
    const target = name.trim()
    if (target !== '/dev/stdout' && target !== '/dev/stderr') {
      effects.push({ kind: 'file-write', target, opens: true })
    }
  }
}

/** The first delimiter without a backslash. */
function endOfText(script: string, start: number, delimiter: string): number {
  for (let at = start; at < script.length; at++) {
    const character = script[at]
    if (character === delimiter) return at
    if (character === '\n') return -1
    if (character === '\\') at++
  }
  return -1
}

/** The same, where a bracket expression hides delimiters and backslashes. */
function endOfPattern(script: string, start: number, delimiter: string): number {
  for (let at = start; at < script.length; at++) {
    const character = script[at]
    if (character === delimiter) return at
    if (character === '\n') return -1
    if (character === '\\') at++
    else if (character === '[') {
      at++
      if (script[at] === '^') at++
      if (script[at] === ']') at++
      while (at < script.length && script[at] !== ']') {
        const next = script[at + 1]
        const isClass = script[at] === '[' && (next === '.' || next === ':' || next === '=')
        const close = isClass ? script.indexOf(`${next}]`, at + 2) : -1
        at = isClass && close >= 0 ? close + 2 : at + 1
      }
    }
  }
  return -1
}

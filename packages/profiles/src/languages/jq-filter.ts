import type { ProfileEffect } from '../model/result.ts'
import type { ScriptReading } from './sed-script.ts'

/** Reads a jq program for variables of the environment and modules; nothing else that it does reaches outside. jq(1). */
// oxlint-disable-next-line max-lines-per-function -- one scanner: its parts share the place in the text
export function readJqFilter(filter: string): ScriptReading {
  const effects: ProfileEffect[] = []
  /** The open brackets; what closes an interpolation `\\(` goes back into a string. */
  const open: string[] = []
  const token = /[A-Za-z_]\w*(?:::\w+)*|[^]/y
  let at = 0
  let before = ''
  while (at < filter.length) {
    token.lastIndex = at
    const text = (token.exec(filter) as RegExpExecArray)[0]
    at = token.lastIndex
    if (text === '"') {
      const failure = readString()
      if (failure) return failure
    } else if (text === '(' || text === '[' || text === '{') open.push(text)
    else if (text === ')' || text === ']' || text === '}') {
      if (open.pop() === '\\(') {
        const failure = readString()
        if (failure) return failure
      }
    } else if (text === '#') {
      const end = filter.indexOf('\n', at)
      // A backslash may carry a comment on, depending on the version.
      if (filter.slice(at, end < 0 ? undefined : end).includes('\\')) return refuse('a comment that may go on')
      at = end < 0 ? filter.length : end
    } else if (/^[A-Za-z_]/.test(text)) {
      const failure = evaluateName(text)
      if (failure) return failure
    }
    if (!/\s/.test(text)) before = text
  }
  return { ok: true, effects, shell: [] }

  function refuse(message: string): ScriptReading {
    return { ok: false, executes: false, message: `jq: ${message}` }
  }

  /** A string up to its end, or to an interpolation `\(`. */
  function readString(): ScriptReading | undefined {
    for (; at < filter.length; at++) {
      if (filter[at] === '"') {
        at++
        before = '"'
        return undefined
      }
      if (filter[at] !== '\\') continue
      at++
      if (filter[at] === '(') {
        at++
        open.push('\\(')
        before = '('
        return undefined
      }
    }
    return refuse('a string without an end')
  }

  function evaluateName(name: string): ScriptReading | undefined {
    if (filter[at - name.length - 1] === '.' || /^\s*:(?!:)/.test(filter.slice(at))) return undefined
    // In an object `{name, env}` is `{name: .name, env: .env}`: values have no comma outside of brackets. jq(1), Object Construction
    const isKey = open.at(-1) === '{' && (before === '{' || before === ',')
    if (isKey && /^\s*[,}]/.test(filter.slice(at))) return undefined
    if (name === 'ENV' && before === '$') {
      const field = /^\.(\w+)/.exec(filter.slice(at))
      effects.push({ kind: 'environment', target: field?.[1] ?? null })
    } else if (before === '$') return undefined
    else if (name === 'env') {
      const field = /^\.(\w+)/.exec(filter.slice(at))
      effects.push({ kind: 'environment', target: field?.[1] ?? null })
    } else if (/^(?:import|include|modulemeta)$/.test(name)) {
      return refuse(`${name} reads a module of code`)
    }
    return undefined
  }
}

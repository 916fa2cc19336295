import type { ProfileEffect } from '../model/result.ts'
import type { ScriptReading } from './sed-script.ts'

type Token = {
  readonly kind: 'word' | 'number' | 'string' | 'regex' | 'symbol' | 'newline'
  readonly text: string
  /** Depth of parentheses it stands in, its own not counted. */
  readonly depth: number
}

/** After these a slash begins a regular expression. awk(1) grammar. */
const beforeOperand = new Set('print printf return exit delete in else do case'.split(' '))
const CONTROLS = new Set(['if', 'while', 'for', 'switch'])
/** To mawk(1), `-` is a file of that name. */
const STREAMS = new Set(['/dev/stdout', '/dev/stderr', '/dev/null'])

/** Reads an awk program for what it starts, reads and writes; awks that read the text differently make it refused. */
export function readAwkProgram(program: string): ScriptReading {
  const tokens = tokenize(program)
  if (typeof tokens === 'string') return { ok: false, executes: false, message: `awk: ${tokens}` }
  const effects: ProfileEffect[] = []
  const shell: string[] = []
  /** Depth of the statement `print` that is being read, or -1. */
  let printing = -1
  for (let index = 0; index < tokens.length; index++) {
    const { kind, text, depth } = tokens[index]!
    const next = tokens[index + 1]
    if (kind === 'newline' || (kind === 'symbol' && (text === ';' || text === '}' || text === '{'))) {
      printing = -1
      continue
    }
    if (kind === 'symbol' && text === ')' && depth < printing) printing = -1
    if (kind === 'word') {
      if (text === 'print' || text === 'printf') printing = depth
      else if (text === 'system') {
        const argument = literalCall(tokens, index + 1)
        if (argument === null) return executes('system() runs what it is given')
        shell.push(argument)
      } else if (text === 'getline') {
        const from = getlineSource(tokens, index + 1)
        if (from !== undefined) effects.push({ kind: 'file-read', target: from })
      } else if (text === 'ENVIRON') {
        const name = next?.text === '[' && tokens[index + 2]?.kind === 'string' && tokens[index + 3]?.text === ']'
        effects.push({ kind: 'environment', target: name ? tokens[index + 2]!.text : null })
      } else if (text === 'ARGV') {
        effects.push({ kind: 'file-read', target: null, note: 'ARGV names the files to read' })
      } else if (text.includes('::') || /^(?:SYMTAB|FUNCTAB|extension|PROCINFO)$/.test(text)) {
        return { ok: false, executes: false, message: `awk: ${text} is not analysed` }
      }
      continue
    }
    if (kind !== 'symbol') continue
    if (text === '|' || text === '|&') {
      const command = next?.text === 'getline' ? literalBefore(tokens, index) : literalAfter(tokens, index)
      if (command === null || text === '|&') return executes('a pipe runs what it is given')
      shell.push(command)
    } else if ((text === '>' || text === '>>') && depth === printing) {
      const target = literalAfter(tokens, index)
      if (target === null || !STREAMS.has(target)) effects.push(writeTo(target))
    } else if (text === '@') return { ok: false, executes: true, message: 'awk: @ loads code or calls by name' }
  }
  return { ok: true, effects, shell }

  function executes(message: string): ScriptReading {
    return { ok: false, executes: true, message: `awk: ${message}` }
  }
}

/** `/inet/tcp/0/host/80` is a connection for gawk. */
function writeTo(target: string | null): ProfileEffect {
  if (target?.startsWith('/inet') === true) return { kind: 'network', target: target.split('/')[4] ?? null }
  return { kind: 'file-write', target, opens: true }
}

/** `("text")` and nothing else. */
function literalCall(tokens: readonly Token[], open: number): string | null {
  const argument = tokens[open + 1]
  if (tokens[open]?.text !== '(' || argument?.kind !== 'string' || tokens[open + 2]?.text !== ')') return null
  return plainString(argument)
}

/** A string that is the whole rest of the statement. */
function literalAfter(tokens: readonly Token[], at: number): string | null {
  const value = tokens[at + 1]
  const end = tokens[at + 2]
  if (value?.kind !== 'string') return null
  return end === undefined || end.kind === 'newline' || /^[;})]$/.test(end.text) ? plainString(value) : null
}

/** A string that is the whole of what stands before a pipe into getline. */
function literalBefore(tokens: readonly Token[], at: number): string | null {
  const value = tokens[at - 1]
  const before = tokens[at - 2]
  if (value?.kind !== 'string') return null
  return before === undefined || before.kind === 'newline' || /^[;{(]$/.test(before.text) ? plainString(value) : null
}

/** Escapes are not read: a string with one is not known. */
function plainString({ text }: Token): string | null {
  return text.includes('\\') ? null : text
}

/** The file of `getline [variable] < file`; undefined when it reads the main input or a pipe. */
function getlineSource(tokens: readonly Token[], start: number): string | null | undefined {
  let at = start
  if (tokens[at]?.text === '$') at++
  if (tokens[at]?.kind === 'word' || tokens[at]?.kind === 'number') at++
  if (tokens[at]?.text === '[' || tokens[at]?.text === '(') {
    // Not looked into: any `<` in the rest of the statement may be the one.
    while (at < tokens.length && !/^[;}]$/.test(tokens[at]!.text) && tokens[at]!.kind !== 'newline') {
      if (tokens[at]!.text === '<') return null
      at++
    }
    return undefined
  }
  if (tokens[at]?.text !== '<') return undefined
  const file = tokens[at + 1]
  const after = tokens[at + 2]
  if (file?.kind !== 'string' || after?.kind === 'string' || after?.kind === 'word') return null
  return plainString(file)
}

function tokenize(program: string): readonly Token[] | string {
  const tokens: Token[] = []
  /** Of each open parenthesis: does it belong to `if`, `while`, …? */
  const parentheses: boolean[] = []
  let at = 0
  let closedControl = false
  const push = (kind: Token['kind'], text: string) => {
    tokens.push({ kind, text, depth: parentheses.length })
  }
  while (at < program.length) {
    const character = program[at] as string
    const last = tokens.at(-1)
    if (character === ' ' || character === '\t' || character === '\r') at++
    else if (character === '\\' && /^\\\r?\n/.test(program.slice(at, at + 3))) at = program.indexOf('\n', at) + 1
    else if (character === '\n') {
      push('newline', '\n')
      closedControl = false
      at++
    } else if (character === '#') {
      const end = program.indexOf('\n', at)
      at = end < 0 ? program.length : end
    } else if (character === '"') {
      const match = /"((?:[^"\\\n]|\\[^])*)"/y
      match.lastIndex = at
      const found = match.exec(program)
      if (!found) return 'a string without an end'
      push('string', found[1] as string)
      at = match.lastIndex
    } else if (character === '/' && (last?.text === 'getline' || last?.text === 'length')) {
      return 'a slash that may divide or begin a regular expression'
    } else if (character === '/' && beginsRegex(last, closedControl)) {
      const match = /\/((?:[^/\\\n]|\\[^\n])*)\//y
      match.lastIndex = at
      const found = match.exec(program)
      if (!found) return 'a regular expression without an end'
      // Whether a slash in a bracket ends it differs between versions of awk.
      if (opensBracket(found[1] as string)) return 'a slash in a bracket expression'
      push('regex', found[1] as string)
      at = match.lastIndex
    } else {
      const match =
        /[A-Za-z_]\w*(?:::\w+)*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\|&|\|\||&&|>>|[<>=!]=|\+\+|--|\*\*|[^]/y
      match.lastIndex = at
      const text = (match.exec(program) as RegExpExecArray)[0]
      at = match.lastIndex
      closedControl = false
      if (/^[A-Za-z_]/.test(text)) push('word', text)
      else if (/^[\d.]/.test(text)) push('number', text)
      else if (text === '(') {
        push('symbol', text)
        parentheses.push(last?.kind === 'word' && CONTROLS.has(last.text))
      } else if (text === ')') {
        closedControl = parentheses.pop() ?? false
        push('symbol', text)
      } else if (/^[\w$[\]{};,<>=!+\-*/%^?:~&|@()]+$/.test(text)) push('symbol', text)
      else return `'${text}' was not understood`
    }
  }
  return tokens
}

function beginsRegex(last: Token | undefined, closedControl: boolean): boolean {
  if (last === undefined || last.kind === 'newline') return true
  if (last.kind === 'word') return beforeOperand.has(last.text)
  if (last.kind !== 'symbol') return false
  if (last.text === ')') return closedControl
  return !/^(?:\]|\$|\+\+|--)$/.test(last.text)
}

/** Is a bracket still open at the end of the pattern? */
function opensBracket(pattern: string): boolean {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '[') {
      at++
      if (pattern[at] === '^') at++
      if (pattern[at] === ']') at++
      while (at < pattern.length && pattern[at] !== ']') {
        const next = pattern[at + 1]
        const isClass = pattern[at] === '[' && (next === '.' || next === ':' || next === '=')
        const close = isClass ? pattern.indexOf(`${next}]`, at + 2) : -1
        if (isClass && close >= 0) at = close + 2
        else at += pattern[at] === '\\' ? 2 : 1
      }
      if (at >= pattern.length) return true
    }
  }
  return false
}

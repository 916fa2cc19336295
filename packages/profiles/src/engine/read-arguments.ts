import { globPattern, knownPrefix, knownText, mayBeOption, maySplit, type ProfileWord } from '../model/word.ts'
import { type CompiledOption, type CompiledTable, isGo } from './compile-table.ts'
import { findLongOption } from './find-long-option.ts'
import type { Invocation, ProfileRefusal } from './invocation.ts'

/** `+40`, `+G`, `+/word`: where a pager begins. less(1) */
const BEGINS_AT = /^\+\+?(?:\d*[gG]?|\/[\w .:-]+)$/
const NUMERIC_SHORTHAND = /^-\d+$/

/**
 * Sorts the words from `start` on into options and operands. To find a subcommand it stops before the first operand,
 * whose index it returns; else it returns the length.
 */
export function readArguments(
  argv: readonly ProfileWord[],
  start: number,
  compiled: CompiledTable,
  call: Invocation,
  untilOperand: boolean,
): number | ProfileRefusal {
  const { table } = compiled
  let onlyOperands = table.raw === true || (call.endOfOptions >= 0 && call.endOfOptions < start)
  let at = start
  if (table.bundle === true && at === 1 && at < argv.length) {
    const bundled = readBundle(argv, at, compiled, call)
    if (typeof bundled !== 'number') return bundled
    at = bundled
  }
  while (at < argv.length) {
    const word = argv[at] as ProfileWord
    const text = typeof word === 'string' ? word : knownText(word)
    if (onlyOperands) {
      if (untilOperand) return at
      call.operands.push({ word, at })
      at++
      continue
    }
    if (text === null) {
      if (untilOperand && !knownPrefix(word).startsWith('-')) return at
      const read = readDynamic(argv, at, compiled, call)
      if (typeof read !== 'number') return read
      if (!compiled.permutes && read === at) onlyOperands = true
      at = Math.max(read, at + 1)
      continue
    }
    if (text === '--' && compiled.style !== 'long-posix') {
      call.endOfOptions = at
      onlyOperands = true
      at++
      continue
    }
    if (text.length > 1 && text.charCodeAt(0) === 45) {
      const read = readOption(text, argv, at, compiled, call)
      if (typeof read !== 'number') return read
      at = read
      if (table.stopsAfter !== undefined && call.has(table.stopsAfter)) onlyOperands = true
      continue
    }
    if (table.plus !== undefined && text.length > 1 && text.charCodeAt(0) === 43) {
      if (table.plus !== 'nothing' && !(table.plus === 'position' && BEGINS_AT.test(text))) {
        return { code: 'NOT_EVALUATED', message: `${call.program}: '${text}' is a command to it`, at }
      }
      at++
      continue
    }
    if (untilOperand) return at
    call.operands.push({ word: text, at })
    at++
    if (!compiled.permutes) onlyOperands = true
  }
  return at
}

/** A word that begins with a dash. Returns the index after it and its values. */
function readOption(
  text: string,
  argv: readonly ProfileWord[],
  at: number,
  compiled: CompiledTable,
  call: Invocation,
): number | ProfileRefusal {
  if (compiled.table.numeric === true && NUMERIC_SHORTHAND.test(text)) return at + 1
  if (text.charCodeAt(1) === 45 || !compiled.clusters) {
    const equals = text.indexOf('=')
    const name = equals < 0 ? text : text.slice(0, equals)
    const found = findLongOption(name, compiled, call.program, at)
    if (!('row' in found)) return found
    return takeValues(found, equals < 0 ? undefined : text.slice(equals + 1), argv, at, compiled, call)
  }
  return readCluster(text, 1, undefined, argv, at, compiled, call)
}

/** Short options in one word; `tail` is a dynamic rest of it. */
function readCluster(
  text: string,
  from: number,
  tail: ProfileWord | undefined,
  argv: readonly ProfileWord[],
  at: number,
  compiled: CompiledTable,
  call: Invocation,
): number | ProfileRefusal {
  // Some tools have words after a single dash beside clusters: `git branch -vv`, `tree -fi`, `mvn -version`.
  const whole = from === 1 && tail === undefined && text.length > 2 ? compiled.options.get(text) : undefined
  if (whole) return takeValues(whole, undefined, argv, at, compiled, call)
  for (let index = from; index < text.length; index++) {
    const option = compiled.options.get(`-${text[index]}`)
    if (!option) {
      if (compiled.table.numeric === true && text[index]! >= '0' && text[index]! <= '9') continue
      return unknownOption(call.program, `-${text[index]}`, at)
    }
    if (option.row.takes === 0) {
      call.options.push({ name: option.name, row: option.row, values: [], at })
      continue
    }
    let rest: ProfileWord | undefined = text.slice(index + 1)
    if (tail !== undefined) {
      // An empty rest would make the next word the value.
      if (rest === '' && (typeof tail !== 'object' || tail?.integer !== true)) {
        if (!hideOption(call, compiled)) return dynamicOption(call.program, at)
        call.operands.push({ word: null, at })
      }
      rest = rest === '' || rest === '=' ? tail : { prefix: rest, splits: false }
    } else if (rest === '') rest = undefined
    else if (compiled.style === 'exact' || compiled.style === 'exact-posix') rest = rest.replace(/^=/, '')
    return takeValues(option, rest, argv, at, compiled, call)
  }
  if (tail !== undefined) {
    if (!hideOption(call, compiled)) return dynamicOption(call.program, at)
  }
  return at + 1
}

function takeValues(
  option: CompiledOption,
  attached: ProfileWord | undefined,
  argv: readonly ProfileWord[],
  at: number,
  compiled: CompiledTable,
  call: Invocation,
): number | ProfileRefusal {
  const { name, row } = option
  const { takes } = row
  if (takes === 0) {
    if (
      attached !== undefined &&
      compiled.style !== 'exact' &&
      !isGo(compiled.style) &&
      compiled.style !== 'exact-posix'
    ) {
      return { code: 'UNKNOWN_OPTION', message: `${call.program}: ${name} takes no value`, at }
    }
    // pflag and flag read `--x=false` as a value of the flag; what names a place belongs to an option of another version.
    if (attached !== undefined && !/^(?!.*\.\.)[\w.,:+-]*$/.test(knownText(attached) ?? '/')) {
      return { code: 'UNKNOWN_OPTION', message: `${call.program}: ${name} is not known to take such a value`, at }
    }
    call.options.push({ name, row, values: [], at })
    return at + 1
  }
  if (takes === 'optional' || (takes === 1 && attached !== undefined)) {
    call.options.push({ name, row, values: attached === undefined ? [] : [attached], at })
    return at + 1
  }
  const given: ProfileWord[] = attached === undefined ? [] : [attached]
  let next = at + 1
  while (given.length < takes) {
    if (next >= argv.length) {
      return { code: 'MISSING_VALUE', message: `${call.program}: ${name} needs a value`, at }
    }
    const value = argv[next] as ProfileWord
    if (knownText(value) === null && maySplit(value)) {
      // Only the first of several words would be the value.
      if (!hideOption(call, compiled)) return dynamicOption(call.program, next)
      call.operands.push({ word: null, at: next })
    }
    if (!compiled.abbreviates && looksLikeOtherOption(value, compiled)) {
      return {
        code: 'UNKNOWN_OPERAND',
        message: `${call.program}: the value of ${name} looks like an option`,
        at: next,
      }
    }
    given.push(value)
    next++
  }
  call.options.push({ name, row, values: given, at })
  return next
}

/**
 * A value that would be an option that matters, if the one before it took no value after all. The tables of tools that
 * read their options in ways of their own are not that certain.
 */
function looksLikeOtherOption(value: ProfileWord, compiled: CompiledTable): boolean {
  const text = knownText(value)
  if (text === null || !/^-(?![\d.]|-?$)/.test(text)) return false
  const name = text.split('=', 1)[0] as string
  const other = compiled.options.get(name) ?? compiled.options.get(text.slice(0, 2))
  return other === undefined || (other.row.does !== 'nothing' && other.row.does !== 'flag')
}

/** A word that is only known at run time. Returns the same index when it counts as an operand. */
function readDynamic(
  argv: readonly ProfileWord[],
  at: number,
  compiled: CompiledTable,
  call: Invocation,
): number | ProfileRefusal {
  const word = argv[at] as ProfileWord
  const prefix = knownPrefix(word)
  const pattern = globPattern(word)
  if (prefix.startsWith('-') && prefix.length > 1 && pattern === null && !maySplit(word)) {
    const rest: ProfileWord = { splits: false, integer: typeof word === 'object' && word?.integer === true }
    if (prefix.charCodeAt(1) === 45 || !compiled.clusters) {
      const equals = prefix.indexOf('=')
      if (equals > 0) {
        const found = findLongOption(prefix.slice(0, equals), compiled, call.program, at)
        if (!('row' in found)) return found
        const value: ProfileWord = { prefix: prefix.slice(equals + 1), splits: false }
        return takeValues(found, value, argv, at, compiled, call)
      }
    } else {
      return readCluster(prefix, 1, rest, argv, at, compiled, call)
    }
  }
  if (pattern !== null && /^--[a-z][a-z-]*=/.test(prefix)) {
    // Each word that `--include=*.ts` can become is this option with a value.
    const found = findLongOption(prefix.slice(0, prefix.indexOf('=')), compiled, call.program, at)
    if ('row' in found && found.row.does === 'nothing' && (found.row.takes === 1 || found.row.takes === 'optional')) {
      return takeValues(found, { prefix: '', splits: false }, argv, at, compiled, call)
    }
  }
  if (compiled.table.numeric === true && typeof word === 'object' && word?.integer === true && prefix === '-') {
    return at + 1
  }
  if (mayBeOption(word) && (pattern === null || call.globsMatchOptions || prefix.startsWith('-'))) {
    if (!hideOption(call, compiled)) return dynamicOption(call.program, at)
  }
  call.operands.push({ word, at })
  return at
}

/** `tar xzf archive`: a first word without a dash; each letter that needs a value takes the next word. */
function readBundle(
  argv: readonly ProfileWord[],
  start: number,
  compiled: CompiledTable,
  call: Invocation,
): number | ProfileRefusal {
  const text = knownText(argv[start] as ProfileWord)
  if (text === null) return dynamicOption(call.program, start)
  if (text === '' || text.startsWith('-')) return start
  let next = start + 1
  for (const letter of text) {
    const option = compiled.options.get(`-${letter}`)
    if (!option) {
      return unknownOption(call.program, letter, start)
    }
    if (option.row.takes !== 1) call.options.push({ name: option.name, row: option.row, values: [], at: start })
    else {
      if (next >= argv.length) {
        return { code: 'MISSING_VALUE', message: `${call.program}: ${letter} needs a value`, at: start }
      }
      const value = argv[next] as ProfileWord
      if (maySplit(value)) return dynamicOption(call.program, next)
      call.options.push({ name: option.name, row: option.row, values: [value], at: start })
      next++
    }
  }
  return next
}

/** A word may be an option: taken note of, if none of the command's options does worse than read. */
function hideOption(call: Invocation, compiled: CompiledTable): boolean {
  if (compiled.optionRisk === 'any') return false
  if (compiled.optionRisk === 'read' && !call.hidesOptions) call.effects.push({ kind: 'file-read', target: null })
  call.hidesOptions = true
  return true
}

function unknownOption(program: string, name: string, at: number): ProfileRefusal {
  return { code: 'UNKNOWN_OPTION', message: `${program}: nothing is known about the option ${name}`, at }
}

function dynamicOption(program: string, at: number): ProfileRefusal {
  return {
    code: 'DYNAMIC_ARGUMENT',
    message: `${program}: a word that is only known at run time could be an option that changes what it does`,
    at,
  }
}

import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { helpAndVersion, type OptionRow } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { LISTS_HERE, workspaceCode, WRITES_HERE } from '../engine/usual-effects.ts'
import { globPattern, wordTarget } from '../model/word.ts'

/** A tool whose configuration or input is code of the workspace. */
export function tool(
  source: string,
  code: string,
  options: readonly OptionRow[],
  more: Partial<CommandTable> = {},
): CommandTable {
  return {
    source,
    style: 'exact',
    // What else it reads, the code of the workspace decides.
    operands: { rest: 'list-tree', none: [LISTS_HERE] },
    always: [workspaceCode(code)],
    // Files outside the workspace bring their own configuration, which is code.
    refine: outsideIsCode,
    ...more,
    options: [helpAndVersion, ...options],
  }
}

/** Names of tests and patterns, which may look like a path. */
const PATTERNS = /^(?:-t|-k|-m|-run|-skip|-bench|--grep|--filter|--test.*[pP]attern.*|--glob|--ignore.*|--exclude.*)$/
/** A name of one of the tool's own, or a module. */
const MODULES = /^(?:-f|--format|--formatter|--reporters?|--coverageReporters|--pool)$/
/** A path outside, also behind the name of a key: `html:/tmp/x`, `extend="/tmp/x"`. */
const NAMES_OUTSIDE = /(?:^|[:=,"'])(?:[/~]|\.\.(?:\/|$))|\/\.\.(?:\/|$)/

export function outsideIsCode(call: Invocation): undefined {
  for (const { name, row, values: given } of call.options) {
    if (row.does !== 'nothing' || PATTERNS.test(name)) continue
    for (const value of given) {
      const text = wordTarget(value)
      if (text === null || !(NAMES_OUTSIDE.test(text) || (MODULES.test(name) && text.includes('/')))) continue
      call.executes(text, 'argument', 'the value of an option')
    }
  }
  for (const { word } of call.operands) {
    const text = wordTarget(word)
    // `@file` holds further arguments.
    if (text === null || /^[/~@]|(?:^|\/)\.\.(?:\/|$)/.test(text)) {
      call.executes(text, 'argument', 'may be code, or bring configuration that is code')
    }
  }
}

/** Writes what it was given. */
export function writesOperands(options: string) {
  const writes = writesOperandsAlone(options)
  return (call: Invocation): ProfileRefusal | undefined => writes(call) ?? outsideIsCode(call)
}

/** The same for a program that reads no configuration, so that no file is code to it. */
export function writesOperandsAlone(options: string) {
  return (call: Invocation): ProfileRefusal | undefined => {
    if (call.has(options)) {
      if (call.operands.length === 0) call.effects.push(WRITES_HERE)
      for (const { word } of call.operands) {
        const pattern = globPattern(word)
        call.effects.push({
          kind: 'file-write',
          target: wordTarget(word),
          recursive: true,
          ...(pattern === null ? {} : { glob: true as const }),
        })
      }
    }
    return undefined
  }
}

/** Writes what it was given unless it only checks. */
export function writesUnless(options: string) {
  return (call: Invocation): ProfileRefusal | undefined => {
    if (!call.has(options)) {
      if (call.operands.length === 0) call.effects.push(WRITES_HERE)
      for (const { word } of call.operands)
        call.effects.push({ kind: 'file-write', target: wordTarget(word), recursive: true })
    }
    return outsideIsCode(call)
  }
}

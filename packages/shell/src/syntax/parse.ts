import { readScript } from './commands.ts'
import { ParserState, WholeSource } from './parser-state.ts'
import { readHereDocumentBody } from './redirections.ts'
import { type Refusal, type RefusalCode, RefusalSignal } from './refusal.ts'
import type { Dialect, FunctionDefinition, Script } from './tree.ts'

/** A tree, or why there is none. */
export type ParseResult =
  | { readonly ok: true; readonly tree: Script }
  | { readonly ok: false; readonly refusal: Refusal }

/** What to read, and how much of it. */
export interface ParseOptions {
  /** The shell that will run the text. Default `bash`. */
  readonly dialect?: Dialect | undefined
  /** The longest source that is read, in UTF-16 units. Default 65,536. */
  readonly maxLength?: number | undefined
  /** How deep constructs may nest. Default 64, at most 200. */
  readonly maxDepth?: number | undefined
}

export const DEFAULT_MAX_LENGTH = 65_536
export const DEFAULT_MAX_DEPTH = 64
/** Keeps the parser's own recursion far from the end of the stack, whatever the caller asks for. */
const HIGHEST_MAX_DEPTH = 200

/**
 * There may be a command for every so many characters of the longest source: each takes half a kibibyte of tree. Of the
 * scripts of a machine, none has one for twenty-two.
 */
const CHARACTERS_EACH = 4

const GRAMMAR = { readScript, readHereDocumentBody }

const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * Reads a shell source into a syntax tree, or refuses. Never throws for any string.
 *
 * What is accepted is read as bash 5.2 and 5.3 (or dash, for `posix`) read it; what they might read otherwise, or what
 * is not opted in, is a {@link Refusal}. Time is linear in the length.
 *
 * @example
 * const result = parseShell('git log --oneline | head -5')
 * if (result.ok) console.log(result.tree.statements.length) // 1
 */
export function parseShell(source: string, options: ParseOptions = {}): ParseResult {
  const parsed = parseText(source, options.dialect, options.maxDepth, options.maxLength)
  return parsed.ok ? { ok: true, tree: parsed.tree } : parsed
}

/** A tree with the function definitions in it, wherever they stand. */
export interface ParsedText {
  readonly ok: true
  readonly tree: Script
  readonly functions: readonly FunctionDefinition[]
}

export function parseText(
  source: string,
  dialect: Dialect = 'bash',
  depth: number = DEFAULT_MAX_DEPTH,
  maxLength: number = DEFAULT_MAX_LENGTH,
): ParsedText | { readonly ok: false; readonly refusal: Refusal } {
  if (source.length > maxLength) {
    return refused({
      code: 'TOO_LONG',
      message: `longer than ${maxLength} characters`,
      span: [maxLength, source.length],
    })
  }
  if (CONTROL.test(source)) {
    return refusedAt(source.search(CONTROL), 'CONTROL_CHARACTER', 'a control character other than tab and newline')
  }
  if (!source.isWellFormed()) {
    return refusedAt(source.search(loneSurrogate), 'LONE_SURROGATE', 'half of a surrogate pair')
  }
  const whole = new WholeSource(Math.floor(Math.max(maxLength, DEFAULT_MAX_LENGTH) / CHARACTERS_EACH))
  const parser = new ParserState(source, {
    dialect,
    maxDepth: Math.min(depth, HIGHEST_MAX_DEPTH),
    depth: 0,
    whole,
    grammar: GRAMMAR,
  })
  try {
    const tree = parser.wholeScript()
    return { ok: true, tree, functions: whole.functions }
  } catch (thrown) {
    if (thrown instanceof RefusalSignal) return refused(thrown.refusal)
    throw thrown
  }
}

function refusedAt(index: number, code: RefusalCode, message: string) {
  return refused({ code, message, span: [index, index + 1] })
}

function refused(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal }
}

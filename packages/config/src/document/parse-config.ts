import { visibleText } from '@poundlock/spec'
import { createScanner, getNodeValue, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser'
import { ConfigError, type ConfigIssue } from '../config-error.ts'
import type { ConfigDocument } from '../schema.ts'
import { findRuleProblems } from './check-rules.ts'
import { findStructureProblems } from './find-structure-problems.ts'
import { createPositions, createSourceText, pointerKeys, type SourceText } from './source-text.ts'
import { validateDocument } from './validate-document.ts'

/** A configuration that was read, and where each value stands. */
export interface ParsedConfig {
  /** What the file says, checked against the schema. */
  readonly document: ConfigDocument
  /** The text, for finding where a value stands. */
  readonly source: SourceText
}

/** The longest file that is read, in UTF-16 code units. */
export const MAX_CONFIG_LENGTH = 4 * 1024 * 1024
const MAX_DEPTH = 32
const MAX_ISSUES = 20

/**
 * Reads the text of a configuration file: JSON with comments and trailing commas.
 *
 * @param file only named in errors and origins
 * @throws ConfigError `CONFIG_INVALID` with every issue found, each with line and column
 */
export function parseConfig(text: string, file: string): ParsedConfig {
  const { value, source } = parseDocument(text, file, (document) => {
    const issues = validateDocument(document)
    return issues.length > 0 ? issues : findRuleProblems(document as ConfigDocument)
  })
  return { document: value as ConfigDocument, source }
}

/**
 * Reads the text of another document in the same way: strictly, and with the place of everything that is wrong.
 *
 * @param check what is wrong with the value, each with the JSON Pointer to it
 * @throws ConfigError `CONFIG_INVALID`
 */
export function parseDocument(
  text: string,
  file: string,
  check: (value: unknown) => readonly { readonly pointer: string; readonly message: string }[],
): { readonly value: unknown; readonly source: SourceText } {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  const positionAt = createPositions(plain)
  const fail = (issues: readonly ConfigIssue[]): never => {
    throw ConfigError.invalid(file, issues.slice(0, MAX_ISSUES))
  }
  const at = (offset: number, message: string, pointer = ''): ConfigIssue => ({
    ...positionAt(offset),
    pointer,
    problem: message,
    message,
  })
  if (plain.length > MAX_CONFIG_LENGTH) {
    fail([at(0, `the file is longer than ${MAX_CONFIG_LENGTH} characters`)])
  }
  const { empty, tooDeep } = readTokens(plain)
  if (empty) fail([at(0, 'the file is empty; expected an object, at least {}')])
  if (tooDeep !== null) fail([at(tooDeep, `brackets are nested deeper than ${MAX_DEPTH}`)])
  const errors: ParseError[] = []
  const root = parseTree(plain, errors, { allowTrailingComma: true, disallowComments: false })
  if (errors.length > 0) fail(errors.map((error) => at(error.offset, syntaxMessage(error))))
  if (!root) return fail([at(0, 'not JSON: value expected')])
  const problems = findStructureProblems(root)
  if (problems.length > 0) fail(problems.map(({ offset, message }) => at(offset, message)))
  const source = createSourceText(file, root, positionAt)
  const value: unknown = getNodeValue(root)
  const issues = check(value)
  if (issues.length > 0) {
    fail(
      issues.map(({ pointer, message }) => ({
        ...source.position(pointer),
        pointer,
        problem: message,
        message: pointer === '' ? message : `${visibleText(pointerKeys(pointer).join('.'))}: ${message}`,
      })),
    )
  }
  return { value, source }
}

function syntaxMessage(error: ParseError): string {
  const words = printParseErrorCode(error.error)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `not JSON: ${words}`
}

/**
 * The parser recurses, so that nesting is bounded before it sees the text. Its own scanner counts: another reading of
 * where a string or a comment ends would count other brackets.
 */
function readTokens(text: string): { readonly empty: boolean; readonly tooDeep: number | null } {
  const scanner = createScanner(text, true)
  let depth = 0
  let empty = true
  for (let token: number = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    empty = false
    if (OPENING.has(token)) depth++
    else if (CLOSING.has(token)) depth--
    if (depth > MAX_DEPTH) return { empty, tooDeep: scanner.getTokenOffset() }
  }
  return { empty, tooDeep: null }
}

// `SyntaxKind` of jsonc-parser: an ambient `const enum`, which a compiler of single files cannot read.
const OPENING: ReadonlySet<number> = new Set([1, 3])
const CLOSING: ReadonlySet<number> = new Set([2, 4])
const END_OF_FILE = 17

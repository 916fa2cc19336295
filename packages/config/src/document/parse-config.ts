import { createValidator } from '@poundlock/spec'
import { parseTree, getNodeValue, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { ConfigError, type ConfigIssue } from '../config-error.ts'
import { ConfigDocument } from '../schema.ts'
import { createSourceText, positionAt, type SourceText } from './source-text.ts'

export interface ParsedConfig {
  readonly document: ConfigDocument
  readonly source: SourceText
}

/** The longest file that is read, in UTF-16 code units. */
export const MAX_CONFIG_LENGTH = 4 * 1024 * 1024
const MAX_DEPTH = 32
const MAX_ISSUES = 20

const validate = createValidator(ConfigDocument)

/**
 * Reads the text of a configuration file: JSON with comments and trailing commas.
 *
 * @param file only named in errors and origins
 * @throws ConfigError `CONFIG_INVALID` with every issue found, each with line and column
 */
export function parseConfig(text: string, file: string): ParsedConfig {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  const fail = (issues: readonly ConfigIssue[]): never => {
    throw ConfigError.invalid(file, issues.slice(0, MAX_ISSUES))
  }
  const at = (offset: number, message: string, pointer = ''): ConfigIssue => ({
    ...positionAt(plain, offset),
    pointer,
    message,
  })
  if (plain.length > MAX_CONFIG_LENGTH) {
    fail([at(0, `the file is longer than ${MAX_CONFIG_LENGTH} characters`)])
  }
  const deep = tooDeepAt(plain)
  if (deep !== null) fail([at(deep, `brackets are nested deeper than ${MAX_DEPTH}`)])
  const errors: ParseError[] = []
  const root = parseTree(plain, errors, { allowTrailingComma: true, disallowComments: false })
  if (errors.length > 0) fail(errors.map((error) => at(error.offset, syntaxMessage(error))))
  if (!root) return fail([at(0, 'the file is empty; expected an object, at least {}')])
  const repeated = repeatedKeys(root)
  if (repeated.length > 0) {
    fail(repeated.map((node) => at(node.offset, `the key ${JSON.stringify(node.value)} stands here a second time`)))
  }
  const source = createSourceText(file, plain, root)
  const value: unknown = getNodeValue(root)
  const issues = [...validate(value)]
  if (issues.length > 0) {
    fail(issues.map((issue) => ({ ...source.position(issue.pointer), pointer: issue.pointer, message: spoken(issue) })))
  }
  const document = value as ConfigDocument
  if (document.tools?.exec?.askMode !== undefined && typeof document.tools.exec.ask === 'string') {
    fail([
      {
        ...source.position('/tools/exec/askMode'),
        pointer: '/tools/exec/askMode',
        message: 'askMode is for a file where ask holds a list of commands; here ask holds the mode already',
      },
    ])
  }
  return { document, source }
}

const spoken = (issue: { pointer: string; message: string }) =>
  issue.pointer === '' ? issue.message : `${issue.pointer.slice(1).replaceAll('/', '.')}: ${issue.message}`

function syntaxMessage(error: ParseError): string {
  const words = printParseErrorCode(error.error)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `not JSON: ${words}`
}

/** The parser recurses: nesting is bounded before it sees the text. Strings and comments hold no brackets. */
function tooDeepAt(text: string): number | null {
  let depth = 0
  for (const match of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[[\]{}]/g)) {
    const [token] = match
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth > MAX_DEPTH) return match.index
  }
  return null
}

/** JSON leaves open which of two equal keys counts, so that two readers could see two policies. */
function repeatedKeys(root: Node): Node[] {
  const found: Node[] = []
  const visit = (node: Node) => {
    const seen = new Set<string>()
    for (const child of node.children ?? []) {
      if (node.type === 'object') {
        const [key, value] = child.children ?? []
        if (!key) continue
        const name = String(key.value)
        if (seen.has(name) || name === '__proto__') found.push(key)
        seen.add(name)
        if (value) visit(value)
      } else visit(child)
    }
  }
  visit(root)
  return found
}

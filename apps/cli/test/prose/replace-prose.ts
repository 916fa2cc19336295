import { parseAst } from 'vitest/node'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Tables of words that programs take, and texts of programs: nothing in them is for people. */
const NO_PROSE = /\/(?:profiles\/src\/tables|shell\/src\/wrappers|spec\/src\/(?:tools|redaction|providers))\//

/** Words that sentences have and lists of names do not. */
const SENTENCE =
  /(?:^|[\s"'(])(?:the|a|an|is|are|was|were|be|it|its|of|that|this|which|what|in|into|to|for|with|by|as|at|on|no|not|only|would|can|cannot|could|may|must|has|have|does|than|there|nobody|every|or|and|before|after)(?=[\s"',.:;)!?]|$)/

/** Lists of the shell's own words, some of which are English. */
const SHELL_WORDS = /\b(?:if (?:then|for)|for while)\b/

/** Methods whose arguments, or whose receivers, are compared and not shown. */
const COMPARES: ReadonlySet<string> = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'lastIndexOf',
  'match',
  'matchAll',
  'replace',
  'replaceAll',
  'search',
  'has',
  'get',
  'split',
  'test',
  'exec',
])

/**
 * The same module with `¤` in the place of each sentence that it makes. What it compares others with stays: a sentence
 * that is compared with another one is equal to it no more.
 */
export function replaceProse(source: string, url: string): string {
  if (NO_PROSE.test(url)) return source
  const found: Node[] = []
  collect(parseAst(source), found)
  let text = source
  for (const { start, end } of found.toSorted((one, other) => other.start - one.start)) {
    text = `${text.slice(0, start)}'¤'${text.slice(end)}`
  }
  return text
}

function collect(node: Node, into: Node[]): void {
  if (isSentence(node)) {
    into.push(node)
    return
  }
  for (const [key, value] of Object.entries(node)) {
    if (isCompared(node, key)) continue
    for (const child of [value].flat() as unknown[]) {
      if (typeof child === 'object' && child !== null && 'type' in child) collect(child as Node, into)
    }
  }
}

function isSentence(node: Node): boolean {
  const { type, value, quasis } = node as Node & {
    readonly value?: unknown
    readonly quasis?: readonly { readonly value: { readonly raw: string } }[]
  }
  const text =
    type === 'Literal' && typeof value === 'string'
      ? value
      : type === 'TemplateLiteral'
        ? quasis!.map((part) => part.value.raw).join('x')
        : ''
  return text.includes(' ') && SENTENCE.test(text) && !SHELL_WORDS.test(text)
}

function isCompared(node: Node, key: string): boolean {
  const { type } = node
  const { callee, operator } = node as Node & {
    readonly callee?: { readonly property?: { readonly name?: string }; readonly name?: string }
    readonly operator?: string
  }
  switch (type) {
    case 'ImportDeclaration':
    case 'TaggedTemplateExpression':
    case 'ExpressionStatement':
      return type !== 'ExpressionStatement'
        ? true
        : 'directive' in node && node.directive !== null && key === 'expression'
    case 'BinaryExpression':
      return /^[!=]==?$/.test(operator ?? '')
    case 'SwitchCase':
      return key === 'test'
    case 'CallExpression':
      return COMPARES.has(callee?.property?.name ?? '')
    case 'NewExpression':
      return callee?.name === 'RegExp' || callee?.name === 'Set'
    case 'Property':
      return key === 'key' || (node as Node & { readonly key?: { readonly name?: string } }).key?.name === 'names'
    default:
      return false
  }
}

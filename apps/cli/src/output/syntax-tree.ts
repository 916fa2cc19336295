import type { Script } from '@poundlock/shell'
import { visibleText } from '@poundlock/spec'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly pipelines?: readonly Node[]
  readonly commands?: readonly Node[]
  readonly prefixes?: readonly string[]
  readonly background?: boolean
}

/** As much of the source as a line has room for. */
const LONGEST_TEXT = 60
const PLAIN_TEXT: ReadonlySet<string> = new Set(['literal', 'escaped', 'single', 'ansi'])
/** Parts of a compound command that have a name. */
const NAMED: ReadonlySet<string> = new Set(['condition', 'body', 'otherwise'])

/** The syntax tree, a node a line, indented by two blanks a level; what only holds one other node is left out. */
export function* treeLines(tree: Script, source: string): Generator<string> {
  yield* below(tree, source, 1)
}

function* nodeLines(node: Node, source: string, depth: number): Generator<string> {
  if (isTransparent(node)) return yield* below(node, source, depth)
  const text = source.slice(node.start, node.end)
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
  yield `${'  '.repeat(depth)}${node.type} ${visibleText(short).replaceAll('\n', '\\n')}`
  yield* below(node, source, depth + 1)
}

function* below(node: object, source: string, depth: number): Generator<string> {
  for (const [key, value] of Object.entries(node)) {
    for (const child of [value].flat() as unknown[]) {
      if (typeof child !== 'object' || child === null) continue
      if (!isNode(child)) yield* below(child, source, depth)
      else if (NAMED.has(key) && child.type === 'script') {
        yield `${'  '.repeat(depth)}${key}`
        yield* below(child, source, depth + 1)
      } else if (!PLAIN_TEXT.has(child.type)) yield* nodeLines(child, source, depth)
    }
  }
}

function isNode(value: object): value is Node {
  return 'type' in value && 'start' in value
}

/** A list with one element, shown as that element. */
function isTransparent(node: Node): boolean {
  const { type, pipelines, commands, prefixes, background } = node
  if (type === 'script') return true
  if (type === 'statement') return pipelines?.length === 1 && background === false
  return type === 'pipeline' && commands?.length === 1 && prefixes?.length === 0
}

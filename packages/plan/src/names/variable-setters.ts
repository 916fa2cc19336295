import type { ForCommand } from '@poundlock/shell'
import type { ShellCommand } from '@poundlock/shell/analysis'
import type { LineTree } from '../line/line-tree.ts'
import { nodesOf, type TreeNode } from '../line/tree-nodes.ts'

/** Where a variable gets its values: all that the line has of these. */
export interface VariableSetters {
  readonly loops: readonly ForCommand[]
  readonly reads: readonly ShellCommand[]
}

/** Builtins that may set a variable whose name is put together, or that run a text which may. bash(1), Shell Builtins */
const SETS_ANY: ReadonlySet<string> = new Set(
  '. coproc declare eval export getopts let local mapfile readarray readonly set source trap typeset unset wait'.split(
    ' ',
  ),
)

/** The loops and `read` commands that set a variable; `null` where anything else of the line may, or how a line is split. */
export function settersOf(name: string, line: LineTree): VariableSetters | null {
  const known = found.get(line) ?? new Map<string, VariableSetters | null>()
  found.set(line, known)
  let setters = known.get(name)
  if (setters === undefined) known.set(name, (setters = findSetters(name, line)))
  return setters
}

/** A line may use a variable a thousand times. */
const found = new WeakMap<LineTree, Map<string, VariableSetters | null>>()

function findSetters(name: string, line: LineTree): VariableSetters | null {
  if (line.hidesText) return null
  const loops: ForCommand[] = []
  for (const node of line.nodes) {
    if (node.type === 'for' && node.name === name) loops.push(node)
    else if (setsOtherwise(node, name, line)) return null
  }
  const reads: ShellCommand[] = []
  for (const command of line.commands) {
    const { name: program, argv } = command
    if (program === null || SETS_ANY.has(program)) return null
    // An option stands before the format. bash(1)
    if (program === 'printf' && (argv[1] == null || argv[1].startsWith('-'))) return null
    if (program !== 'read') continue
    if (argv.includes(null)) return null
    if (argv.includes(name)) reads.push(command)
  }
  return { loops, reads }
}

function setsOtherwise(node: TreeNode, name: string, line: LineTree): boolean {
  switch (node.type) {
    case 'assignment':
      return node.name === name || (node.name === 'IFS' && !isOfRead(node.start, line))
    case 'select':
    case 'coprocess':
      return node.name === name
    case 'redirection':
      return node.descriptor === name
    case 'parameter':
      return node.operator?.includes('=') === true && node.name === name
    case 'arithmetic':
    case 'arithmetic-command':
      return mayCount(node.expression, name)
    case 'arithmetic-for':
      return [node.first, node.condition, node.step].some((word) => mayCount(word, name))
    default:
      return false
  }
}

/** Whether arithmetic names a variable. The tree keeps an expression as text, so its words are looked for there. */
const mayCount = (expression: TreeNode, name: string) =>
  nodesOf(expression).some((node) => 'text' in node && node.text.split(/\W+/).includes(name))

/** `IFS= read`: it is set for that command alone. */
const isOfRead = (start: number, line: LineTree) =>
  line.commands.some(({ name, span }) => name === 'read' && span[0] <= start && start < span[1])

import type { Node } from 'jsonc-parser'

/** Something that is JSON, and still must not stand in a configuration. */
export interface StructureProblem {
  readonly offset: number
  readonly message: string
}

/**
 * Finds what two readers could understand differently: a key that stands twice (JSON leaves open which one counts), the
 * key `__proto__`, and strings that no file or command can be named by.
 */
export function findStructureProblems(root: Node): readonly StructureProblem[] {
  const found: StructureProblem[] = []
  const visit = (node: Node): void => {
    if (node.type === 'string') {
      const message = textProblem(String(node.value))
      if (message !== null) found.push({ offset: node.offset, message })
    }
    if (node.type !== 'object') return node.children?.forEach(visit)
    const names = new Set<string>()
    for (const { children: [key, value] = [] } of node.children ?? []) {
      if (key) {
        const name = String(key.value)
        const message = names.has(name) ? `the key ${JSON.stringify(name)} stands here a second time` : keyProblem(name)
        if (message !== null) found.push({ offset: key.offset, message })
        names.add(name)
      }
      if (value) visit(value)
    }
  }
  visit(root)
  return found
}

function keyProblem(name: string): string | null {
  return name === '__proto__'
    ? 'the key "__proto__" means something else to JavaScript; it cannot be used'
    : textProblem(name)
}

function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'the text has a NUL character, which no path and no argument can have'
  return text.isWellFormed() ? null : 'the text has half of a surrogate pair, which is not a character'
}

import type { Node } from 'jsonc-parser'

/** Something that is JSON, and still must not stand in a configuration. */
export interface Oddity {
  readonly offset: number
  readonly message: string
}

/**
 * Finds what two readers could understand differently: a key that stands twice (JSON leaves open which one counts), the
 * key `__proto__`, and strings that no file or command can be named by.
 */
export function findOddities(root: Node): readonly Oddity[] {
  const found: Oddity[] = []
  const visit = (node: Node): void => {
    if (node.type === 'string') {
      const message = oddText(String(node.value))
      if (message !== null) found.push({ offset: node.offset, message })
    }
    if (node.type !== 'object') return node.children?.forEach(visit)
    const seen = new Set<string>()
    for (const { children: [key, value] = [] } of node.children ?? []) {
      if (key) {
        const name = String(key.value)
        const message = seen.has(name) ? `the key ${JSON.stringify(name)} stands here a second time` : oddKey(name)
        if (message !== null) found.push({ offset: key.offset, message })
        seen.add(name)
      }
      if (value) visit(value)
    }
  }
  visit(root)
  return found
}

function oddKey(name: string): string | null {
  return name === '__proto__'
    ? 'the key "__proto__" means something else to JavaScript; it cannot be used'
    : oddText(name)
}

function oddText(text: string): string | null {
  if (text.includes('\0')) return 'the text has a NUL character, which no path and no argument can have'
  return text.isWellFormed() ? null : 'the text has half of a surrogate pair, which is no character'
}

import type { Node } from 'jsonc-parser'

/** A parsed file that can tell where each of its keys stands. */
export interface SourceText {
  readonly file: string
  /** Where the value at a JSON Pointer, or its nearest ancestor, stands: from 1. */
  position(pointer: string): { readonly line: number; readonly column: number }
  /** The same as `file:line:column`. */
  locate(pointer: string): string
}

/** Splits a JSON Pointer (RFC 6901) into keys. */
export function pointerKeys(pointer: string): readonly string[] {
  const keys = pointer.split('/').slice(1)
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/**
 * Makes a function that gives the line and column of an offset, both from 1. The lines are counted once, at the first
 * use: a file can hold thousands of rules, and each wants its place. LF, CR LF and CR end a line.
 */
export function createPositions(text: string): (offset: number) => { line: number; column: number } {
  let starts: number[] | undefined
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (ending) => ending.index + ending[0].length)]
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}

export function createSourceText(
  file: string,
  root: Node,
  positionAt: (offset: number) => { line: number; column: number },
): SourceText {
  const position = (pointer: string) => positionAt(nearest(root, pointerKeys(pointer)).offset)
  return {
    file,
    position,
    locate(pointer) {
      const { line, column } = position(pointer)
      return `${file}:${line}:${column}`
    },
  }
}

/** The property or entry that the keys lead to, or the last one on the way that exists. */
function nearest(root: Node, keys: readonly string[]): Node {
  let position = root
  let value: Node | undefined = root
  for (const key of keys) {
    const children: readonly Node[] = value?.children ?? []
    // A property is found by its key, which says more than its value: an unknown key is there, too.
    const next: Node | undefined =
      value?.type === 'array' ? children[Number(key)] : children.find((child) => child.children?.[0]?.value === key)
    if (!next) break
    position = next
    value = next.type === 'property' ? next.children?.[1] : next
  }
  return position
}

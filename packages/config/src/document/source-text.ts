import { findNodeAtLocation, type Node } from 'jsonc-parser'

/** A parsed file that can tell where each of its keys stands. */
export interface SourceText {
  readonly file: string
  /** Where the value at a JSON Pointer, or its nearest ancestor, stands: from 1. */
  position(pointer: string): { readonly line: number; readonly column: number }
  /** The same as `file:line:column`. */
  locate(pointer: string): string
}

/** Splits a JSON Pointer (RFC 6901) into keys; indexes become numbers, as jsonc-parser wants them. */
function segments(pointer: string): (string | number)[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^(?:0|[1-9]\d*)$/.test(part) ? Number(part) : part))
}

/** The line and column of an offset, both from 1. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1 }
}

export function createSourceText(file: string, text: string, root: Node | undefined): SourceText {
  const position = (pointer: string) => {
    const path = segments(pointer)
    for (; root; path.pop()) {
      const node = findNodeAtLocation(root, path)
      // The key says more than the value: an unknown key is found by its name.
      const place = node?.parent?.type === 'property' ? node.parent : node
      if (place) return positionAt(text, place.offset)
      if (path.length === 0) break
    }
    return { line: 1, column: 1 }
  }
  return {
    file,
    position,
    locate(pointer) {
      const { line, column } = position(pointer)
      return `${file}:${line}:${column}`
    },
  }
}

import type { OrderedSource, Origin } from './config-source.ts'
import type { ConfigDocument } from './schema.ts'

/** Combines one setting: of those who may loosen, the last holds; the others count where they are stricter. */
export function fold<T>(
  sources: readonly OrderedSource[],
  initial: T,
  pointer: string,
  read: (document: ConfigDocument) => T | undefined,
  isStricter: (current: T, next: T) => boolean,
): Origin<T> {
  let result: Origin<T> = { value: initial, origin: 'default' }
  for (const { loosens, document, source } of sources) {
    const next = read(document)
    if (next === undefined || (!loosens && !isStricter(result.value, next))) continue
    result = { value: next, origin: source.locate(pointer) }
  }
  return result
}

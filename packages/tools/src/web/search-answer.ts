import { plainCharacters } from './plain-characters.ts'

/** An object of JSON. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The text of a value: on one line, with invisible characters escaped, and without the highlighting of search engines.
 */
export function textOf(value: unknown, most: number): string {
  if (typeof value !== 'string') return ''
  // Marks are taken out of more than is kept, and no more is worked through.
  const text = value.slice(0, most * 2).replaceAll(/<\/?(?:strong|b|em|mark)>/gi, '')
  const plain = plainCharacters(text).replaceAll(/\s+/g, ' ').trim()
  return plain.length > most ? `${plain.slice(0, most)}…` : plain
}

/** An object of JSON. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of a value: without the marks that search engines put around what was found. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/<\/?(?:strong|b|em|mark)>/gi, '').trim() : ''
}

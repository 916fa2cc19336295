import { parseStrictJson } from '@poundlock/spec'

/** An HTTP request as it arrived. */
export interface IncomingCall {
  /** The bytes that were signed. */
  readonly body: Buffer
  /** One value a name, in lower case; `undefined` where there is none or more than one. */
  readonly header: (name: string) => string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What a service is answered to an incoming call. */
export interface OutgoingAnswer {
  /** The status of HTTP. */
  readonly status: number
  /** As JSON; nothing where it is absent. */
  readonly json?: unknown
  /** Done once this is on its way: services wait three seconds for it and no longer. */
  readonly after?: () => Promise<unknown>
}

export const refusal = (status: number, message: string): OutgoingAnswer => ({ status, json: { error: message } })

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The object in a JSON text, if it can be read in one way only. */
export function jsonObject(text: string | Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    // Messages of people can contain lone surrogates; the text is only compared, and not shown.
    const value = parseStrictJson(typeof text === 'string' ? text : UTF8.decode(text), { brokenText: true })
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null
  } catch {
    return null
  }
}

/** A value below an object, or `undefined`: incoming data can have any shape. */
export function below(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Readonly<Record<string | number, unknown>>)[key]
  }
  return found
}

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' && Number.isSafeInteger(value)
      ? String(value)
      : undefined

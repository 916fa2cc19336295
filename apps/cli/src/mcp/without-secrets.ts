import { redactSecretsIn } from '@poundlock/spec'

/** Files and pictures, which hold no text that somebody reads, and what only its sender can read. */
const OPAQUE = { data: /^[A-Za-z0-9+/]*={0,2}$/, blob: /^[A-Za-z0-9+/]*={0,2}$/, requestState: /^/ }

/** A result as a server gave it, without what looks like a secret; what holds none is the same. */
export function withoutSecrets<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutSecrets) as Value
  if (typeof value !== 'object' || value === null) return redactSecretsIn(value)
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) => {
    if (typeof part === 'object') return [key, withoutSecrets(part)]
    const isOpaque = typeof part === 'string' && Object.hasOwn(OPAQUE, key) && OPAQUE[key as never as 'data'].test(part)
    return [key, isOpaque ? part : (redactSecretsIn({ [key]: part }) as Record<string, unknown>)[key]]
  })
  return Object.fromEntries(entries) as Value
}

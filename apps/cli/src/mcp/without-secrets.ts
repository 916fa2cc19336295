import { redactSecretsIn } from '@poundlock/spec'

/** Files and pictures, which hold no readable text, and data that only its sender can read. */
const OPAQUE = { data: /^[A-Za-z0-9+/]*={0,2}$/, blob: /^[A-Za-z0-9+/]*={0,2}$/, requestState: /^/ }

/** A server's result without secrets; one without secrets is unchanged. */
export function withoutSecrets<Value>(value: Value): Value {
  if (isLeaf(value)) return redactSecretsIn(value)
  if (Array.isArray(value)) return value.map(withoutSecrets) as Value
  const { name, key: called, Name, Key } = value as Readonly<Record<string, unknown>>
  const found = new Map<string, unknown>()
  for (const [key, part] of Object.entries(value as object) as [string, unknown][]) {
    const [shown] = Object.keys(redactSecretsIn({ [key]: null })) as [string]
    // Two names that look the same without their secrets stay two.
    let free = shown
    while (found.has(free)) free += '…'
    // Of an entry, the name says what the value is.
    const beside = key === 'value' || key === 'Value' ? { name, key: called, Name, Key } : {}
    const redacted: Readonly<Record<string, unknown>> = { ...beside, [key]: part }
    found.set(free, isOpaque(key, part) ? part : isLeaf(part) ? redactSecretsIn(redacted)[shown] : withoutSecrets(part))
  }
  return Object.fromEntries(found) as Value
}

/** Values that are redacted separately: a list of texts may contain a key line by line, so it is not one. */
const isLeaf = (value: unknown) =>
  typeof value !== 'object' ||
  value === null ||
  (Array.isArray(value) && value.every((part) => typeof part === 'string'))

const isOpaque = (key: string, part: unknown) =>
  typeof part === 'string' && Object.hasOwn(OPAQUE, key) && OPAQUE[key as never as 'data'].test(part)

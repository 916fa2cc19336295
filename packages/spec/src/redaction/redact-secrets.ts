import { isFrozenThrough } from './frozen-through.ts'
import { isHinted } from './hints.ts'
import { rememberPlain } from './remember-plain.ts'
import { SECRET_NAME, SECRET_PATTERNS } from './secret-patterns.ts'

/**
 * Replaces what looks like a secret by its beginning and its end, or by `***` where it is short: enough to tell which
 * one it was, and too little to use it. For records, and for texts that others see. It knows shapes, not secrets: a
 * secret that looks like any word is not found.
 */
export function redactSecrets(text: string): string {
  if (!isHinted(text)) return text
  let redacted = text
  for (const { pattern } of SECRET_PATTERNS) {
    redacted = redacted.replace(
      pattern,
      (_whole, before: string, secret: string, after: unknown) =>
        before + masked(secret) + (typeof after === 'string' ? after : ''),
    )
  }
  return redacted
}

/** From this length on ends are shown. */
const SHOWN_FROM = 18

function masked(secret: string): string {
  // It was replaced before.
  if (secret.includes('…')) return secret
  if (secret.includes('\n')) return '\n…redacted…\n'
  return secret.length < SHOWN_FROM ? '***' : `${secret.slice(0, 6)}…${secret.slice(-4)}`
}

/** Redacts secrets in every text of a value of JSON; a value without secrets is returned as it is. */
export function redactSecretsIn<Value>(value: Value): Value {
  if (typeof value === 'string') return (mayHoldSecret(value) ? redactSecrets(value) : value) as Value
  if (typeof value !== 'object' || value === null) return value
  if (!Object.isFrozen(value)) return redactMembers(value)
  if (plain.has(value)) return value
  const redacted = redactMembers(value)
  if (redacted === value && isFrozenThrough(value)) plain.add(value)
  return redacted
}

/** Frozen values without a secret: most decisions share their reasons. */
const plain = new WeakSet()

function redactMembers<Value extends object>(value: Value): Value {
  if (Array.isArray(value)) {
    // A key that is split into lines has no recognisable shape in any single line.
    const isKey = value.every((part) => typeof part === 'string') && value.some((part) => part.includes('-----BEGIN '))
    const parts = isKey ? redactSecrets(value.join('\n')).split('\n') : value.map(redactSecretsIn)
    return parts.some((part, index) => part !== value[index]) ? (parts as unknown as Value) : value
  }
  // Bytes are not text, and would be looked at one by one. Of all else that JSON writes, the members are looked through.
  if (ArrayBuffer.isView(value)) return value
  let changed: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const part = (value as Readonly<Record<string, unknown>>)[key]
    const name = key.length < LEAST_NAME ? key : redactSecrets(key)
    const named = typeof part === 'string' && isValue(key) ? entryName(value) : null
    const next = named === null ? redactMember(key, part) : redactEntry(named, part as string)
    if (next === part && name === key) continue
    changed ??= Object.fromEntries(Object.entries(value))
    if (name !== key) delete changed[key]
    const at = name === key ? key : freeName(changed, name)
    Object.defineProperty(changed, at, { value: next, enumerable: true, configurable: true, writable: true })
  }
  return (changed as Value | undefined) ?? value
}

/** Shorter names hold no secret that is known by its shape, and are most. */
const LEAST_NAME = 18

/** Two names that look the same without their secrets stay two. */
function freeName(object: object, name: string): string {
  let free = name
  while (Object.hasOwn(object, free)) free += '…'
  return free
}

const isValue = (key: string) => key === 'value' || key === 'Value'

/** The name of an entry such as `{ name: 'DB_PASSWORD', value: … }`, where it says that the value is a secret. */
function entryName(entry: object): string | null {
  const { name, key, Name, Key } = entry as Readonly<Record<string, unknown>>
  const names = [name, key, Name, Key].filter((one) => typeof one === 'string')
  return names.find((one) => isSecretName(one)) ?? null
}

/** The name says more than the value, also for each value in a list, as in headers. */
function redactMember(name: string, part: unknown): unknown {
  if (typeof part === 'string') {
    if (isSecretField(name)) return redactField(name, part)
    return isSecretName(name) ? redactNamed(name, part) : redactSecretsIn(part)
  }
  const redacted = redactSecretsIn(part)
  if (!Array.isArray(redacted) || !isSecretName(name)) return redacted
  const parts = redacted.map((one: unknown) => (typeof one === 'string' ? redactNamed(name, one) : one))
  return parts.some((one, index) => one !== redacted[index]) ? parts : redacted
}

const FIELD =
  /^(?:token|api_?key|secret|password|passwd|passphrase|\w{0,32}(?:_token|Token|_secret|Secret|private_?key|PrivateKey))$/i

const mayHoldSecret = /* @__PURE__ */ rememberPlain(isHinted)
const isSecretField = /* @__PURE__ */ rememberPlain((name) => FIELD.test(name))
const isSecretName = /* @__PURE__ */ rememberPlain((name) => SECRET_NAME.test(name))

/** A value that is redacted in a text `name=value` is redacted in data, too. */
const redactNamed = (name: string, value: string): string => redactAfter(`"${name}":"`, value)

/** Of a form the fields have such names, too, and plain words beside them: then only what looks like chance counts. */
const redactEntry = (name: string, value: string): string =>
  isSecretField(name) ? redactAfter(`"name":"${name}","value":"`, value) : redactNamed(name, value)

function redactAfter(before: string, value: string): string {
  const text = redactSecrets(value)
  const pair = redactSecrets(`${before}${text}"`)
  return pair.startsWith(before) && pair.endsWith('"') ? pair.slice(before.length, -1) : text
}

/** Of these also short values are masked, unless they are words. */
const PASSWORD_FIELD = /^(?:password|passwd|passphrase|secret)$/i
const SHORT_PASSWORD = /^(?=.*[^A-Za-z])[^\s$<]{4,7}$/

function redactField(name: string, text: string): string {
  const isSecret = text.length >= 8 ? !/\s/.test(text) : PASSWORD_FIELD.test(name) && SHORT_PASSWORD.test(text)
  return isSecret ? masked(text) : redactNamed(name, text)
}

import { isObject } from '@poundlock/spec'
type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
/** The characters of a header: another text would fail a request with an error that names no file. */
const isToken: Check = (value) => typeof value === 'string' && /^[\u0021-\u007e]+$/.test(value)
const isNumber: Check = (value) => typeof value === 'number'

/** Our keys by place in the file: whether they are required, and their form. Other keys are the server's. */
const STORED: Readonly<Record<string, Readonly<Record<string, { readonly needed?: true; readonly is: Check }>>>> = {
  tokens: {
    access_token: { needed: true, is: isToken },
    token_type: { needed: true, is: isText },
    refresh_token: { is: isText },
    expires_in: { is: isNumber },
    scope: { is: isText },
    issuer: { is: isText },
  },
  client: { client_id: { needed: true, is: isText }, client_secret: { is: isText }, issuer: { is: isText } },
  known: { client_id: { needed: true, is: isText }, issuer: { is: isText } },
}

/** The problem of a stored authorization, without any of its values; `null` when it is valid. */
export function storedFault(values: unknown): string | null {
  if (!isObject(values)) return 'is not a JSON object'
  if (values['resource'] !== undefined && !isText(values['resource'])) return '"resource" is not text'
  for (const [part, checks] of Object.entries(STORED)) {
    const value = values[part]
    if (value === undefined) continue
    if (!isObject(value)) return `"${part}" is not an object`
    for (const [key, { needed, is }] of Object.entries(checks)) {
      if (value[key] === undefined ? needed : !is(value[key])) return `"${part}.${key}" is missing or no such value`
    }
  }
  return null
}

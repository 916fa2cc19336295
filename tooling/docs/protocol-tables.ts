import { pathToFileURL } from 'node:url'
import { schemaText, type JsonSchema } from './schema-text.ts'

/** What the pages about the protocol need of `@poundlock/protocol`; a tool of the workspace depends on no package of it. */
interface Protocol {
  readonly METHODS: Readonly<Record<string, Method>>
  readonly EVENTS: Readonly<Record<string, ProtocolEvent>>
  readonly SCOPES: Readonly<Record<string, string>>
  readonly ROLE_SCOPES: Readonly<Record<string, readonly string[]>>
  readonly ERROR_CODES: Readonly<Record<string, { meaning: string; retryable: boolean; closes: boolean }>>
  readonly FORBIDDEN_REASONS: Readonly<Record<string, string>>
  readonly GENERAL_ERRORS: readonly string[]
  readonly HTTP_ERRORS: Readonly<Record<string, { status: number; rpc: number }>>
  readonly CLOSE_CODES: Readonly<Record<string, { code: number; meaning: string; action: string }>>
  readonly [name: string]: unknown
}

interface Method {
  readonly to: string
  readonly scope: string
  readonly roles: readonly string[]
  readonly access: string
  readonly idempotency: string
  readonly params: JsonSchema
  readonly result: JsonSchema
  readonly errors: readonly string[]
  readonly events?: readonly string[]
  readonly summary: string
}

interface ProtocolEvent {
  readonly scope: string | null
  readonly subscribed: boolean
  readonly data: JsonSchema
  readonly summary: string
}

/** The parts of a page that are made of the tables of the protocol, by name. */
export async function protocolTables(root: string): Promise<ReadonlyMap<string, string>> {
  const file = new URL('packages/protocol/src/index.ts', `${pathToFileURL(root).href}/`)
  const protocol = (await import(file.href)) as Protocol
  const names = shapeNames(protocol)
  return new Map([
    ['frames', shapes(protocol, names, FRAMES)],
    ['handshake', shapes(protocol, names, HANDSHAKE)],
    ['roles', roles(protocol)],
    ['methods', methods(protocol)],
    ['parameters', parameters(protocol, names)],
    ['events', events(protocol, names)],
    ['shapes', shapes(protocol, names, null)],
    ['errors', errors(protocol)],
    ['close-codes', closeCodes(protocol)],
  ])
}

const FRAMES = ['RequestFrame', 'ResultFrame', 'ErrorFrame', 'ErrorBody', 'EventFrame']
const HANDSHAKE = ['Challenge', 'ConnectParams', 'ConnectAuth', 'ClientInfo', 'VersionRange', 'Hello', 'HelloLimits']

const cell = (text: string) => text.replaceAll('|', '\\|')
const code = (text: string) => `\`${text}\``
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n')
const block = (lines: readonly string[]) => ['```ts', ...lines, '```'].join('\n')

/** Schemas that are exported have a name; wherever one stands, its name is written. */
function shapeNames(protocol: Protocol): ReadonlyMap<string, string> {
  const found = Object.entries(protocol).flatMap(([name, value]): [string, string][] => {
    const schema = value as JsonSchema | null
    const isSchema =
      typeof schema === 'object' && schema !== null && ('properties' in schema || 'anyOf' in schema || 'enum' in schema)
    return isSchema ? [[JSON.stringify(schema), name]] : []
  })
  const { role, scopes } = (protocol['ConnectParams'] as JsonSchema).properties!
  return new Map([...found, [JSON.stringify(role), 'Role'], [JSON.stringify(scopes!.items), 'Scope']])
}

function shapes(protocol: Protocol, names: ReadonlyMap<string, string>, wanted: readonly string[] | null): string {
  const others = [...names.values()].filter((name) => name in protocol && ![...FRAMES, ...HANDSHAKE].includes(name))
  const lines = (wanted ?? others.toSorted()).map(
    (name) => `type ${name} = ${schemaText(protocol[name] as JsonSchema, { names, self: name })}`,
  )
  return block(lines.flatMap((line, index) => (index === 0 ? [line] : ['', line])))
}

function roles({ SCOPES, ROLE_SCOPES }: Protocol): string {
  const names = Object.keys(ROLE_SCOPES)
  return table(
    ['scope', 'lets its holder', ...names],
    Object.entries(SCOPES).map(([scope, meaning]) =>
      row(code(scope), meaning, ...names.map((role) => (ROLE_SCOPES[role]!.includes(scope) ? 'yes' : ''))),
    ),
  )
}

const KEYS: Readonly<Record<string, string>> = { none: '', optional: 'may', required: 'must' }

function methods({ METHODS }: Protocol): string {
  return table(
    ['method', 'what it does', 'scope', 'roles', 'changes', 'key', 'errors of its own', 'events'],
    Object.entries(METHODS).map(([name, method]) =>
      row(
        code(name),
        method.summary,
        code(method.scope),
        method.roles.join(', '),
        method.access === 'write' ? 'yes' : '',
        KEYS[method.idempotency]!,
        method.errors.map(code).join(' '),
        (method.events ?? []).map(code).join(' '),
      ),
    ),
  )
}

function parameters({ METHODS }: Protocol, names: ReadonlyMap<string, string>): string {
  const lines = Object.entries(METHODS).flatMap(([name, { params, result }], index) => [
    ...(index === 0 ? [] : ['']),
    `'${name}'(params: ${schemaText(params, { names })}): ${schemaText(result, { names })}`,
  ])
  return block(lines)
}

function events({ EVENTS }: Protocol, names: ReadonlyMap<string, string>): string {
  const listed = table(
    ['event', 'when', 'scope', 'in a subscription'],
    Object.entries(EVENTS).map(([name, { summary, scope, subscribed }]) =>
      row(code(name), summary, scope === null ? '' : code(scope), subscribed ? 'yes' : ''),
    ),
  )
  const data = Object.entries(EVENTS).map(([name, event]) => `'${name}': ${schemaText(event.data, { names })}`)
  return `${listed}\n\n${block(data)}`
}

function errors({ ERROR_CODES, FORBIDDEN_REASONS, GENERAL_ERRORS, HTTP_ERRORS }: Protocol): string {
  const codes = table(
    ['code', 'meaning', 'again later', 'closes', 'any method', 'over HTTP'],
    Object.entries(ERROR_CODES).map(([name, { meaning, retryable, closes }]) =>
      row(
        code(name),
        meaning,
        retryable ? 'yes' : '',
        closes ? 'yes' : '',
        GENERAL_ERRORS.includes(name) ? 'yes' : '',
        `${HTTP_ERRORS[name]!.status}, ${HTTP_ERRORS[name]!.rpc}`,
      ),
    ),
  )
  const reasons = table(
    ['`details.reason` of `FORBIDDEN`', 'meaning'],
    Object.entries(FORBIDDEN_REASONS).map(([name, meaning]) => row(code(name), meaning)),
  )
  return `${codes}\n\n${reasons}`
}

const ACTIONS: Readonly<Record<string, string>> = {
  reconnect: 'connects anew, with full jitter',
  wait: 'the same, not before the time that it was given',
  stop: 'stops',
}

function closeCodes({ CLOSE_CODES }: Protocol): string {
  return table(
    ['code', 'name', 'meaning', 'a client'],
    Object.entries(CLOSE_CODES)
      .toSorted(([, left], [, right]) => left.code - right.code)
      .map(([name, { code: number, meaning, action }]) => row(String(number), code(name), meaning, ACTIONS[action]!)),
  )
}

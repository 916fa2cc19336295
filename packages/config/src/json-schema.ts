import { ConfigDocument } from './schema.ts'

/** Parts that stand at several places: for all agents, for those without settings of their own, and for one. */
const SHARED: Readonly<Record<string, object>> = {
  sandbox: ConfigDocument.properties.sandbox,
  exec: ConfigDocument.properties.tools.properties.exec,
}

/**
 * The schema of `poundlock.json` as a JSON Schema for editors: the file `poundlock.schema.json` of this package. It takes
 * what the loader takes. What text means is beyond a schema: names of tools, hosts, rules with their examples.
 */
export function configJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'poundlock.json',
    description: 'What agents may do on this machine. Comments and trailing commas are allowed.',
    ...(withReferences(ConfigDocument) as object),
    $defs: Object.fromEntries(Object.entries(SHARED).map(([name, part]) => [name, withExclusions(part)])),
  }
}

/** The whole schema, with a reference wherever a shared part stands. */
function withReferences(schema: object): unknown {
  const names = new Map(Object.entries(SHARED).map(([name, part]) => [JSON.stringify(withExclusions(part)), name]))
  const replace = (_: string, value: unknown): unknown => {
    const name = names.get(JSON.stringify(value))
    return name === undefined ? value : { $ref: `#/$defs/${name}` }
  }
  return JSON.parse(JSON.stringify(withExclusions(schema)), replace)
}

const withExclusions = (schema: object): unknown => JSON.parse(JSON.stringify(schema), exclusive)

const has = (...keys: readonly string[]) => ({ anyOf: keys.map((key) => ({ required: [key] })) })

/** Adds which keys of one object exclude each other; the loader has its own messages for these (`check-rules.ts`). */
function exclusive(_: string, value: unknown): unknown {
  const { properties } = (value ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> }
  if (typeof properties !== 'object') return value
  if ('command' in properties && 'effect' in properties) {
    const oneOf = [
      { required: ['command'], not: has('effect') },
      { required: ['effect'], not: has('command', 'args', 'examples') },
    ]
    return { ...(value as object), oneOf }
  }
  if ('askMode' in properties) {
    return { ...(value as object), not: { required: ['ask', 'askMode'], properties: { ask: { type: 'string' } } } }
  }
  return value
}

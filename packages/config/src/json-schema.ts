import { ConfigDocument } from './schema.ts'

/**
 * The schema of `poundlock.json` as a JSON Schema for editors: the file `poundlock.schema.json` of this package. It takes
 * what the loader takes. What text means is beyond a schema: names of tools, hosts, rules with their examples.
 */
export function configJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'poundlock.json',
    description: 'What agents may do on this machine. Comments and trailing commas are allowed.',
    ...(JSON.parse(JSON.stringify(ConfigDocument), exclusive) as object),
  }
}

const has = (...keys: readonly string[]) => ({ anyOf: keys.map((key) => ({ required: [key] })) })

/** Adds what keys of one object exclude each other, which the loader tells in words of its own (`check-rules.ts`). */
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

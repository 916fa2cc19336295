import { isObject } from '@poundlock/spec'
import type { JsonObject, Provider } from './provider.ts'

/** What every request to the provider would be refused for, if one tool had it at the top of its schema. */
const REFUSED_AT_TOP: Readonly<Record<Provider, readonly string[]>> = {
  anthropic: ['oneOf', 'anyOf', 'allOf'],
  openai: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
  'openai-responses': ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
  gemini: [],
  mistral: ['oneOf', 'anyOf', 'allOf'],
}

/** A schema is sent with every request: one that is larger costs more than any tool is worth. */
const MAX_LENGTH = 64 * 1024
const MAX_DEPTH = 32

/** The schema as the provider takes it, or why it takes none like it. */
export function portableSchema(
  provider: Provider,
  schema: unknown,
): { readonly schema: JsonObject } | { readonly problem: string } {
  if (!isObject(schema)) return { problem: 'its schema is not an object' }
  const deep = tooDeep(schema)
  if (deep) return { problem: `its schema is nested deeper than ${MAX_DEPTH} levels, or refers to itself` }
  let plain: JsonObject
  try {
    // Drops symbols and functions, which schema libraries add.
    const text = JSON.stringify(schema)
    if (text.length > MAX_LENGTH)
      return { problem: `its schema has ${text.length} characters; at most ${MAX_LENGTH} are sent` }
    plain = JSON.parse(text) as JsonObject
  } catch (error) {
    return { problem: `its schema is not JSON: ${(error as Error).message}` }
  }
  if (plain['type'] !== 'object') return { problem: 'its schema is not of type "object"' }
  const refused = REFUSED_AT_TOP[provider].find((key) => Object.hasOwn(plain, key))
  if (refused !== undefined) return { problem: `its schema has "${refused}" at the top, which ${provider} refuses` }
  const { $schema: _, ...rest } = plain
  return { schema: { ...rest, properties: isObject(plain['properties']) ? plain['properties'] : {} } }
}

/** Level by level, so that no nesting ends in a full stack. */
function tooDeep(schema: JsonObject): boolean {
  let level: readonly unknown[] = [schema]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH || level.length > MAX_LENGTH) return true
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    )
  }
  return false
}

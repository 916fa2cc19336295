import { type ReadSchema, readSchema, type SchemaFault } from '@poundlock/spec/validation'

const LONGEST_TEXT = 512 * 1024
const MOST_STEPS = 200_000

/**
 * Reads a schema that came from a server. One that multiplies itself runs out of steps. What is not checked here is left
 * to the server: patterns that only a slow engine knows.
 */
export function readUntrustedSchema(schema: unknown): ReadSchema | SchemaFault {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return { fault: 'it is not an object' }
  const { type } = schema as { readonly type?: unknown }
  if (type !== undefined && type !== 'object') {
    return {
      fault: `its type is ${(JSON.stringify(type) ?? 'undefined').slice(0, 100)}; the input of a tool is an object`,
    }
  }
  if (JSON.stringify(schema).length > LONGEST_TEXT) return { fault: `it has more than ${LONGEST_TEXT} characters` }
  return readSchema({ type: 'object', ...schema }, { unknown: 'leave', maxSteps: MOST_STEPS })
}

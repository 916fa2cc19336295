import { createValidator } from '@poundlock/spec/validation'
import { expect } from 'vitest'
import { JSON_OUTPUTS } from '../src/json-output/all-outputs.ts'
import { outputSchema } from '../src/json-output/json-output.ts'
import { JSON_VERSION } from '../src/output/print.ts'

type Validate = ReturnType<typeof createValidator>

const validators = new Map<string, Validate>()

/**
 * Reads one JSON document that a command printed: it has the version and fits the schema of that command, which has no
 * keys but those that are named there.
 *
 * @param args the arguments of the command; without them only the version is checked
 * @returns the document without its version
 */
export function readDocument(text: string, args: readonly string[]): unknown {
  const value: unknown = JSON.parse(text)
  if (isOfAnotherProgram(args)) return value
  const { version, ...document } = value as { readonly version?: unknown }
  expect(version, text).toBe(JSON_VERSION)
  const command = commandOf(args)
  if (command !== null) expect(validatorOf(command)(value), `${command}: ${text}`).toEqual([])
  return document
}

/** The format of a model's provider, or of an agent's hook; a hook that is asked for JSON answers with our error. */
function isOfAnotherProgram(args: readonly string[]): boolean {
  return args.includes('--provider') || (args.includes('hook') && !args.includes('--json'))
}

/** The words of the command whose output has a schema. */
export function commandOf(args: readonly string[]): string | null {
  const words = args.filter((word) => !word.startsWith('-'))
  const name = [3, 2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((each) => Object.hasOwn(JSON_OUTPUTS, each))
  if (name === undefined) return null
  return args.includes('--jsonl') && Object.hasOwn(JSON_OUTPUTS, `${name} --jsonl`) ? `${name} --jsonl` : name
}

function validatorOf(command: string): Validate {
  const known = validators.get(command)
  if (known) return known
  const made = createValidator(closed(outputSchema(command, JSON_OUTPUTS[command]!)) as object)
  validators.set(command, made)
  return made
}

/** The same schema, in which no object has keys without a name: what is printed is documented. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  const { type, properties, additionalProperties } = schema as Record<string, unknown>
  const isNamed = type === 'object' && additionalProperties === undefined && Object.keys(properties ?? {}).length > 0
  return Object.fromEntries(isNamed ? [...entries, ['additionalProperties', false]] : entries)
}

import type { JsonSchema } from '@poundlock/spec/schema'
import { type ValidationIssue, type Validator, createValidator } from '@poundlock/spec/validation'
import { ConfigDocument } from '../schema.ts'

type ObjectSchema = JsonSchema & { readonly properties: Readonly<Record<string, JsonSchema>> }

const validators = new Map<string, Validator>()

/**
 * Holds a document against its schema, part by part: compiling a part takes longer than everything else that a command
 * does, and few files have them all.
 */
export function validateDocument(value: unknown): readonly ValidationIssue[] {
  return validatePart(ConfigDocument, value, [])
}

function validatePart(schema: ObjectSchema, value: unknown, path: readonly string[]): readonly ValidationIssue[] {
  const key = path.join('.')
  let own = validators.get(key)
  if (!own) {
    // Its own keys, with anything in them.
    const anything = Object.keys(schema.properties).map((name) => [name, {}])
    own = createValidator({ ...schema, properties: Object.fromEntries(anything) })
    validators.set(key, own)
  }
  const issues = [...own(value)].map((issue) => ({ ...issue, pointer: pointerOf(path) + issue.pointer }))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return issues
  for (const [name, part] of Object.entries(value)) {
    if (!Object.hasOwn(schema.properties, name)) continue
    const below = [...path, name]
    issues.push(
      ...(below.join('.') === 'tools'
        ? validatePart(schema.properties[name] as ObjectSchema, part, below)
        : validateWhole(schema.properties[name]!, part, below)),
    )
  }
  return issues
}

function validateWhole(schema: JsonSchema, value: unknown, path: readonly string[]): readonly ValidationIssue[] {
  const key = path.join('.')
  let validator = validators.get(key)
  if (!validator) validators.set(key, (validator = createValidator(schema)))
  return validator(value).map((issue) => ({ ...issue, pointer: pointerOf(path) + issue.pointer }))
}

const pointerOf = (path: readonly string[]) => path.map((name) => `/${name}`).join('')

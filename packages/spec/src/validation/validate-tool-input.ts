import type { ToolSpec } from '../tool-spec.ts'
import type { ValidationIssue } from './validation-issue.ts'
import { createValidator, type Validator } from './validator.ts'

const validators = new WeakMap<ToolSpec, Validator>()

/**
 * Checks the input of a call against the tool's closed schema.
 *
 * @returns what is wrong, with the offending keys named; an empty list when the input fits.
 */
export function validateToolInput(spec: ToolSpec, input: unknown): readonly ValidationIssue[] {
  let validator = validators.get(spec)
  if (!validator) validators.set(spec, (validator = createValidator(spec.inputSchema)))
  return validator(input)
}

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { issueMessage } from './issue-message.ts'
import { plainUnions } from './plain-unions.ts'
import { surelyFits } from './surely-fits.ts'

/** One thing wrong with a value. */
export interface ValidationIssue {
  /** JSON Pointer (RFC 6901) to the place; the empty string is the whole value. */
  readonly pointer: string
  /** A sentence: what is wrong and what was expected. */
  readonly message: string
}

/** A check of unknown values against one schema. An empty list means that the value fits. */
export type Validator = (value: unknown) => readonly ValidationIssue[]

const MAX_ISSUES = 20

let shared: Ajv | undefined
/** Schemas are not kept by their `$id`, so that two of the same name do not collide. */
const ajv = () =>
  (shared ??= new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    ownProperties: true,
    verbose: true,
    addUsedSchema: false,
    // Strict mode finds a broken schema while it is compiled; compiling the meta-schema first takes ten times as long.
    validateSchema: false,
    meta: false,
  }))

/**
 * Makes a validator of a JSON Schema. The schema is compiled at the first value that may not fit, so that making one costs nothing.
 *
 * @throws Error at the first value that may not fit, when the schema itself is unusable.
 */
export function createValidator(schema: TSchema): Validator {
  let compiled: ValidateFunction | undefined
  return (value) => {
    if (compiled === undefined && surelyFits(schema, value)) return []
    compiled ??= ajv().compile(schema)
    if (compiled(value)) return []
    const issues: ValidationIssue[] = []
    for (const error of plainUnions(compiled.errors ?? [])) {
      const issue = { pointer: pointerOf(error), message: issueMessage(error) }
      if (!issues.some((known) => known.pointer === issue.pointer && known.message === issue.message))
        issues.push(issue)
      if (issues.length === MAX_ISSUES) break
    }
    return issues
  }
}

/** For a key that should not be there, the place is the key, not the object around it. */
function pointerOf(error: ErrorObject): string {
  const key = error.params['additionalProperty'] ?? error.params['propertyName']
  if (typeof key !== 'string') return error.instancePath
  return `${error.instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

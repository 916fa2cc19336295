import { type JsonSchema, Type } from '@poundlock/spec/schema'
import { JSON_VERSION } from '../output/print.ts'

/** What a command prints for `--json`. */
export interface JsonOutput {
  /** `document`: one JSON document. `lines`: one in each line. */
  readonly form: 'document' | 'lines'
  /** Each document is one of these, or an error. */
  readonly shapes: readonly JsonSchema[]
}

export const document = (...shapes: readonly JsonSchema[]): JsonOutput => ({ form: 'document', shapes })

export const lines = (...shapes: readonly JsonSchema[]): JsonOutput => ({ form: 'lines', shapes })

/** The document of an error. A line of a batch that cannot be answered also has the `id` of its question. */
const Failure = Type.Object({
  id: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  error: Type.Object({ code: Type.String(), message: Type.String(), remedy: Type.Optional(Type.String()) }),
})

/** The JSON Schema of one document of an output: what `poundlock schema` prints. */
export function outputSchema(title: string, { form, shapes }: JsonOutput): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
    description: form === 'lines' ? 'Each line of standard output.' : 'The one document on standard output.',
    anyOf: [...shapes, Failure].map(withVersion),
  }
}

interface SchemaParts {
  readonly anyOf?: readonly JsonSchema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

/** Each document begins with the version of its form. */
function withVersion(shape: JsonSchema): JsonSchema {
  const { anyOf, required = [], properties, ...others } = shape as SchemaParts
  if (anyOf !== undefined) return { ...others, anyOf: anyOf.map(withVersion) }
  return {
    ...others,
    required: ['version', ...required],
    properties: { version: Type.Literal(JSON_VERSION), ...properties },
  }
}

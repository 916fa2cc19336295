/** The part of JSON Schema that the protocol is written in. */
export interface JsonSchema {
  readonly type?: string
  readonly title?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema | readonly JsonSchema[]
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
}

export interface SchemaTextOptions {
  /** Names of shapes, by their JSON. */
  readonly names: ReadonlyMap<string, string>
  /** The shape that is being written: it is not its own name. */
  readonly self?: string
}

const WIDTH = 110

/** A schema as people read it: as a type, with the words of its titles where a type alone says less. */
export function schemaText(schema: JsonSchema, options: SchemaTextOptions, indent = ''): string {
  const name = options.names.get(JSON.stringify(schema))
  if (name !== undefined && name !== options.self) return name
  const inner = (part: JsonSchema, at = indent) => schemaText(part, { names: options.names }, at)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf)
    return unionText(
      schema.anyOf.map((part) => inner(part)),
      indent,
    )
  if (schema.allOf) return schema.allOf.map((part) => inner(part)).join(' & ')
  if (schema.type === 'object') return objectText(schema, inner, indent)
  if (schema.type === 'array') return arrayText(schema, inner)
  return schema.type ?? 'unknown'
}

function unionText(parts: readonly string[], indent: string): string {
  const line = parts.join(' | ')
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line
  return parts.map((part) => `\n${indent}  | ${part}`).join('')
}

function arrayText({ items, prefixItems }: JsonSchema, inner: (part: JsonSchema) => string): string {
  const tuple = prefixItems ?? (Array.isArray(items) ? (items as readonly JsonSchema[]) : null)
  if (tuple) return `[${tuple.map((part) => inner(part)).join(', ')}]`
  const item = items ? inner(items as JsonSchema) : 'unknown'
  return /[ |&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectText(
  { properties = {}, patternProperties, additionalProperties, required = [] }: JsonSchema,
  inner: (part: JsonSchema, at: string) => string,
  indent: string,
): string {
  const [pattern] = Object.values(patternProperties ?? {})
  if (pattern) return `{ [name: string]: ${inner(pattern, indent)} }`
  if (Object.keys(properties).length === 0) return additionalProperties === false ? '{}' : 'object'
  const deeper = `${indent}  `
  const fields = Object.entries(properties).map(
    ([key, part]) => `${key}${required.includes(key) ? '' : '?'}: ${inner(part, deeper)}`,
  )
  const line = `{ ${fields.join(', ')} }`
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line
  return `{\n${fields.map((field) => `${deeper}${field}`).join('\n')}\n${indent}}`
}

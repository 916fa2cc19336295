/** A parameter of a tool, as a person reads it. */
export interface ToolParameter {
  readonly name: string
  /** As the schema names it: `string`, `string[]`, `"asc" | "desc"`. */
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

interface Schema {
  readonly type?: unknown
  readonly enum?: unknown
  readonly items?: unknown
  readonly description?: unknown
  readonly properties?: unknown
  readonly required?: unknown
}

/** The parameters in the order of the schema. What a server wrote there is not believed to be of any form. */
export function parametersOf(inputSchema: string): readonly ToolParameter[] {
  const { properties, required } = schemaOf(JSON.parse(inputSchema))
  return Object.entries(schemaOf(properties)).map(([name, value]) => {
    const { description } = schemaOf(value)
    return {
      name,
      type: typeOf(schemaOf(value)),
      isRequired: Array.isArray(required) && required.includes(name),
      description: typeof description === 'string' ? description : '',
    }
  })
}

/** What is read of a schema, and what says nothing to a person. */
const READ = new Set(['type', 'properties', 'required', '$schema', 'additionalProperties'])
const READ_OF_PARAMETERS = new Set(['type', 'enum', 'items', 'description'])

/** Whether `parametersOf` has all that the schema says. Instructions to a model can stand anywhere in it. */
export function saysNoMore(inputSchema: string): boolean {
  const schema = schemaOf(JSON.parse(inputSchema))
  const { additionalProperties } = schema as { readonly additionalProperties?: unknown }
  const onlyHas = (value: unknown, known: ReadonlySet<string>) =>
    Object.keys(schemaOf(value)).every((key) => known.has(key))
  return (
    onlyHas(schema, READ) &&
    typeof (additionalProperties ?? true) === 'boolean' &&
    Object.values(schemaOf(schema.properties)).every(
      (value) => onlyHas(value, READ_OF_PARAMETERS) && onlyHas(schemaOf(value).items, new Set(['type', 'enum'])),
    )
  )
}

const schemaOf = (value: unknown): Schema => (typeof value === 'object' && value !== null ? value : {})

function typeOf({ type, enum: values, items }: Schema): string {
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (type === 'array') return `${items === undefined ? 'unknown' : typeOf(schemaOf(items))}[]`
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string').join(' | ')
  return typeof type === 'string' ? type : 'unknown'
}

/** A JSON Schema (2020-12), no matter who wrote it. */
export type JsonSchema = object

/** A JSON Schema, with the type of the values that fit. The key `~value` is for the compiler: no schema has it. */
export interface TypedSchema<Value> {
  readonly '~value'?: Value
}

/** A schema of a key that objects can do without. */
export type OptionalSchema<Schema> = Schema & { readonly '~optional'?: true }

/** The schemas of an object's keys. */
export type SchemaProperties = Readonly<Record<string, JsonSchema>>

/** The schema of an object. */
export interface ObjectSchema<Properties extends SchemaProperties> extends TypedSchema<ObjectValue<Properties>> {
  readonly type: 'object'
  readonly properties: Properties
  readonly required?: readonly string[]
}

/** The type of the values that fit a schema which `Type` made; of others `unknown`. */
export type Static<Schema> = Schema extends { readonly '~value'?: infer Value } ? Value : unknown

type OptionalKey<Properties> = {
  [Key in keyof Properties]: '~optional' extends keyof Properties[Key] ? Key : never
}[keyof Properties]

/** The object that fits these properties. */
export type ObjectValue<Properties> = Merged<
  { -readonly [Key in Exclude<keyof Properties, OptionalKey<Properties>>]: Static<Properties[Key]> } & {
    -readonly [Key in OptionalKey<Properties>]?: Static<Properties[Key]>
  }
>

type Merged<Parts> = { [Key in keyof Parts]: Parts[Key] }

/** What a schema can say beside its type. */
export interface SchemaOptions {
  readonly $id?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

export interface StringOptions extends SchemaOptions {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

export interface NumberOptions extends SchemaOptions {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
}

export interface ArrayOptions extends SchemaOptions {
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
}

export interface ObjectOptions extends SchemaOptions {
  readonly additionalProperties?: boolean | JsonSchema
  readonly minProperties?: number
  readonly maxProperties?: number
}

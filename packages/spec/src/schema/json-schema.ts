/** A JSON Schema (2020-12), no matter who wrote it. */
export type JsonSchema = object

/** A JSON Schema, with the type of the values that fit. The key `~value` is for the compiler: no schema has it. */
export interface TypedSchema<Value> {
  /** Never present: it carries the type alone. */
  readonly '~value'?: Value
}

/** A schema of a key that objects can do without. */
export type OptionalSchema<Schema> = Schema & { readonly '~optional'?: true }

/** The schemas of an object's keys. */
export type SchemaProperties = Readonly<Record<string, JsonSchema>>

/** The schema of an object. */
export interface ObjectSchema<Properties extends SchemaProperties> extends TypedSchema<ObjectValue<Properties>> {
  readonly type: 'object'
  /** The schema of each known key. */
  readonly properties: Properties
  /** Keys that have to be there; none where absent. */
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
  /** The address that the schema is known by. */
  readonly $id?: string
  /** A short name for people. */
  readonly title?: string
  /** What the value is for; people and models read it. */
  readonly description?: string
  /** What holds where the value is absent; it is not filled in by a check. */
  readonly default?: unknown
  /** Values that fit, for people and models. */
  readonly examples?: readonly unknown[]
}

export interface StringOptions extends SchemaOptions {
  /** In characters, inclusive. */
  readonly minLength?: number
  /** In characters, inclusive. */
  readonly maxLength?: number
  /** A regular expression that must occur in the text; it is matched in linear time. */
  readonly pattern?: string
}

export interface NumberOptions extends SchemaOptions {
  /** The least value, inclusive. */
  readonly minimum?: number
  /** The largest value, inclusive. */
  readonly maximum?: number
  /** Every value is above this. */
  readonly exclusiveMinimum?: number
  /** Every value is below this. */
  readonly exclusiveMaximum?: number
  /** The value is a whole multiple of this. */
  readonly multipleOf?: number
}

export interface ArrayOptions extends SchemaOptions {
  /** Items at least. */
  readonly minItems?: number
  /** Items at most. */
  readonly maxItems?: number
  /** True where no two items may be equal. */
  readonly uniqueItems?: boolean
}

export interface ObjectOptions extends SchemaOptions {
  /** The schema of keys that are not named; `false` refuses them. Anything unless set. */
  readonly additionalProperties?: boolean | JsonSchema
  /** Keys at least. */
  readonly minProperties?: number
  /** Keys at most. */
  readonly maxProperties?: number
}

export type {
  ArrayOptions,
  JsonSchema,
  NumberOptions,
  ObjectOptions,
  ObjectSchema,
  ObjectValue,
  OptionalSchema,
  SchemaOptions,
  SchemaProperties,
  Static,
  StringOptions,
  TypedSchema,
} from './json-schema.ts'
export { closedObject, Type } from './type.ts'

// The public declarations of @poundlock/spec/schema, written by `pnpm api`.

// index.d.ts
export type { ArrayOptions, JsonSchema, NumberOptions, ObjectOptions, ObjectSchema, ObjectValue, OptionalSchema, SchemaOptions, SchemaProperties, Static, StringOptions, TypedSchema, } from './json-schema.ts';
export { closedObject, Type } from './type.ts';

// json-schema.d.ts
export type JsonSchema = object;
export interface TypedSchema<Value> {
    readonly '~value'?: Value;
}
export type OptionalSchema<Schema> = Schema & {
    readonly '~optional'?: true;
};
export type SchemaProperties = Readonly<Record<string, JsonSchema>>;
export interface ObjectSchema<Properties extends SchemaProperties> extends TypedSchema<ObjectValue<Properties>> {
    readonly type: 'object';
    readonly properties: Properties;
    readonly required?: readonly string[];
}
export type Static<Schema> = Schema extends {
    readonly '~value'?: infer Value;
} ? Value : unknown;
type OptionalKey<Properties> = {
    [Key in keyof Properties]: '~optional' extends keyof Properties[Key] ? Key : never;
}[keyof Properties];
export type ObjectValue<Properties> = Merged<{
    -readonly [Key in Exclude<keyof Properties, OptionalKey<Properties>>]: Static<Properties[Key]>;
} & {
    -readonly [Key in OptionalKey<Properties>]?: Static<Properties[Key]>;
}>;
type Merged<Parts> = {
    [Key in keyof Parts]: Parts[Key];
};
export interface SchemaOptions {
    readonly $id?: string;
    readonly title?: string;
    readonly description?: string;
    readonly default?: unknown;
    readonly examples?: readonly unknown[];
}
export interface StringOptions extends SchemaOptions {
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
}
export interface NumberOptions extends SchemaOptions {
    readonly minimum?: number;
    readonly maximum?: number;
    readonly exclusiveMinimum?: number;
    readonly exclusiveMaximum?: number;
    readonly multipleOf?: number;
}
export interface ArrayOptions extends SchemaOptions {
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly uniqueItems?: boolean;
}
export interface ObjectOptions extends SchemaOptions {
    readonly additionalProperties?: boolean | JsonSchema;
    readonly minProperties?: number;
    readonly maxProperties?: number;
}
export {};

// type.d.ts
import type { ArrayOptions, JsonSchema, NumberOptions, ObjectOptions, ObjectSchema, OptionalSchema, SchemaOptions, SchemaProperties, Static, StringOptions, TypedSchema } from './json-schema.ts';
declare function objectSchema<const Properties extends SchemaProperties>(properties: Properties, options?: ObjectOptions): ObjectSchema<Properties>;
declare function optional<Schema extends JsonSchema>(schema: Schema): OptionalSchema<Schema>;
declare function record<Value extends JsonSchema>(key: TypedSchema<string>, value: Value, options?: ObjectOptions): TypedSchema<Record<string, Static<Value>>>;
declare function tuple<const Items extends readonly JsonSchema[]>(items: Items, options?: SchemaOptions): TypedSchema<{
    -readonly [Index in keyof Items]: Static<Items[Index]>;
}>;
type Intersected<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest] ? Static<First> & Intersected<Rest> : unknown;
export declare const Type: {
    readonly Array: <Item extends JsonSchema>(items: Item, options?: ArrayOptions) => TypedSchema<Static<Item>[]>;
    readonly Boolean: (options?: SchemaOptions) => TypedSchema<boolean>;
    readonly Enum: <const Value extends string | number>(values: readonly Value[], options?: SchemaOptions) => TypedSchema<Value>;
    readonly Integer: (options?: NumberOptions) => TypedSchema<number>;
    readonly Intersect: <const Parts extends readonly JsonSchema[]>(parts: Parts) => TypedSchema<Intersected<Parts>>;
    readonly Literal: <const Value extends string | number | boolean>(value: Value, options?: SchemaOptions) => TypedSchema<Value>;
    readonly Null: (options?: SchemaOptions) => TypedSchema<null>;
    readonly Number: (options?: NumberOptions) => TypedSchema<number>;
    readonly Object: typeof objectSchema;
    readonly Optional: typeof optional;
    readonly Record: typeof record;
    readonly String: (options?: StringOptions) => TypedSchema<string>;
    readonly Tuple: typeof tuple;
    readonly Union: <const Parts extends readonly JsonSchema[]>(parts: Parts, options?: SchemaOptions) => TypedSchema<Static<Parts[number]>>;
    readonly Unknown: (options?: SchemaOptions) => TypedSchema<unknown>;
    readonly Unsafe: <Value = unknown>(schema: JsonSchema) => TypedSchema<Value>;
};
export declare const closedObject: <const Properties extends SchemaProperties>(properties: Properties, options?: Omit<ObjectOptions, 'additionalProperties'>) => ObjectSchema<Properties>;
export {};

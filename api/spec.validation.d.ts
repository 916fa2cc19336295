// The public declarations of @poundlock/spec/validation, written by `pnpm api`.

// index.d.ts
export { readSchema, type ReadSchema, type ReadSchemaOptions, type SchemaFault } from './read-schema.ts';
export { SUBSCHEMAS } from './schema-keywords.ts';
export { validateToolInput } from './validate-tool-input.ts';
export type { ValidationIssue } from './validation-issue.ts';
export { createValidator, type Validator } from './validator.ts';

// ../permission-mode.d.ts
export type PermissionMode = 'read-only' | 'workspace-write' | 'danger-full-access' | 'prompt' | 'allow';
export type RequiredPermission = 'read-only' | 'workspace-write' | 'danger-full-access';
export type Decision = 'allow' | 'ask' | 'deny';
export declare const PERMISSION_MODES: readonly PermissionMode[];
export declare const REQUIRED_PERMISSIONS: readonly RequiredPermission[];
export declare const PERMISSION_TABLE: Readonly<Record<PermissionMode, Readonly<Record<RequiredPermission, Decision>>>>;
export declare function strictest(...decisions: readonly Decision[]): Decision;

// ../schema/index.d.ts
export type { ArrayOptions, JsonSchema, NumberOptions, ObjectOptions, ObjectSchema, ObjectValue, OptionalSchema, SchemaOptions, SchemaProperties, Static, StringOptions, TypedSchema, } from './json-schema.ts';
export { closedObject, Type } from './type.ts';

// ../schema/json-schema.d.ts
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

// ../schema/type.d.ts
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

// ../tool-spec.d.ts
import type { RequiredPermission } from './permission-mode.ts';
import type { JsonSchema } from './schema/index.ts';
export interface ToolAnnotations {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly openWorldHint?: boolean;
    readonly idempotentHint?: boolean;
}
export interface ToolSpec {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: JsonSchema;
    readonly requiredPermission: RequiredPermission;
    readonly groups: readonly string[];
    readonly annotations: ToolAnnotations;
    readonly summary: string;
}
export interface ToolCall {
    readonly id: string;
    readonly name: string;
    readonly input: unknown;
}

// read-schema.d.ts
import type { ValidationIssue } from './validation-issue.ts';
export interface ReadSchemaOptions {
    readonly unknown: 'refuse' | 'leave';
    readonly maxSteps?: number;
}
export interface ReadSchema {
    check(value: unknown): readonly ValidationIssue[];
    readonly unchecked: readonly string[];
}
export interface SchemaFault {
    readonly fault: string;
}
export declare function readSchema(root: unknown, { unknown, maxSteps }: ReadSchemaOptions): ReadSchema | SchemaFault;

// schema-keywords.d.ts
type Shape = (value: unknown) => boolean;
export declare const KEYWORD_SHAPES: ReadonlyMap<string, Shape>;
export declare const SUBSCHEMAS: ReadonlyMap<string, 'schemas' | 'map'>;
export declare const isKnownKeyword: (keyword: string) => boolean;
export {};

// validate-tool-input.d.ts
import type { ToolSpec } from '../tool-spec.ts';
import type { ValidationIssue } from './validation-issue.ts';
export declare function validateToolInput(spec: ToolSpec, input: unknown): readonly ValidationIssue[];

// validation-issue.d.ts
export interface ValidationIssue {
    readonly pointer: string;
    readonly message: string;
}
export declare class IssueList {
    #private;
    readonly list: ValidationIssue[];
    get isEmpty(): boolean;
    get isFull(): boolean;
    add(pointer: string, message: string, kind?: 'other-kind'): void;
    addAll(other: IssueList): void;
    isOfOtherKind(pointer: string): boolean;
}

// validator.d.ts
import type { JsonSchema } from '../schema/json-schema.ts';
import type { ValidationIssue } from './validation-issue.ts';
export type Validator = (value: unknown) => readonly ValidationIssue[];
export declare function createValidator(schema: JsonSchema): Validator;

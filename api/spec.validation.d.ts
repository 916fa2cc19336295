// The public declarations of @poundlock/spec/validation, written by `pnpm api`.

// index.d.ts
export { validateToolInput } from './validate-tool-input.ts';
export { createValidator, type ValidationIssue, type Validator } from './validator.ts';

// ../permission-mode.d.ts
export type PermissionMode = 'read-only' | 'workspace-write' | 'danger-full-access' | 'prompt' | 'allow';
export type RequiredPermission = 'read-only' | 'workspace-write' | 'danger-full-access';
export type Decision = 'allow' | 'ask' | 'deny';
export declare const PERMISSION_MODES: readonly PermissionMode[];
export declare const REQUIRED_PERMISSIONS: readonly RequiredPermission[];
export declare const PERMISSION_TABLE: Readonly<Record<PermissionMode, Readonly<Record<RequiredPermission, Decision>>>>;
export declare function strictest(...decisions: readonly Decision[]): Decision;

// ../tool-spec.d.ts
import type { TSchema } from 'typebox';
import type { RequiredPermission } from './permission-mode.ts';
export interface ToolAnnotations {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly openWorldHint?: boolean;
    readonly idempotentHint?: boolean;
}
export interface ToolSpec {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: TSchema;
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

// validate-tool-input.d.ts
import type { ToolSpec } from '../tool-spec.ts';
import { type ValidationIssue } from './validator.ts';
export declare function validateToolInput(spec: ToolSpec, input: unknown): readonly ValidationIssue[];

// validator.d.ts
import type { TSchema } from 'typebox';
export interface ValidationIssue {
    readonly pointer: string;
    readonly message: string;
}
export type Validator = (value: unknown) => readonly ValidationIssue[];
export declare function createValidator(schema: TSchema): Validator;

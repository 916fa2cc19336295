// The public declarations of @poundlock/spec/vocabulary, written by `pnpm api`.

// vocabulary.d.ts
export { visibleText } from './display/visible-text.ts';
export { EXEC_ASKS, EXEC_HOSTS, EXEC_SECURITIES, stricterAsk, stricterSecurity, type ExecAsk, type ExecHost, type ExecSecurity, } from './exec-policy.ts';
export { PERMISSION_MODES, PERMISSION_TABLE, REQUIRED_PERMISSIONS, strictest, type Decision, type PermissionMode, type RequiredPermission, } from './permission-mode.ts';
export { PoundlockError, type ErrorDetails, type PoundlockErrorOptions } from './poundlock-error.ts';
export { PROTECTED_PATHS, type ProtectedPath } from './protected-paths.ts';
export { BUILT_IN_TOOLS, TOOL_GROUPS, type ToolEntry, type ToolInputUse } from './tools/built-in-tools.ts';
export { findBuiltInTool, toolKey } from './tools/tool-name.ts';

// display/visible-text.d.ts
export declare function visibleText(text: string, options?: {
    readonly newlines?: 'keep' | 'show';
}): string;

// exec-policy.d.ts
export type ExecHost = 'sandbox' | 'gateway' | 'node';
export type ExecSecurity = 'deny' | 'allowlist' | 'full';
export type ExecAsk = 'off' | 'on-miss' | 'always';
export declare const EXEC_HOSTS: readonly ExecHost[];
export declare const EXEC_SECURITIES: readonly ExecSecurity[];
export declare const EXEC_ASKS: readonly ExecAsk[];
export declare function stricterSecurity(a: ExecSecurity, b: ExecSecurity): ExecSecurity;
export declare function stricterAsk(a: ExecAsk, b: ExecAsk): ExecAsk;

// permission-mode.d.ts
export type PermissionMode = 'read-only' | 'workspace-write' | 'danger-full-access' | 'prompt' | 'allow';
export type RequiredPermission = 'read-only' | 'workspace-write' | 'danger-full-access';
export type Decision = 'allow' | 'ask' | 'deny';
export declare const PERMISSION_MODES: readonly PermissionMode[];
export declare const REQUIRED_PERMISSIONS: readonly RequiredPermission[];
export declare const PERMISSION_TABLE: Readonly<Record<PermissionMode, Readonly<Record<RequiredPermission, Decision>>>>;
export declare function strictest(...decisions: readonly Decision[]): Decision;

// poundlock-error.d.ts
export type ErrorDetails = Readonly<Record<string, unknown>>;
export interface PoundlockErrorOptions {
    readonly code: string;
    readonly details?: ErrorDetails;
    readonly cause?: unknown;
    readonly remedy?: string;
}
export declare class PoundlockError extends Error {
    readonly name: string;
    readonly code: string;
    readonly details: ErrorDetails;
    readonly remedy: string | undefined;
    constructor(message: string, options: PoundlockErrorOptions);
    static isInstance(error: unknown): error is PoundlockError;
    toJSON(): {
        code: string;
        message: string;
        remedy?: string;
        details?: ErrorDetails;
    };
}

// protected-paths.d.ts
export interface ProtectedPath {
    readonly path: string;
    readonly reason: string;
}
export declare const PROTECTED_PATHS: readonly ProtectedPath[];

// tools/built-in-tools.d.ts
import type { RequiredPermission } from '../permission-mode.ts';
export type ToolInputUse = 'read' | 'write' | 'url';
export interface ToolEntry {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly groups: readonly string[];
    readonly requiredPermission: RequiredPermission | null;
    readonly inputs: Readonly<Record<string, ToolInputUse>>;
}
export declare const BUILT_IN_TOOLS: readonly ToolEntry[];
export declare const TOOL_GROUPS: readonly string[];

// tools/tool-name.d.ts
import { type ToolEntry } from './built-in-tools.ts';
export declare function toolKey(name: string): string;
export declare function findBuiltInTool(name: string): ToolEntry | null;

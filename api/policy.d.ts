// The public declarations of @poundlock/policy, written by `pnpm api`.

// index.d.ts
export { HARMLESS_ENVIRONMENT } from './commands/environment-names.ts';
export { PROTECTED_PATHS } from './commands/protected-paths.ts';
export { createPolicy, type Policy } from './create-policy.ts';
export type { AskFallback, CommandDecision, ExecSettings, Fix, HostSetting, PolicyDecision, PolicyStep, Reason, Setting, TraceStep, } from './decision.ts';
export type { ExecLayer, PolicyLayer } from './layer.ts';
export { PolicyError } from './policy-error.ts';
export { REASON_CODES, type ReasonCode } from './reason-codes.ts';
export type { CommandPlan, CommandRuleInput, CommandRuleObject, Containment, HostApprovals, PlannedCommand, PlannedEffect, PolicyRequest, RequestContext, } from './request.ts';
export { withFallback } from './with-fallback.ts';

// commands/environment-names.d.ts
export declare const HARMLESS_ENVIRONMENT: readonly string[];
export declare function isListed(name: string, list: readonly string[]): boolean;

// commands/protected-paths.d.ts
export declare const PROTECTED_PATHS: readonly {
    readonly path: string;
    readonly reason: string;
}[];
export declare function normalisePath(path: string): string;
export declare function isWithin(path: string, folder: string): boolean;
export declare function protectedPlace(path: string, workspace: string, extra: readonly string[]): string | null;

// create-policy.d.ts
import type { ExecSettings, PolicyDecision } from './decision.ts';
import type { PolicyLayer } from './layer.ts';
import type { PolicyRequest } from './request.ts';
export interface Policy {
    decide(request: PolicyRequest): PolicyDecision;
    execSettings(request: PolicyRequest): ExecSettings;
}
export declare function createPolicy(layers: readonly PolicyLayer[], options: {
    readonly home: string;
}): Policy;

// decision.d.ts
import type { Decision, ExecAsk, ExecHost, ExecSecurity } from '@poundlock/spec';
import type { ReasonCode } from './reason-codes.ts';
export type PolicyStep = 'tool' | 'parameters' | 'environment' | 'plan' | 'rules' | 'effects' | 'mode' | 'host' | 'fallback';
export interface Reason {
    readonly code: ReasonCode;
    readonly message: string;
    readonly layer: PolicyStep;
    readonly rule?: string;
    readonly source?: string;
}
export interface TraceStep extends Reason {
    readonly decision: Decision;
}
export interface Fix {
    readonly message: string;
    readonly key?: string;
    readonly value?: unknown;
    readonly remove?: string;
}
export interface CommandDecision {
    readonly name: string | null;
    readonly argv: readonly (string | null)[];
    readonly resolved: string | null;
    readonly span: readonly [start: number, end: number];
    readonly decision: Decision;
    readonly rule: string | null;
}
export interface ExecSettings {
    readonly host: HostSetting;
    readonly security: Setting<ExecSecurity>;
    readonly ask: Setting<ExecAsk>;
    readonly askFallback: Setting<AskFallback>;
}
export type AskFallback = 'deny' | 'allowlist' | 'full';
export interface HostSetting extends Setting<ExecHost> {
    readonly leaves?: Setting<ExecHost>;
}
export interface Setting<T> {
    readonly value: T;
    readonly origin: string;
}
export interface PolicyDecision {
    readonly decision: Decision;
    readonly reasons: readonly Reason[];
    readonly trace: readonly TraceStep[];
    readonly commands: readonly CommandDecision[];
    readonly fix: readonly Fix[];
    readonly exec: ExecSettings;
    readonly covered: boolean;
}

// layer.d.ts
import type { ExecAsk, ExecHost, ExecSecurity, PermissionMode } from '@poundlock/spec';
import type { AskFallback } from './decision.ts';
import type { CommandRuleInput } from './request.ts';
export interface PolicyLayer {
    readonly name: string;
    readonly mayLoosen: boolean;
    readonly mode?: PermissionMode;
    readonly exec?: ExecLayer;
    readonly protectedPaths?: readonly string[];
    readonly locate?: (pointer: string) => string;
}
export interface ExecLayer {
    readonly host?: ExecHost;
    readonly security?: ExecSecurity;
    readonly ask?: ExecAsk;
    readonly askFallback?: AskFallback;
    readonly allowRules?: readonly CommandRuleInput[];
    readonly askRules?: readonly CommandRuleInput[];
    readonly denyRules?: readonly CommandRuleInput[];
    readonly environment?: readonly string[];
}

// policy-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export declare class PolicyError extends PoundlockError {
    readonly name = "PolicyError";
    constructor(message: string, details: {
        readonly rule?: string;
        readonly source: string;
    }, remedy: string, code?: 'POLICY_RULE' | 'POLICY_LAYER');
}

// reason-codes.d.ts
export declare const REASON_CODES: {
    readonly TOOL_KNOWN: 'the tool exists';
    readonly TOOL_UNKNOWN: 'no tool has this name';
    readonly PARAMETER_TIGHTENED: 'a parameter of the call is stricter than the configuration and is honoured';
    readonly PARAMETER_REFUSED: 'a parameter of the call is looser than the configuration and is ignored';
    readonly HOST_REFUSED: 'the call asks for another host than the configuration allows';
    readonly ENVIRONMENT_REFUSED: 'the call sets an environment variable that is not on the list of those that may be set';
    readonly COMMAND_REFUSED: 'the command line cannot be read with certainty';
    readonly COMMAND_UNRESOLVED: 'a part of the command line is only known when it runs';
    readonly COMMAND_RESOLVED: 'everything that the command line runs is known';
    readonly RULE_DENY: 'a deny rule covers a command of the line';
    readonly RULE_DENY_POSSIBLE: 'a deny rule may cover a command of the line';
    readonly RULE_ASK: 'an ask rule covers, or may cover, a command of the line';
    readonly RULE_ALLOW: 'allow rules cover every command of the line';
    readonly RULE_MISS: 'a command of the line is covered by no allow rule';
    readonly RULE_UNUSABLE: 'a rule of the approvals document is malformed and covers nothing';
    readonly REMOTE_CODE: 'an interpreter would run what the network sends';
    readonly EFFECT_OUTSIDE: 'a file outside the workspace would be written';
    readonly EFFECT_PROTECTED: 'a protected file would be written';
    readonly EFFECT_UNKNOWN: 'a file would be written whose name is only known at run time';
    readonly EFFECT_NETWORK: 'the shell itself would contact the network';
    readonly EFFECT_PROCESS: 'the line itself would act on other processes';
    readonly EFFECT_PRIVILEGE: 'the line itself would take more privileges';
    readonly EFFECT_CONTAINED: 'the effects of the line are contained by the sandbox';
    readonly EFFECT_FREE: 'the line itself writes no file that matters';
    readonly MODE_ALLOW: 'the permission mode allows it';
    readonly MODE_ASK: 'the permission mode asks';
    readonly MODE_DENY: 'the permission mode denies it';
    readonly MODE_CONSENT: 'the permission mode would ask, and allow rules that cover the whole line answer';
    readonly HOST_SANDBOX: 'the command runs contained, which needs no approval';
    readonly HOST_DENY: 'the host lets nothing run';
    readonly HOST_FULL: 'the host lets everything run';
    readonly HOST_MATCH: 'the host lets through what allow rules cover';
    readonly HOST_MISS: 'the host lets through only what allow rules cover';
    readonly HOST_ALWAYS: 'the host asks for every command';
    readonly FALLBACK_DENY: 'nobody can be asked, and then it is denied';
    readonly FALLBACK_ALLOW: 'nobody can be asked, and the fallback lets it through';
};
export type ReasonCode = keyof typeof REASON_CODES;

// request.d.ts
import type { ExecAsk, ExecHost, ExecSecurity, RequiredPermission } from '@poundlock/spec';
import type { AskFallback } from './decision.ts';
export interface PlannedCommand {
    readonly name: string | null;
    readonly argv: readonly (string | null)[];
    readonly span: readonly [start: number, end: number];
    readonly resolved: string | null;
    readonly builtin: boolean;
    readonly readsPipe: boolean;
    readonly environment: readonly string[];
}
export interface PlannedEffect {
    readonly kind: 'file-read' | 'file-write' | 'file-delete' | 'network' | 'environment' | 'process' | 'privilege';
    readonly path: string | null;
}
export interface CommandPlan {
    readonly text: string;
    readonly refusal: {
        readonly code: string;
        readonly message: string;
    } | null;
    readonly complete: boolean;
    readonly unresolved: readonly string[];
    readonly commands: readonly PlannedCommand[];
    readonly effects: readonly PlannedEffect[];
}
export interface Containment {
    readonly active: boolean;
    readonly network: 'off' | 'on';
    readonly workspaceOnly: boolean;
}
export interface HostApprovals {
    readonly security?: ExecSecurity;
    readonly ask?: ExecAsk;
    readonly askFallback?: AskFallback;
    readonly allowlist: readonly CommandRuleInput[];
    readonly source: string;
}
export type CommandRuleInput = string | CommandRuleObject;
export interface CommandRuleObject {
    readonly command: string;
    readonly args?: string;
    readonly reason?: string;
    readonly examples?: {
        readonly match?: readonly string[];
        readonly notMatch?: readonly string[];
    };
}
export interface RequestContext {
    readonly agent: string;
    readonly session: string;
    readonly cwd: string;
    readonly workspace: string;
    readonly home: string;
    readonly interactive: boolean;
}
export interface PolicyRequest {
    readonly tool: string;
    readonly requiredPermission: RequiredPermission | null;
    readonly plan?: CommandPlan;
    readonly containment?: Containment;
    readonly parameters?: {
        readonly host?: ExecHost;
        readonly security?: ExecSecurity;
        readonly ask?: ExecAsk;
    };
    readonly environment?: readonly string[];
    readonly approvals?: HostApprovals;
    readonly context: RequestContext;
}

// with-fallback.d.ts
import type { PolicyDecision } from './decision.ts';
export declare function withFallback(decision: PolicyDecision): PolicyDecision;

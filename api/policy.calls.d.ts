// The public declarations of @poundlock/policy/calls, written by `pnpm api`.

// index.d.ts
export type { NamedUse, ToolInputs } from '../files/named-inputs.ts';
export { toolAccess, type ToolAccess } from '../files/tool-access.ts';
export { toolRequest, type CallDescription } from '../tool-request.ts';

// ../decision.d.ts
import type { Decision, ExecAsk, ExecHost, ExecSecurity } from '@poundlock/spec/vocabulary';
import type { ReasonCode } from './reason-codes.ts';
export type PolicyStep = 'tool' | 'parameters' | 'environment' | 'files' | 'web' | 'plan' | 'rules' | 'effects' | 'mode' | 'host' | 'hooks' | 'fallback';
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
    readonly node?: Setting<string>;
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

// ../files/file-access.d.ts
export interface FileAccess {
    readonly access: 'read' | 'write' | 'delete';
    readonly path: string;
    readonly real?: string | null;
}
export declare function readFilePath(text: string, { cwd, home }: {
    readonly cwd: string;
    readonly home: string;
}): {
    readonly path: string;
} | {
    readonly problem: string;
};
export declare function absolutePath(text: string, { cwd, home }: {
    readonly cwd: string;
    readonly home: string;
}): string;
export declare function pathProblem(text: string): string | null;
export declare const DONE: {
    readonly read: 'read';
    readonly write: 'written';
    readonly delete: 'deleted';
};

// ../files/named-inputs.d.ts
import type { FileAccess } from './file-access.ts';
import { type ToolAccess } from './tool-access.ts';
export type NamedUse = FileAccess['access'] | 'url' | 'none';
export interface ToolInputs {
    readonly uses?: Readonly<Record<string, NamedUse>>;
    readonly guess?: 'all' | 'addresses' | 'none';
    readonly onlyReads?: boolean;
    readonly base?: string;
}
export declare function namedAccess(input: unknown, inputs: ToolInputs): ToolAccess;

// ../files/tool-access.d.ts
import { type ToolEntry } from '@poundlock/spec/vocabulary';
import type { FileAccess } from './file-access.ts';
export interface ToolAccess {
    readonly files: readonly FileAccess[];
    readonly urls: readonly string[];
}
export declare function toolAccess(tool: string, input: unknown): ToolAccess;
export declare function accessOf(entry: ToolEntry | null, input: unknown): ToolAccess;
export declare const NO_ACCESS: ToolAccess;

// ../grants/grant.d.ts
import type { PlannedEffect } from '../request.ts';
export type Grant = LikeGrant | ExactGrant;
interface GrantedProgram {
    readonly program: string;
    readonly folder: string;
    readonly environment?: readonly string[];
}
export interface LikeGrant extends GrantedProgram {
    readonly kind: 'like';
    readonly subcommand: readonly string[];
    readonly options: readonly string[];
    readonly effects: readonly PlannedEffect['kind'][];
}
export interface ExactGrant extends GrantedProgram {
    readonly kind: 'exact';
    readonly words: readonly string[];
    readonly cwd?: string;
}
export type GrantOffer = {
    readonly grant: Grant;
    readonly covers: string;
} | {
    readonly grant: null;
    readonly reason: string;
};
export {};

// ../reason-codes.d.ts
export declare const REASON_CODES: {
    readonly TOOL_KNOWN: 'the tool exists';
    readonly TOOL_UNKNOWN: 'no tool has this name';
    readonly TOOL_PERMITTED: 'every list of tools lets the tool through';
    readonly TOOL_DENIED: 'a list of tools denies the tool';
    readonly TOOL_NOT_ALLOWED: 'a list of allowed tools does not hold the tool';
    readonly TOOL_OUTSIDE_PROFILE: 'the profile of tools does not hold the tool';
    readonly ELEVATED_REFUSED: 'the session is not elevated, since a gate is shut';
    readonly ELEVATED_CONSENT: 'the session is fully elevated, which stands for the approval';
    readonly PARAMETER_TIGHTENED: 'a parameter of the call is stricter than the configuration and is honoured';
    readonly PARAMETER_REFUSED: 'a parameter of the call is looser than the configuration and is ignored';
    readonly HOST_REFUSED: 'the call asks for another host than the configuration allows';
    readonly NODE_REFUSED: 'the node is not known, or is another than the configuration names';
    readonly ENVIRONMENT_REFUSED: 'the call sets an environment variable that is not on the list of those that may be set';
    readonly COMMAND_REFUSED: 'the command line cannot be read with certainty';
    readonly COMMAND_CONTROL: 'a command of the line is one that only people give: a directive, or what changes what is allowed';
    readonly COMMAND_HIDDEN: 'the command line holds characters that hide or reorder what a person would read';
    readonly COMMAND_UNRESOLVED: 'a part of the command line is only known when it runs';
    readonly COMMAND_RESOLVED: 'everything that the command line runs is known';
    readonly RULE_DENY: 'a deny rule covers a command of the line';
    readonly RULE_DENY_POSSIBLE: 'a deny rule may cover a command of the line';
    readonly RULE_ASK: 'an ask rule covers, or may cover, a command of the line';
    readonly RULE_ALLOW: 'allow rules cover every command of the line';
    readonly RULE_MISS: 'a command of the line is covered by no allow rule';
    readonly RULE_UNUSABLE: 'a rule of the approvals document is malformed and covers nothing';
    readonly REMOTE_CODE: 'an interpreter would run what the network sends';
    readonly FILE_IN_SCOPE: 'every file that the call names is in scope';
    readonly FILE_OUTSIDE: 'a file outside the workspace would be changed, which needs more than the workspace';
    readonly FILE_UNCLEAR: 'the path of a file cannot be read with certainty';
    readonly FILE_GATE: 'a file that decides about calls would be touched';
    readonly FILE_RULE: 'a rule on files covers, or may cover, a file';
    readonly WEB_UNCLEAR: 'an address is not that of a plain public host';
    readonly WEB_DENIED: 'the host is on a list of denied domains';
    readonly WEB_UNLISTED: 'the host is not on the list of allowed domains';
    readonly EFFECT_RULE: 'a rule on effects covers, or may cover, what the call does';
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
    readonly HOOK_ASK: 'a hook wants somebody asked';
    readonly HOOK_DENY: 'a hook refuses the call, or broke';
    readonly LOOP_DETECTED: 'the same call was made again and again with the same result';
    readonly FALLBACK_DENY: 'nobody can be asked, and then it is denied';
    readonly FALLBACK_ALLOW: 'nobody can be asked, and the fallback lets it through';
};
export type ReasonCode = keyof typeof REASON_CODES;

// ../request.d.ts
import type { ExecAsk, ExecHost, ExecSecurity, RequiredPermission } from '@poundlock/spec/vocabulary';
import type { AskFallback } from './decision.ts';
import type { FileAccess } from './files/file-access.ts';
import type { Grant } from './grants/grant.ts';
import type { SessionState } from './session/session-state.ts';
export interface PlannedCommand {
    readonly name: string | null;
    readonly argv: readonly (string | null)[];
    readonly span: readonly [start: number, end: number];
    readonly resolved: string | null;
    readonly real?: string;
    readonly place?: string;
    readonly builtin: boolean;
    readonly readsPipe: boolean;
    readonly environment: readonly string[];
    readonly settings?: readonly string[];
    readonly tool?: true;
    readonly cwd?: string | null;
    readonly script?: string;
    readonly realScript?: string;
    readonly profile?: CommandProfile;
    readonly passive?: boolean;
}
export interface CommandProfile {
    readonly known: boolean;
    readonly code: string | null;
    readonly message: string | null;
    readonly doubt?: string;
    readonly words: readonly (string | null)[] | null;
    readonly effects: readonly PlannedEffect[];
    readonly options?: readonly string[];
    readonly alike?: string;
    readonly hidesOption?: boolean;
    readonly names?: NamesRole;
}
export type NamesRole = 'finds' | 'filters' | 'takes';
export interface PlannedEffect {
    readonly kind: 'file-read' | 'file-write' | 'file-delete' | 'execute' | 'network' | 'environment' | 'process' | 'privilege';
    readonly path: string | null;
    readonly recursive?: true;
    readonly lists?: true;
    readonly pattern?: string;
    readonly origin?: 'argument' | 'workspace' | 'helper' | 'download';
    readonly repository?: boolean;
    readonly sends?: boolean;
}
export interface CommandPlan {
    readonly text: string;
    readonly refusal: {
        readonly code: string;
        readonly message: string;
    } | null;
    readonly complete: boolean;
    readonly onlyScripts?: boolean;
    readonly unresolved: readonly string[];
    readonly commands: readonly PlannedCommand[];
    readonly effects: readonly PlannedEffect[];
    readonly below?: (folder: string) => readonly string[] | null;
}
export interface Containment {
    readonly active: boolean;
    readonly network: 'off' | 'allowlist' | 'on';
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
export interface ServedTool {
    readonly server: string;
    readonly tool: string;
}
export interface PolicyRequest {
    readonly tool: string;
    readonly requiredPermission: RequiredPermission | null;
    readonly served?: ServedTool;
    readonly plan?: CommandPlan;
    readonly containment?: Containment;
    readonly parameters?: {
        readonly host?: ExecHost;
        readonly security?: ExecSecurity;
        readonly ask?: ExecAsk;
        readonly node?: string;
    };
    readonly environment?: readonly string[];
    readonly approvals?: HostApprovals;
    readonly grants?: readonly Grant[];
    readonly files?: readonly FileAccess[];
    readonly urls?: readonly string[];
    readonly provider?: string;
    readonly model?: string;
    readonly session?: SessionState;
    readonly nodes?: readonly string[];
    readonly context: RequestContext;
}

// ../session/session-state.d.ts
import type { ExecAsk, ExecHost, ExecSecurity } from '@poundlock/spec/vocabulary';
export type ElevatedLevel = 'off' | 'on' | 'ask' | 'full';
export declare const ELEVATED_LEVELS: readonly ElevatedLevel[];
export interface Sender {
    readonly provider: string;
    readonly id: string;
}
export interface ExecOverrides {
    readonly host?: ExecHost;
    readonly security?: ExecSecurity;
    readonly ask?: ExecAsk;
    readonly node?: string;
}
export interface SessionState {
    readonly exec?: ExecOverrides;
    readonly elevated?: {
        readonly level: ElevatedLevel;
        readonly sender: Sender;
    };
}

// ../tool-request.d.ts
import { type RequiredPermission } from '@poundlock/spec/vocabulary';
import type { FileAccess } from './files/file-access.ts';
import { type ToolInputs } from './files/named-inputs.ts';
import type { PolicyRequest, RequestContext } from './request.ts';
export interface CallDescription extends Omit<PolicyRequest, 'requiredPermission' | 'context' | 'files' | 'urls'> {
    readonly input?: unknown;
    readonly requiredPermission?: RequiredPermission;
    readonly context?: Partial<RequestContext>;
    readonly inputs?: ToolInputs;
    readonly realPath?: (path: string, access: FileAccess['access']) => string | null;
}
export declare function toolRequest(call: CallDescription): PolicyRequest;

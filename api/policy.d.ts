// The public declarations of @poundlock/policy, written by `pnpm api`.

// index.d.ts
export type { CommandRuleInput, CommandRuleObject, Containment, Denials, FileDenials, HostApprovals, ChooseNode, ChosenNode, PolicyRequest, RequestContext, ServerProgram, } from './model/request.ts';
export { HARMLESS_ENVIRONMENT } from './rules/programs/environment-names.ts';
export type { EffectRuleObject, ExecLayer, PathRules, PolicyLayer, ProvenLevel, RuleInput, SafeBinProfile, } from './model/layer.ts';
export type { Grant } from './model/grant.ts';
export { type Policy, type PolicyOptions, createPolicy } from './evaluate/create-policy.ts';
export type { AskFallback } from './model/ask-fallback.ts';
export type { CommandDecision, ExecSettings, Fix, PolicyDecision, Reason, ReasonEffect, Setting, TraceStep, } from './model/decision.ts';
export { type ExecDocument, type PolicyDocument, policyLayer } from './rules/document/policy-document.ts';
export type { FileAccess } from './model/file-access.ts';
export type { CommandEvaluator } from './evaluate/commands/line-evaluator.ts';
export { callEffects } from './evaluate/needs/call-effects.ts';
export { PolicyError } from './model/policy-error.ts';
export type { ReasonCode } from './model/reason-codes.ts';
export type { CommandPlan, CommandProfile, NamesRole, PlannedCommand, PlannedEffect } from './model/command-plan.ts';
export type { Sender, SessionState } from './model/session-state.ts';
export { TOOL_PROFILES, type ToolProfile } from './model/tool-profiles.ts';
export type { ToolFilter } from './model/tools-layer.ts';
export { toolAccess } from './inputs/tool-access.ts';
export type { ToolInputs } from './inputs/named-inputs.ts';
export { toolRequest, type CallDescription } from './inputs/tool-request.ts';
export { plainReadsBelow } from './evaluate/plain-reads.ts';
export { applyDirective, type DirectiveContext, type DirectiveResult } from './evaluate/session/session-directive.ts';
export { withFallback } from './evaluate/session/with-fallback.ts';
export { REASON_CODES } from './model/reason-codes.ts';
export { readFilePath } from './model/file-access.ts';
export { deletedRoot, normalisePath, shownFiles } from './model/paths.ts';
export { splitModel } from './model/provider-name.ts';
export { sourceAt } from './model/source-at.ts';
export { requestEffects, type PlannedEffects } from './evaluate/effects/evaluate-effect-rules.ts';
export { compileEffectRule, isEffectRule } from './rules/files/effect-rule.ts';
export { pathCoverage } from './rules/files/file-rules.ts';
export { agentKey, expandLayers, namedAgents } from './rules/layers/expand-layers.ts';
export { pathPatternProblem } from './rules/paths/path-pattern.ts';
export { compileToolList, createCatalogue, type ToolCatalogue } from './rules/tools/tool-list.ts';
export { isMeant } from './rules/tools/tool-policy.ts';
export { compileDomains, readWebAddress } from './rules/web/domains.ts';

// evaluate/commands/line-evaluator.d.ts
import type { CommandPlan } from '../../model/command-plan.ts';
import type { CommandDecision, Fix, TraceStep } from '../../model/decision.ts';
import type { PolicyLayer, ProvenLevel } from '../../model/layer.ts';
import type { PolicyRequest } from '../../model/request.ts';
import type { PlannedEffects } from '../effects/evaluate-effect-rules.ts';
import type { FileEvaluation } from '../files/evaluate-files.ts';
export interface CommandEvaluator {
    compile(layers: readonly PolicyLayer[], home: string): LineEvaluator;
}
export interface LineEvaluator {
    effectsOf(plan: CommandPlan): PlannedEffects;
    evaluate(plan: CommandPlan, question: LineContext): LineResult;
}
export interface LineContext {
    readonly request: PolicyRequest;
    readonly evaluation: FileEvaluation;
    readonly contained: boolean;
    readonly offline: boolean;
    readonly hostCounts: boolean;
    readonly environment: readonly string[];
    readonly proven: ProvenLevel;
}
export interface LineResult {
    readonly steps: readonly TraceStep[];
    readonly commands: readonly CommandDecision[];
    readonly covered: boolean;
    readonly misses: readonly string[];
    readonly onlyReads: boolean;
    readonly ruleFixes: (commands: readonly CommandDecision[]) => readonly Fix[];
}
export declare const UNREADABLE = "the command line cannot be read with certainty";
export declare const NOT_EVALUATED: LineResult;

// evaluate/create-policy.d.ts
import type { PermissionMode } from '@poundlock/spec';
import type { ExecSettings, PolicyDecision, Setting } from '../model/decision.ts';
import type { PolicyLayer, ProvenLevel } from '../model/layer.ts';
import type { FileDenials, PolicyRequest } from '../model/request.ts';
import type { Sender } from '../model/session-state.ts';
import { type PolicyDocument } from '../rules/document/policy-document.ts';
import type { FileContext } from '../rules/files/file-context.ts';
import type { ElevatedAnswer } from '../rules/session/elevated-gates.ts';
import type { ListedTool } from '../rules/tools/tool-list.ts';
import type { CommandEvaluator } from './commands/line-evaluator.ts';
export interface Policy {
    decide(request: PolicyRequest): PolicyDecision;
    execSettings(request: PolicyRequest): ExecSettings;
    provenLevel(request: PolicyRequest): ProvenLevel;
    denials(caller: {
        readonly agent: string;
        readonly workspace: string;
    }): FileDenials;
    modes(request: PolicyRequest): readonly Setting<PermissionMode>[];
    fileContext(request: PolicyRequest): FileContext;
    elevated(agent: string, sender: Sender): ElevatedAnswer;
}
export interface PolicyOptions {
    readonly home: string;
    readonly stateDirectory?: string;
    readonly tools?: readonly ListedTool[];
    readonly commands?: CommandEvaluator;
}
export declare function createPolicy(from: PolicyDocument | readonly PolicyLayer[], options: PolicyOptions): Policy;

// evaluate/effects/effect-problem.d.ts
import type { PlannedEffect } from '../../model/command-plan.ts';
import type { ReasonEffect } from '../../model/decision.ts';
import type { ReasonCode } from '../../model/reason-codes.ts';
import type { RequestContext } from '../../model/request.ts';
export interface LineScope {
    readonly context: RequestContext;
    readonly readScope: 'workspace' | 'all';
    readonly protectedPaths: readonly string[];
    readonly allowedPlaces?: (effect: PlannedEffect, workspace: string) => readonly string[];
}
export interface EffectProblem {
    readonly code: ReasonCode;
    readonly message: string;
    readonly effect: ReasonEffect;
    readonly why?: string;
}
export declare function onlyOpensDevice({ kind, path, opens }: PlannedEffect): boolean;
export declare const effectProblem: (effect: PlannedEffect, scope: LineScope) => EffectProblem | null;
export declare const pathProblemOf: (kind: FileEffect, path: string, folded: string, scope: LineScope) => EffectProblem | null;
type FileEffect = 'file-read' | 'file-write' | 'file-delete';
export {};

// evaluate/effects/evaluate-effect-rules.d.ts
import type { CommandPlan, PlannedEffect } from '../../model/command-plan.ts';
import type { TraceStep } from '../../model/decision.ts';
import type { PolicyRequest } from '../../model/request.ts';
import type { EffectRule, ReachesBelow } from '../../rules/files/effect-rule.ts';
export interface PlannedEffects {
    readonly effects: readonly PlannedEffect[];
    readonly known: boolean;
    readonly runsCode: string | null;
    readonly runsUnseen?: string | null;
    readonly below?: CommandPlan['below'];
    readonly reaches?: ReachesBelow;
}
export interface RequestEffects extends PlannedEffects {
    readonly ofCommands: readonly PlannedEffect[];
}
export declare function requestEffects({ files, urls, contacts, contactsUnnamed, context }: PolicyRequest, planned: PlannedEffects): RequestEffects;
export declare function evaluateEffectRules({ effects, ofCommands, known, runsCode, runsUnseen, below, reaches }: RequestEffects, rules: readonly EffectRule[], where: {
    readonly workspace: string;
    readonly offline: boolean;
    readonly asksOnMiss: boolean;
    readonly holds: (rule: EffectRule) => boolean;
}): readonly TraceStep[];

// evaluate/files/evaluate-files.d.ts
import type { TraceStep } from '../../model/decision.ts';
import { type FileAccess } from '../../model/file-access.ts';
import type { FileRules } from '../../rules/files/file-rules.ts';
import type { GateFiles } from '../../rules/files/gate-files.ts';
import { type LineScope } from '../effects/effect-problem.ts';
export interface FileEvaluation {
    readonly scope: LineScope;
    readonly rules: FileRules;
    readonly gates: GateFiles;
}
export interface FilesResult {
    readonly steps: readonly TraceStep[];
    readonly leavesWorkspace: boolean;
}
export declare function evaluateFiles(files: readonly FileAccess[], evaluation: FileEvaluation): FilesResult;
export declare const UNTOUCHED: FilesResult;
export declare const IN_SCOPE: FilesResult;
export declare function evaluateKnown(path: string, folded: string, access: FileAccess['access'], { rules, scope, gates }: FileEvaluation): TraceStep | null;
export declare function evaluateManifest(path: string, folded: string, access: FileAccess['access']): TraceStep | null;
export declare const KINDS: {
    readonly read: 'file-read';
    readonly write: 'file-write';
    readonly delete: 'file-delete';
};

// evaluate/needs/call-effects.d.ts
import type { PlannedEffect } from '../../model/command-plan.ts';
import type { PolicyDecision } from '../../model/decision.ts';
import type { PolicyRequest } from '../../model/request.ts';
export interface CallEffect extends PlannedEffect {
    readonly command?: string | null;
    readonly unknown?: true;
    readonly from?: 'sandbox';
}
export declare function callEffects(request: PolicyRequest, { exec }: Pick<PolicyDecision, 'exec'>): readonly CallEffect[];

// evaluate/plain-reads.d.ts
import type { PolicyRequest } from '../model/request.ts';
import type { Policy } from './create-policy.ts';
export declare function plainReadsBelow(policy: Policy, folder: string, request: PolicyRequest): readonly string[] | null;

// evaluate/session/session-directive.d.ts
import type { ExecSettings } from '../../model/decision.ts';
import { type Sender, type SessionState } from '../../model/session-state.ts';
import type { ElevatedAnswer } from '../../rules/session/elevated-gates.ts';
export interface DirectiveResult {
    readonly ok: boolean;
    readonly refusal?: DirectiveRefusal;
    readonly state: SessionState;
    readonly message: string;
}
export type DirectiveRefusal = 'not-authorised' | 'not-elevated' | 'malformed';
export interface DirectiveContext {
    readonly sender: Sender;
    readonly authorised: boolean;
    readonly settings: ExecSettings;
    readonly settingsIn?: (state: SessionState) => ExecSettings;
    readonly elevated: ElevatedAnswer;
}
export declare function applyDirective(text: string, state: SessionState, context: DirectiveContext): DirectiveResult | null;

// evaluate/session/with-fallback.d.ts
import type { PolicyDecision } from '../../model/decision.ts';
export declare function withFallback(decision: PolicyDecision): PolicyDecision;

// inputs/named-inputs.d.ts
import type { FileAccess } from '../model/file-access.ts';
import type { ServerProgram } from '../model/request.ts';
import { type ToolAccess } from './tool-access.ts';
export type NamedUse = FileAccess['access'] | 'url' | 'command' | 'none';
export interface ToolInputs {
    readonly uses?: Readonly<Record<string, NamedUse>>;
    readonly guess?: 'all' | 'addresses' | 'none';
    readonly onlyReads?: boolean;
    readonly program?: ServerProgram;
    readonly networkUnchanged?: boolean;
    readonly base?: string;
}
export declare function namedAccess(input: unknown, inputs: ToolInputs, rootHas?: RootHas): ToolAccess;
export type RootHas = (name: string) => boolean;

// inputs/tool-access.d.ts
import { type ToolEntry } from '@poundlock/spec';
import type { FileAccess } from '../model/file-access.ts';
export interface ToolAccess {
    readonly files: readonly FileAccess[];
    readonly urls: readonly string[];
    readonly commands?: readonly string[];
}
export declare function toolAccess(tool: string, input: unknown): ToolAccess;
export declare function accessOf(entry: ToolEntry | null, input: unknown): ToolAccess;
export declare const NO_ACCESS: ToolAccess;

// inputs/tool-request.d.ts
import { type RequiredPermission } from '@poundlock/spec';
import type { CommandPlan } from '../model/command-plan.ts';
import type { FileAccess } from '../model/file-access.ts';
import type { PolicyRequest, RequestContext } from '../model/request.ts';
import { type RootHas, type ToolInputs } from './named-inputs.ts';
export interface CallDescription extends Omit<PolicyRequest, 'requiredPermission' | 'context' | 'files' | 'urls' | 'contactsUnnamed' | 'networkUnchanged' | 'innerPlans' | 'program'> {
    readonly input?: unknown;
    readonly requiredPermission?: RequiredPermission;
    readonly context?: Partial<RequestContext>;
    readonly inputs?: ToolInputs;
    readonly planLine?: (line: string, cwd: string) => CommandPlan;
    readonly realPath?: (path: string, access: FileAccess['access']) => string | null;
    readonly rootHas?: RootHas;
}
export declare function toolRequest(call: CallDescription): PolicyRequest;

// model/ask-fallback.d.ts
export declare const ASK_FALLBACKS: readonly AskFallback[];
export declare function stricterFallback(a: AskFallback, b: AskFallback): AskFallback;
export type AskFallback = 'deny' | 'allowlist' | 'full';

// model/command-plan.d.ts
export interface PlannedCommand {
    readonly name: string | null;
    readonly argv: readonly (string | null)[];
    readonly span: readonly [start: number, end: number];
    readonly resolved: string | null;
    readonly real?: string;
    readonly place?: string;
    readonly builtin: boolean;
    readonly readsPipe: boolean;
    readonly last?: true;
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
    readonly openAddresses?: true;
    readonly repository?: string;
    readonly names?: NamesRole;
}
export type NamesRole = 'finds' | 'filters' | 'takes';
export interface PlannedEffect {
    readonly kind: 'file-read' | 'file-write' | 'file-delete' | 'execute' | 'network' | 'environment' | 'process' | 'privilege';
    readonly path: string | null;
    readonly opens?: true;
    readonly recursive?: true;
    readonly lists?: true;
    readonly pattern?: string;
    readonly origin?: 'argument' | 'workspace' | 'helper' | 'download';
    readonly repository?: boolean;
    readonly history?: true;
    readonly sends?: boolean;
    readonly note?: string;
}
export interface CommandPlan {
    readonly text: string;
    readonly refusal: {
        readonly code: string;
        readonly message: string;
        readonly rejected?: true;
    } | null;
    readonly complete: boolean;
    readonly onlyScripts?: boolean;
    readonly unresolved: readonly string[];
    readonly commands: readonly PlannedCommand[];
    readonly effects: readonly PlannedEffect[];
    readonly below?: (folder: string) => readonly string[] | null;
    readonly holdsPassword?: (file: string) => boolean;
}

// model/decision.d.ts
import type { Decision, ExecAsk, ExecHostName, ExecSecurity } from '@poundlock/spec';
import type { AskFallback } from './ask-fallback.ts';
import type { PlannedEffect } from './command-plan.ts';
import type { ReasonCode } from './reason-codes.ts';
export type PolicyStep = 'tool' | 'parameters' | 'environment' | 'files' | 'web' | 'plan' | 'rules' | 'effects' | 'mode' | 'host' | 'hooks' | 'fallback';
export interface Reason {
    readonly code: ReasonCode;
    readonly message: string;
    readonly layer: PolicyStep;
    readonly rule?: string;
    readonly source?: string;
    readonly effect?: ReasonEffect;
}
export type ReasonEffect = Pick<PlannedEffect, 'kind' | 'path'>;
export interface TraceStep extends Reason {
    readonly decision: Decision;
}
export interface Fix {
    readonly message: string;
    readonly key?: string;
    readonly value?: unknown;
    readonly at?: string;
    readonly instead?: true;
}
export interface CommandDecision {
    readonly name: string | null;
    readonly argv: readonly (string | null)[];
    readonly resolved: string | null;
    readonly span: readonly [start: number, end: number];
    readonly decision: Decision;
    readonly rule: string | null;
    readonly granted?: true;
    readonly entry?: number;
    readonly proven?: 'read' | 'write' | 'delete';
}
export interface ExecSettings {
    readonly host: HostSetting;
    readonly security: Setting<ExecSecurity>;
    readonly ask: Setting<ExecAsk>;
    readonly askFallback: Setting<AskFallback>;
    readonly node?: Setting<string>;
}
export interface HostSetting extends Setting<ExecHostName> {
    readonly leaves?: Setting<ExecHostName>;
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

// model/file-access.d.ts
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

// model/grant.d.ts
import type { PlannedEffect } from './command-plan.ts';
export type Grant = LikeGrant | ExactGrant;
export interface GrantedFile {
    readonly path: string;
    readonly hash: string;
}
interface GrantedProgram {
    readonly program: string;
    readonly folder: string;
    readonly environment?: readonly string[];
    readonly files?: readonly GrantedFile[];
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

// model/layer.d.ts
import type { ExecAsk, ExecHostName, ExecSecurity, PermissionMode } from '@poundlock/spec';
import type { AskFallback } from './ask-fallback.ts';
import type { CommandRuleInput } from './request.ts';
import type { ToolsLayer } from './tools-layer.ts';
export interface PolicyLayer {
    readonly name: string;
    readonly mayLoosen: boolean;
    readonly binding?: boolean;
    readonly agent?: string;
    readonly mode?: PermissionMode;
    readonly exec?: ExecLayer;
    readonly tools?: ToolsLayer;
    readonly files?: FilesLayer;
    readonly web?: WebLayer;
    readonly network?: NetworkLayer;
    readonly elevated?: ElevatedLayer;
    readonly agents?: AgentsLayer;
    readonly protectedPaths?: readonly string[];
    readonly locate?: (pointer: string) => string;
}
export interface ExecLayer {
    readonly host?: ExecHostName;
    readonly security?: ExecSecurity;
    readonly ask?: ExecAsk;
    readonly askFallback?: AskFallback;
    readonly node?: string;
    readonly proven?: ProvenLevel;
    readonly allowRules?: readonly RuleInput[];
    readonly askRules?: readonly RuleInput[];
    readonly denyRules?: readonly RuleInput[];
    readonly environment?: readonly string[];
    readonly safeBins?: readonly string[];
    readonly safeBinProfiles?: Readonly<Record<string, SafeBinProfile>>;
}
export declare const PROVEN_LEVELS: readonly ['off', 'read', 'write'];
export type ProvenLevel = (typeof PROVEN_LEVELS)[number];
export type RuleInput = CommandRuleInput | EffectRuleObject;
export interface FilesLayer {
    readonly read?: PathRules;
    readonly write?: PathRules;
    readonly readScope?: 'workspace' | 'all';
}
export interface PathRules {
    readonly allow?: readonly string[];
    readonly ask?: readonly string[];
    readonly deny?: readonly string[];
}
export interface EffectRuleObject {
    readonly effect: string;
    readonly reason?: string;
}
export interface WebLayer {
    readonly allowDomains?: readonly string[];
    readonly denyDomains?: readonly string[];
}
export declare const NETWORK_MODES: readonly ['off', 'allowlist', 'ask', 'on'];
export type NetworkMode = (typeof NETWORK_MODES)[number];
export interface NetworkLayer {
    readonly mode?: NetworkMode;
    readonly egress?: readonly (string | {
        readonly host: string;
    })[];
}
export interface ElevatedLayer {
    readonly enabled?: boolean;
    readonly allowFrom?: Readonly<Record<string, readonly string[]>>;
}
export interface SafeBinProfile {
    readonly minPositional?: number;
    readonly maxPositional?: number;
    readonly allowedFlags?: readonly string[];
    readonly allowedValueFlags?: readonly string[];
    readonly deniedFlags?: readonly string[];
}
export interface AgentsLayer {
    readonly defaults?: AgentLayer;
    readonly list?: readonly (AgentLayer & {
        readonly id: string;
    })[];
}
export interface AgentLayer {
    readonly mode?: PermissionMode;
    readonly exec?: ExecLayer;
    readonly tools?: ToolsLayer;
    readonly elevated?: ElevatedLayer;
    readonly network?: NetworkLayer;
}

// model/paths.d.ts
export declare function normalisePath(path: string): string;
export declare const deletedRoot: (path: string) => string;
export declare const shownFiles: ({ path, pattern }: {
    readonly path: string | null;
    readonly pattern?: string;
}) => string | null;
export declare function foldName(path: string): string;

// model/policy-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export interface PolicyErrorOptions {
    readonly code: 'POLICY_RULE' | 'POLICY_LAYER';
    readonly details: {
        readonly rule?: string;
        readonly source: string;
    };
    readonly remedy: string;
}
export declare class PolicyError extends PoundlockError {
    readonly name = "PolicyError";
    constructor(message: string, options: PolicyErrorOptions);
}
export declare function refuseLayer(source: string, problem: string, remedy: string): never;

// model/provider-name.d.ts
export declare function providerKey(name: string): string;
export declare function modelKey(name: string): string;
export declare function splitModel(name: string): {
    readonly provider: string;
    readonly model: string | null;
};

// model/reason-codes.d.ts
export declare const REASON_CODES: {
    readonly TOOL_KNOWN: 'the tool exists';
    readonly TOOL_UNKNOWN: 'no tool has this name';
    readonly TOOL_PERMITTED: 'every list of tools lets the tool through';
    readonly TOOL_DENIED: 'a list denies the tool';
    readonly TOOL_NOT_ALLOWED: 'the tool is not on a list of allowed tools';
    readonly TOOL_OUTSIDE_PROFILE: 'the tool is not in the tool profile';
    readonly ELEVATED_REFUSED: 'the session is not elevated: a gate is closed';
    readonly ELEVATED_CONSENT: 'the session is fully elevated, which counts as approval';
    readonly PARAMETER_TIGHTENED: 'a parameter of the call is stricter than the configuration and is honoured';
    readonly PARAMETER_REFUSED: 'a parameter of the call is looser than the configuration and is ignored';
    readonly HOST_REFUSED: 'the call asks for a host that the configuration does not allow';
    readonly NODE_OFFLINE: 'the node is not connected, or none is';
    readonly NODE_REFUSED: 'the node does not exist, or the configuration names another one';
    readonly ENVIRONMENT_REFUSED: 'the call sets an environment variable that is not on the list of allowed ones';
    readonly COMMAND_REFUSED: 'the command line cannot be read with certainty';
    readonly COMMAND_INVALID: 'the shell refuses the command line as well: its grammar is wrong, or a quote or a construct has no end';
    readonly COMMAND_CONTROL: 'a command of the line is a directive, or changes what is allowed: only people can give it';
    readonly COMMAND_HIDDEN: 'the command line contains characters that hide or reorder what a person reads';
    readonly COMMAND_UNRESOLVED: 'a part of the command line is only known at run time';
    readonly COMMAND_RESOLVED: 'everything that the command line runs is known';
    readonly RULE_DENY: 'a deny rule covers a command of the line';
    readonly RULE_DENY_POSSIBLE: 'a deny rule may cover a command of the line';
    readonly RULE_ASK: 'an ask rule covers, or may cover, a command of the line';
    readonly RULE_ALLOW: 'allow rules cover every command of the line';
    readonly RULE_PROVEN: 'what no allow rule covers is proven to do no more than needs none';
    readonly RULE_MISS: 'no allow rule covers a command of the line';
    readonly RULE_UNUSABLE: 'a rule of the approvals document is malformed and covers nothing';
    readonly REMOTE_CODE: 'an interpreter would run code from the network';
    readonly FILE_IN_SCOPE: 'every file that the call names is in scope';
    readonly FILE_OUTSIDE: 'the call would change a file outside the workspace, which needs a higher permission';
    readonly FILE_UNCLEAR: 'the path of a file is not clear';
    readonly FILE_GATE: 'the call would touch a file that decides about calls';
    readonly FILE_RULE: 'a rule on files covers, or may cover, a file';
    readonly FILE_RULE_POSSIBLE: 'a rule on files may cover code that was not reviewed, and no sandbox enforces the rule';
    readonly WEB_UNCLEAR: 'the address is not one of a plain public host';
    readonly WEB_DENIED: 'the host is on a list of denied domains';
    readonly WEB_UNLISTED: 'the host is not on the list of allowed domains';
    readonly WEB_OFFLINE: 'the call would contact a host, but commands have no network';
    readonly WEB_UNREACHED: 'the host is not among those that commands can reach';
    readonly EFFECT_RULE: 'a rule on effects covers, or may cover, what the call does';
    readonly SERVER_UNCONTAINED: 'a rule denies what the program of a server could do unseen, and the server runs outside of the sandbox';
    readonly SERVER_UNKEPT: 'a rule denies something that the program of a server can do, and no sandbox enforces the rule';
    readonly EFFECT_OUTSIDE: 'the call would use a file outside the workspace';
    readonly EFFECT_PROTECTED: 'the call would change a protected file';
    readonly EFFECT_UNKNOWN: 'the call would use a file whose name is only known at run time';
    readonly EFFECT_NETWORK: 'the shell itself would contact the network';
    readonly EFFECT_PROCESS: 'the line itself would act on other processes';
    readonly EFFECT_PRIVILEGE: 'the line itself would take more privileges';
    readonly EFFECT_CONTAINED: 'the sandbox contains the effects of the line';
    readonly EFFECT_FREE: 'the line itself writes no file that matters';
    readonly MODE_ALLOW: 'the permission mode allows it';
    readonly MODE_ASK: 'the permission mode asks';
    readonly MODE_DENY: 'the permission mode denies it';
    readonly MODE_CONSENT: 'allow rules that cover the whole line answer for the permission mode, which would ask';
    readonly HOST_SANDBOX: 'the command runs contained, which needs no approval';
    readonly HOST_DENY: 'the host lets nothing run';
    readonly HOST_FULL: 'the host lets everything run';
    readonly HOST_MATCH: 'the host lets through what allow rules cover';
    readonly HOST_MISS: 'the host lets through only what allow rules cover';
    readonly HOST_ALWAYS: 'the host asks for every command';
    readonly NEEDS_EFFECT: 'what a command or tool would do, and to what; it decides nothing';
    readonly NEEDS_UNKNOWN: 'it is not known what a command would do: it can be anything';
    readonly NEEDS_NETWORK: 'the sandbox of the command has an open network';
    readonly NEEDS_UNCONTAINED: 'no sandbox confines the command';
    readonly NEEDS_TOOL: 'the input does not say what the tool would do';
    readonly NEEDS_MORE: 'there are more effects than the reasons list';
    readonly HOOK_ASK: 'a hook asks for approval';
    readonly HOOK_DENY: 'a hook denies the call, or failed';
    readonly DECISION_TOO_COSTLY: 'the rules and the call are so large that a decision would take too long';
    readonly LOOP_DETECTED: 'the same call gave the same result too often';
    readonly FALLBACK_DENY: 'no approver is available, and the fallback denies it';
    readonly FALLBACK_ALLOW: 'no approver is available, and the fallback allows it';
};
export type ReasonCode = keyof typeof REASON_CODES;

// model/request.d.ts
import type { ExecAsk, ExecHostName, ExecSecurity, RequiredPermission } from '@poundlock/spec';
import type { AskFallback } from './ask-fallback.ts';
import type { CommandPlan } from './command-plan.ts';
import type { FileAccess } from './file-access.ts';
import type { Grant } from './grant.ts';
import type { SessionState } from './session-state.ts';
export interface Containment {
    readonly active: boolean;
    readonly network: 'off' | 'allowlist' | 'on';
    readonly asksHosts?: true;
    readonly workspaceOnly: boolean;
    readonly denied?: Denials;
    readonly unkept?: Readonly<Record<string, string>>;
}
export type ChosenNode = {
    readonly node: string;
} | {
    readonly code: 'NODE_REFUSED' | 'NODE_OFFLINE';
    readonly problem: string;
};
export type ChooseNode = (choice: {
    readonly wanted?: string;
    readonly bound?: string;
}) => ChosenNode;
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
    readonly asWritten?: boolean;
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
    readonly readable?: readonly string[];
    readonly recoverable?: readonly string[];
}
export interface ServedTool {
    readonly server: string;
    readonly tool: string;
}
export type ServerProgram = 'uncontained' | 'contained' | 'offline' | 'elsewhere';
export interface PolicyRequest {
    readonly tool: string;
    readonly requiredPermission: RequiredPermission | null;
    readonly served?: ServedTool;
    readonly program?: ServerProgram;
    readonly plan?: CommandPlan;
    readonly innerPlans?: readonly CommandPlan[];
    readonly containment?: Containment;
    readonly parameters?: {
        readonly host?: ExecHostName;
        readonly security?: ExecSecurity;
        readonly ask?: ExecAsk;
        readonly node?: string;
    };
    readonly environment?: readonly string[];
    readonly approvals?: HostApprovals;
    readonly grants?: readonly Grant[];
    readonly files?: readonly FileAccess[];
    readonly urls?: readonly string[];
    readonly contacts?: readonly string[];
    readonly contactsUnnamed?: true;
    readonly networkUnchanged?: true;
    readonly provider?: string;
    readonly model?: string;
    readonly session?: SessionState;
    readonly nodes?: readonly string[];
    readonly chooseNode?: ChooseNode;
    readonly context: RequestContext;
}
export interface Denials {
    readonly read: readonly string[];
    readonly write: readonly string[];
}
export interface FileDenials extends Denials {
    readonly ask: Denials;
}

// model/session-state.d.ts
import type { ExecAsk, ExecHostName, ExecSecurity } from '@poundlock/spec';
export type ElevatedLevel = 'off' | 'on' | 'ask' | 'full';
export declare const ELEVATED_LEVELS: readonly ElevatedLevel[];
export interface Sender {
    readonly provider: string;
    readonly id: string;
}
export interface ExecOverrides {
    readonly host?: ExecHostName;
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

// model/source-at.d.ts
import type { PolicyLayer } from './layer.ts';
export declare const sourceAt: ({ locate, name }: Pick<PolicyLayer, 'locate' | 'name'>, pointer: string) => string;

// model/tool-profiles.d.ts
export type ToolProfile = 'minimal' | 'coding' | 'messaging' | 'full';
export declare const TOOL_PROFILES: Readonly<Record<ToolProfile, readonly string[]>>;

// model/tools-layer.d.ts
import type { ToolProfile } from './tool-profiles.ts';
export interface ToolFilter {
    readonly profile?: ToolProfile;
    readonly allow?: readonly string[];
    readonly deny?: readonly string[];
}
export interface ToolsLayer extends ToolFilter {
    readonly byProvider?: Readonly<Record<string, ToolFilter>>;
    readonly sandbox?: {
        readonly tools?: Omit<ToolFilter, 'profile'>;
    };
}

// rules/document/policy-document.d.ts
import type { ExecAsk, PermissionMode } from '@poundlock/spec';
import type { ElevatedLayer, ExecLayer, FilesLayer, NetworkLayer, NetworkMode, PolicyLayer, RuleInput, WebLayer } from '../../model/layer.ts';
import type { ToolsLayer } from '../../model/tools-layer.ts';
export interface PolicyDocument {
    readonly mode?: PermissionMode;
    readonly tools?: ToolsDocument;
    readonly agents?: {
        readonly defaults?: AgentDocument;
        readonly list?: readonly (AgentDocument & {
            readonly id: string;
        })[];
    };
    readonly sandbox?: SandboxDocument & {
        readonly protectedPaths?: readonly string[];
    };
}
export interface SandboxDocument {
    readonly network?: NetworkMode;
    readonly egress?: NonNullable<NetworkLayer['egress']>;
}
export interface AgentDocument {
    readonly mode?: PermissionMode;
    readonly tools?: Omit<ToolsDocument, 'fs' | 'web'>;
    readonly sandbox?: SandboxDocument;
}
export interface ToolsDocument extends ToolsLayer {
    readonly exec?: ExecDocument;
    readonly fs?: FilesLayer & {
        readonly protectedPaths?: readonly string[];
    };
    readonly web?: WebLayer;
    readonly elevated?: ElevatedLayer;
}
export interface ExecDocument extends Omit<ExecLayer, 'ask' | 'allowRules' | 'askRules' | 'denyRules'> {
    readonly ask?: ExecAsk | readonly RuleInput[];
    readonly askMode?: ExecAsk;
    readonly allow?: readonly RuleInput[];
    readonly deny?: readonly RuleInput[];
}
export declare function policyLayer(document: PolicyDocument, source: Pick<PolicyLayer, 'name' | 'mayLoosen' | 'binding' | 'locate'>): PolicyLayer;

// rules/files/effect-rule.d.ts
import { type Decision } from '@poundlock/spec';
import type { CommandPlan, PlannedEffect } from '../../model/command-plan.ts';
import type { EffectRuleObject } from '../../model/layer.ts';
export interface EffectContext {
    readonly home: string;
    readonly workspace: string;
    readonly below?: CommandPlan['below'];
}
export type ReachesBelow = (rule: {
    readonly text: string;
    readonly covers: (path: string, workspace: string) => boolean;
}, effect: PlannedEffect, where: EffectContext) => boolean;
export interface EffectRule {
    readonly action: Decision;
    readonly text: string;
    readonly reason: string | null;
    readonly source: string;
    readonly kinds: ReadonlySet<PlannedEffect['kind']>;
    readonly name: string;
    readonly place: string | null;
    covers(effect: PlannedEffect, workspace: string): 'yes' | 'maybe' | 'no';
    coversBelow(effect: PlannedEffect, where: Omit<EffectContext, 'home'>, reaches: ReachesBelow): boolean;
    reaches(workspace: string, offline: boolean): boolean;
}
export declare function isEffectRule(input: unknown): input is string | EffectRuleObject;
export declare function compileEffectRule(input: string | EffectRuleObject, action: Decision, source: string, home: string): EffectRule;

// rules/files/file-context.d.ts
import type { FileRules } from './file-rules.ts';
import type { GateFiles } from './gate-files.ts';
export interface FileContext {
    readonly readScope: 'workspace' | 'all';
    readonly rules: FileRules;
    readonly gates: GateFiles;
    readonly hasEffectRules: boolean;
}

// rules/files/file-rules.d.ts
import { type Decision } from '@poundlock/spec';
import type { PolicyLayer } from '../../model/layer.ts';
export interface PathRule {
    readonly action: Decision;
    readonly access: 'read' | 'write';
    readonly text: string;
    readonly source: string;
}
export interface FileRules {
    readonly home: string;
    find(path: string, access: 'read' | 'write', workspace: string): PathRule | null;
    of(access: 'read' | 'write'): readonly CompiledRule[];
    hasRulesOn(access: 'read' | 'write'): boolean;
    strictestOf(access: 'read' | 'write'): PathRule | null;
}
export interface CompiledRule extends PathRule {
    readonly covers: (path: string, workspace: string) => boolean;
}
export declare function compileFileRules(layers: readonly PolicyLayer[], home: string): FileRules;
export declare const PLAIN_PATTERN: RegExp;
export declare const folderOf: (path: string) => string;
export declare function pathOfRule(text: string, home: string, workspace: string): string;
export declare function pathCoverage(pattern: string, folds: boolean, home: string): (path: string, workspace: string) => boolean;

// rules/files/gate-files.d.ts
export declare const GATE_FILE_NAMES: readonly string[];
export interface GateFiles {
    covers(folded: string, access: 'read' | 'write' | 'delete', home: string): boolean;
    placesOf(home: string): readonly string[];
}
export declare function compileGateFiles(stateDirectory: string | undefined): GateFiles;

// rules/layers/expand-layers.d.ts
import type { PolicyLayer } from '../../model/layer.ts';
export declare const agentKey: (id: string) => string;
export declare function namedAgents(layers: readonly PolicyLayer[]): ReadonlySet<string>;
export declare function expandLayers(layers: readonly PolicyLayer[], agent: string): readonly PolicyLayer[];

// rules/paths/path-pattern.d.ts
export type PathToken = {
    readonly kind: 'literal';
    readonly character: string;
} | {
    readonly kind: Wildcard;
};
type Wildcard = 'one' | 'within' | 'across' | 'folders' | 'in-folders';
export declare function compilePathPattern(pattern: string, home: string): (path: string) => boolean;
export declare function pathTokens(pattern: string, home: string): readonly PathToken[];
export declare function pathPatternProblem(pattern: string): string | null;
export declare const literals: (text: string) => PathToken[];
export {};

// rules/programs/environment-names.d.ts
export declare const HARMLESS_ENVIRONMENT: readonly string[];
export declare function isListed(name: string, list: readonly string[]): boolean;

// rules/session/elevated-gates.d.ts
import type { PolicyLayer } from '../../model/layer.ts';
import type { Sender } from '../../model/session-state.ts';
export type ElevatedAnswer = {
    readonly available: true;
} | {
    readonly available: false;
    readonly gate: 'enabled' | 'allowFrom' | 'sandbox';
    readonly key: string;
    readonly source: string;
    readonly message: string;
};
type Layer = Pick<PolicyLayer, 'name' | 'mayLoosen' | 'elevated' | 'exec' | 'locate'>;
export declare function askElevatedGates(owners: readonly Layer[], others: readonly (Layer & {
    readonly prefix: string;
})[], sender: Sender): ElevatedAnswer;
export {};

// rules/tools/tool-list.d.ts
import type { ServedTool } from '../../model/request.ts';
export interface ListedTool {
    readonly name: string;
    readonly aliases?: readonly string[];
    readonly groups?: readonly string[];
}
export interface ToolCatalogue {
    readonly tools: readonly ListedTool[];
    find(name: string): ListedTool | null;
}
export declare function createCatalogue(added?: readonly ListedTool[]): ToolCatalogue;
export interface ToolList {
    entryFor(name: string, served?: ServedTool): {
        readonly text: string;
        readonly index: number;
    } | null;
}
export declare function compileToolList(entries: readonly string[], action: 'allow' | 'deny', catalogue: ToolCatalogue, locate: (index: number) => string): ToolList;

// rules/tools/tool-policy.d.ts
import type { TraceStep } from '../../model/decision.ts';
import type { PolicyLayer } from '../../model/layer.ts';
import { splitModel } from '../../model/provider-name.ts';
import type { ServedTool } from '../../model/request.ts';
import { type ToolCatalogue } from './tool-list.ts';
export interface ToolCaller {
    readonly provider: string | undefined;
    readonly model: string | undefined;
    readonly sandboxed: boolean;
    readonly served: ServedTool | undefined;
}
export interface ToolPolicy {
    readonly callersCount: boolean;
    evaluate(tool: string, caller: ToolCaller): readonly TraceStep[];
}
export declare function compileToolPolicy(layers: readonly PolicyLayer[], catalogue: ToolCatalogue): ToolPolicy;
export declare function isMeant(wanted: ReturnType<typeof splitModel>, { provider, model }: Pick<ToolCaller, 'provider' | 'model'>): boolean;

// rules/web/domains.d.ts
export declare function compileDomains(patterns: readonly string[], action: 'allow' | 'ask' | 'deny'): (host: string) => number;
export declare const domainKey: (host: string) => string;
export declare const isNearName: (name: string) => boolean;
export interface WebLocation {
    readonly host: string;
    readonly port: number;
}
export declare function hostAndPort(text: string): WebLocation;
export declare function readWebAddress(text: string): WebLocation | {
    readonly problem: string;
};

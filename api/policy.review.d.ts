// The public declarations of @poundlock/policy/review, written by `pnpm api`.

// index.d.ts
export { REASON_CODES } from '../reason-codes.ts';
export { implies, type Implication, type ImpliesOptions } from './implies.ts';
export { lintPolicy, type LintFinding } from './lint-policy.ts';
export { replayHistory, type ChangedCall, type RecordedCall, type Replay } from './replay-history.ts';
export { runCases, type CaseResult, type PolicyCase } from './run-cases.ts';
export { suggestRules, type SuggestedRule, type Suggestion } from './suggest-rules.ts';
export { listEntries, type ListedEntry } from './list-entries.ts';
export { listRules, type ListedRule } from './listed-rule.ts';

// ../commands/command-rule.d.ts
import type { CommandRuleInput, PlannedCommand } from '../request.ts';
export type RuleAction = 'allow' | 'ask' | 'deny';
export interface RuleShape {
    covers(command: PlannedCommand): boolean;
    coversReal(command: PlannedCommand): boolean;
    coversScript(command: PlannedCommand): boolean;
    mayCover(command: PlannedCommand): boolean;
}
export interface CommandRule extends RuleShape {
    readonly action: RuleAction;
    readonly text: string;
    readonly only: string | null;
    readonly words: readonly string[];
    readonly takesAny: boolean;
    readonly bindsArguments: boolean;
    readonly reason: string | null;
    readonly source: string;
}
export type RuleFailure = (problem: string, remedy: string) => never;
export declare function compileCommandRule(input: CommandRuleInput, action: RuleAction, source: string, home: string): CommandRule;
export declare const calledNames: (command: PlannedCommand) => readonly string[];

// ../commands/safe-bin-profile.d.ts
export interface SafeBinProfile {
    readonly minPositional?: number;
    readonly maxPositional?: number;
    readonly allowedFlags?: readonly string[];
    readonly allowedValueFlags?: readonly string[];
    readonly deniedFlags?: readonly string[];
}
export declare function fitsProfile(words: readonly string[], profile: SafeBinProfile): boolean;

// ../create-policy.d.ts
import type { ExecSettings, PolicyDecision } from './decision.ts';
import { type PolicyDocument } from './document/policy-document.ts';
import type { FileGround } from './files/file-ground.ts';
import type { PolicyLayer } from './layer.ts';
import type { CommandJudge } from './line-judge.ts';
import type { PolicyRequest } from './request.ts';
import { type ElevatedAnswer } from './session/elevated-gates.ts';
import type { Sender } from './session/session-state.ts';
import { type ListedTool } from './tools/tool-list.ts';
export interface Policy {
    decide(request: PolicyRequest): PolicyDecision;
    execSettings(request: PolicyRequest): ExecSettings;
    fileGround(request: PolicyRequest): FileGround;
    elevated(agent: string, sender: Sender): ElevatedAnswer;
}
export interface PolicyOptions {
    readonly home: string;
    readonly stateDirectory?: string;
    readonly tools?: readonly ListedTool[];
    readonly commands?: CommandJudge;
}
export declare function createPolicy(from: PolicyDocument | readonly PolicyLayer[], options: PolicyOptions): Policy;

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

// ../document/policy-document.d.ts
import type { ExecAsk, ExecHost, ExecSecurity, PermissionMode } from '@poundlock/spec/vocabulary';
import type { SafeBinProfile } from '../commands/safe-bin-profile.ts';
import type { AskFallback } from '../decision.ts';
import type { FilesLayer, PolicyLayer, RuleInput } from '../layer.ts';
import type { ElevatedLayer } from '../session/elevated-gates.ts';
import type { ToolsLayer } from '../tools/tools-layer.ts';
import type { WebLayer } from '../web/judge-web.ts';
export interface PolicyDocument {
    readonly mode?: PermissionMode;
    readonly tools?: ToolsDocument;
    readonly agents?: {
        readonly defaults?: AgentDocument;
        readonly list?: readonly (AgentDocument & {
            readonly id: string;
        })[];
    };
    readonly sandbox?: {
        readonly protectedPaths?: readonly string[];
    };
}
export interface AgentDocument {
    readonly mode?: PermissionMode;
    readonly tools?: Omit<ToolsDocument, 'fs' | 'web'>;
}
export interface ToolsDocument extends ToolsLayer {
    readonly exec?: ExecDocument;
    readonly fs?: FilesLayer & {
        readonly protectedPaths?: readonly string[];
    };
    readonly web?: WebLayer;
    readonly elevated?: ElevatedLayer;
}
export interface ExecDocument {
    readonly host?: ExecHost;
    readonly security?: ExecSecurity;
    readonly ask?: ExecAsk | readonly RuleInput[];
    readonly askMode?: ExecAsk;
    readonly askFallback?: AskFallback;
    readonly node?: string;
    readonly allow?: readonly RuleInput[];
    readonly deny?: readonly RuleInput[];
    readonly environment?: readonly string[];
    readonly safeBins?: readonly string[];
    readonly safeBinProfiles?: Readonly<Record<string, SafeBinProfile>>;
}
export declare function policyLayer(document: PolicyDocument, source: Pick<PolicyLayer, 'name' | 'mayLoosen' | 'binding' | 'locate'>): PolicyLayer;

// ../files/effect-rule.d.ts
import { type Decision } from '@poundlock/spec/vocabulary';
import type { CommandPlan, PlannedEffect } from '../request.ts';
export interface EffectRuleObject {
    readonly effect: string;
    readonly reason?: string;
}
export interface Surroundings {
    readonly home: string;
    readonly workspace: string;
    readonly below?: CommandPlan['below'];
}
export type ReachesBelow = (rule: {
    readonly text: string;
    readonly covers: (path: string, workspace: string) => boolean;
}, effect: PlannedEffect, where: Surroundings) => boolean;
export interface EffectRule {
    readonly action: Decision;
    readonly text: string;
    readonly reason: string | null;
    readonly source: string;
    readonly kinds: ReadonlySet<PlannedEffect['kind']>;
    covers(effect: PlannedEffect, workspace: string): 'yes' | 'maybe' | 'no';
    coversBelow(effect: PlannedEffect, where: Omit<Surroundings, 'home'>, reaches: ReachesBelow): boolean;
    reaches(workspace: string, offline: boolean): boolean;
}
export declare function isEffectRule(input: unknown): input is string | EffectRuleObject;
export declare function compileEffectRule(input: string | EffectRuleObject, action: Decision, source: string, home: string): EffectRule;

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

// ../files/file-ground.d.ts
import type { FileRules } from './file-rules.ts';
import type { GateFiles } from './gate-files.ts';
export interface FileGround {
    readonly readScope: 'workspace' | 'all';
    readonly rules: FileRules;
    readonly gates: GateFiles;
    readonly hasEffectRules: boolean;
}

// ../files/file-rules.d.ts
import { type Decision } from '@poundlock/spec/vocabulary';
import type { PolicyLayer } from '../layer.ts';
export interface PathRules {
    readonly allow?: readonly string[];
    readonly ask?: readonly string[];
    readonly deny?: readonly string[];
}
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
    speaksOf(access: 'read' | 'write'): boolean;
    strictestOf(access: 'read' | 'write'): PathRule | null;
}
export interface CompiledRule extends PathRule {
    readonly covers: (path: string, workspace: string) => boolean;
}
export declare function compileFileRules(layers: readonly PolicyLayer[], home: string): FileRules;
export declare const PLAIN_PATTERN: RegExp;
export declare const folderOf: (path: string) => string;
export declare function placeOfRule(text: string, home: string, workspace: string): string;
export declare function pathCoverage(pattern: string, folds: boolean, home: string): (path: string, workspace: string) => boolean;

// ../files/gate-files.d.ts
export declare const GATE_FILE_NAMES: readonly string[];
export interface GateFiles {
    covers(folded: string, access: 'read' | 'write' | 'delete', home: string): boolean;
    placesOf(home: string): readonly string[];
}
export declare function compileGateFiles(stateDirectory: string | undefined): GateFiles;

// ../files/judge-effect-rules.d.ts
import type { TraceStep } from '../decision.ts';
import type { CommandPlan, PlannedEffect, PolicyRequest } from '../request.ts';
import type { EffectRule, ReachesBelow } from './effect-rule.ts';
export interface PlannedEffects {
    readonly effects: readonly PlannedEffect[];
    readonly known: boolean;
    readonly runsCode: string | null;
    readonly below?: CommandPlan['below'];
    readonly reaches?: ReachesBelow;
}
export interface RequestEffects extends PlannedEffects {
    readonly ofCommands: readonly PlannedEffect[];
}
export declare function requestEffects({ files, urls, context }: PolicyRequest, planned: PlannedEffects): RequestEffects;
export declare function judgeEffectRules({ effects, ofCommands, known, runsCode, below, reaches }: RequestEffects, rules: readonly EffectRule[], where: {
    readonly workspace: string;
    readonly offline: boolean;
    readonly asksOnMiss: boolean;
}): readonly TraceStep[];

// ../files/judge-files.d.ts
import type { TraceStep } from '../decision.ts';
import { type Scope } from '../judges/effect-problem.ts';
import { type FileAccess } from './file-access.ts';
import type { FileRules } from './file-rules.ts';
import type { GateFiles } from './gate-files.ts';
export interface FileJudgement {
    readonly scope: Scope;
    readonly rules: FileRules;
    readonly gates: GateFiles;
}
export interface FilesVerdict {
    readonly steps: readonly TraceStep[];
    readonly leavesWorkspace: boolean;
}
export declare function judgeFiles(files: readonly FileAccess[], judgement: FileJudgement): FilesVerdict;
export declare const UNTOUCHED: FilesVerdict;
export declare const IN_SCOPE: FilesVerdict;
export declare function judgeKnown(path: string, folded: string, access: FileAccess['access'], { rules, scope, gates }: FileJudgement): TraceStep | null;
export declare function judgeManifest(path: string, folded: string, access: FileAccess['access']): TraceStep | null;

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

// ../judges/effect-problem.d.ts
import type { ReasonCode } from '../reason-codes.ts';
import type { PlannedEffect, RequestContext } from '../request.ts';
export interface Scope {
    readonly context: RequestContext;
    readonly readScope: 'workspace' | 'all';
    readonly protectedPaths: readonly string[];
    readonly allows?: (effect: PlannedEffect, workspace: string) => boolean;
}
export interface EffectProblem {
    readonly code: ReasonCode;
    readonly message: string;
}
export declare function effectProblem(effect: PlannedEffect, scope: Scope): EffectProblem | null;
export declare function placeProblem(kind: FileEffect, path: string, folded: string, scope: Scope): EffectProblem | null;
type FileEffect = 'file-read' | 'file-write' | 'file-delete';
export {};

// ../layer.d.ts
import type { ExecAsk, ExecHost, ExecSecurity, PermissionMode } from '@poundlock/spec/vocabulary';
import type { SafeBinProfile } from './commands/safe-bin-profile.ts';
import type { AskFallback } from './decision.ts';
import type { EffectRuleObject } from './files/effect-rule.ts';
import type { PathRules } from './files/file-rules.ts';
import type { AgentsLayer } from './layers/expand-layers.ts';
import type { CommandRuleInput } from './request.ts';
import type { ElevatedLayer } from './session/elevated-gates.ts';
import type { ToolsLayer } from './tools/tools-layer.ts';
import type { WebLayer } from './web/judge-web.ts';
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
    readonly elevated?: ElevatedLayer;
    readonly agents?: AgentsLayer;
    readonly protectedPaths?: readonly string[];
    readonly locate?: (pointer: string) => string;
}
export interface ExecLayer {
    readonly host?: ExecHost;
    readonly security?: ExecSecurity;
    readonly ask?: ExecAsk;
    readonly askFallback?: AskFallback;
    readonly node?: string;
    readonly allowRules?: readonly RuleInput[];
    readonly askRules?: readonly RuleInput[];
    readonly denyRules?: readonly RuleInput[];
    readonly environment?: readonly string[];
    readonly safeBins?: readonly string[];
    readonly safeBinProfiles?: Readonly<Record<string, SafeBinProfile>>;
}
export type RuleInput = CommandRuleInput | EffectRuleObject;
export interface FilesLayer {
    readonly read?: PathRules;
    readonly write?: PathRules;
    readonly readScope?: 'workspace' | 'all';
}

// ../layers/expand-layers.d.ts
import type { PermissionMode } from '@poundlock/spec/vocabulary';
import type { ExecLayer, PolicyLayer } from '../layer.ts';
import type { ElevatedLayer } from '../session/elevated-gates.ts';
import type { ToolsLayer } from '../tools/tools-layer.ts';
export interface AgentLayer {
    readonly mode?: PermissionMode;
    readonly exec?: ExecLayer;
    readonly tools?: ToolsLayer;
    readonly elevated?: ElevatedLayer;
}
export interface AgentsLayer {
    readonly defaults?: AgentLayer;
    readonly list?: readonly (AgentLayer & {
        readonly id: string;
    })[];
}
export declare const agentKey: (id: string) => string;
export declare function namedAgents(layers: readonly PolicyLayer[]): ReadonlySet<string>;
export declare function expandLayers(layers: readonly PolicyLayer[], agent: string): readonly PolicyLayer[];

// ../line-judge.d.ts
import type { CommandDecision, Fix, TraceStep } from './decision.ts';
import type { PlannedEffects } from './files/judge-effect-rules.ts';
import type { FileJudgement } from './files/judge-files.ts';
import type { PolicyLayer } from './layer.ts';
import type { CommandPlan, PolicyRequest } from './request.ts';
export interface CommandJudge {
    compile(layers: readonly PolicyLayer[], home: string): LineJudge;
}
export interface LineJudge {
    effectsOf(plan: CommandPlan): PlannedEffects;
    judge(plan: CommandPlan, question: LineQuestion): LineVerdict;
}
export interface LineQuestion {
    readonly request: PolicyRequest;
    readonly judgement: FileJudgement;
    readonly offline: boolean;
    readonly hostCounts: boolean;
    readonly environment: readonly string[];
}
export interface LineVerdict {
    readonly steps: readonly TraceStep[];
    readonly commands: readonly CommandDecision[];
    readonly covered: boolean;
    readonly misses: readonly string[];
    readonly onlyReads: boolean;
    readonly ruleFixes: (commands: readonly CommandDecision[]) => readonly Fix[];
}
export declare const UNREADABLE = "the command line cannot be read with certainty";
export declare const UNJUDGED: LineVerdict;

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

// implies.d.ts
import type { PolicyOptions } from '../create-policy.ts';
import type { PolicyDecision } from '../decision.ts';
import type { PolicyLayer } from '../layer.ts';
import type { PlannedCommand, PolicyRequest } from '../request.ts';
export type Implication = {
    readonly answer: 'yes';
}
 | {
    readonly answer: 'no';
    readonly request: PolicyRequest;
    readonly decision: PolicyDecision;
}
 | {
    readonly answer: 'unknown';
    readonly gaps: readonly string[];
};
export interface ImpliesOptions extends PolicyOptions {
    readonly workspace: string;
    readonly runsCode?: (command: PlannedCommand) => boolean;
}
export declare function implies(first: readonly PolicyLayer[], second: readonly PolicyLayer[], options: ImpliesOptions): Implication;

// lint-policy.d.ts
import type { PolicyOptions } from '../create-policy.ts';
import type { PolicyLayer } from '../layer.ts';
import type { PolicyRequest } from '../request.ts';
export interface LintFinding {
    readonly code: 'shadowed' | 'unreachable' | 'contradictory' | 'over-broad' | 'runs-code' | 'ignored' | 'unused';
    readonly severity: 'warning' | 'note';
    readonly message: string;
    readonly rule: string;
    readonly source: string;
}
export declare function lintPolicy(layers: readonly PolicyLayer[], options: Pick<PolicyOptions, 'home'>, history?: readonly PolicyRequest[]): readonly LintFinding[];

// list-entries.d.ts
import type { PolicyLayer } from '../layer.ts';
export interface ListedEntry {
    readonly key: string;
    readonly value: string;
    readonly source: string;
    readonly counts: boolean;
}
export declare function listEntries(layers: readonly PolicyLayer[], agent?: string): readonly ListedEntry[];

// listed-rule.d.ts
import { type CommandRule, type RuleAction } from '../commands/command-rule.ts';
import type { PolicyLayer } from '../layer.ts';
export interface ListedRule {
    readonly rule: CommandRule;
    readonly action: RuleAction;
    readonly layer: PolicyLayer;
    readonly words: readonly string[];
    readonly hasArguments: boolean;
}
export declare function listRules(layers: readonly PolicyLayer[], home: string, agent?: string): readonly ListedRule[];

// replay-history.d.ts
import type { Decision } from '@poundlock/spec/vocabulary';
import type { Policy } from '../create-policy.ts';
import type { PolicyRequest } from '../request.ts';
export interface RecordedCall {
    readonly decision: Decision;
    readonly answer?: 'allow' | 'deny';
    readonly request: PolicyRequest;
}
export interface ChangedCall {
    readonly call: RecordedCall;
    readonly before: Decision;
    readonly after: Decision;
}
export interface Replay {
    readonly total: number;
    readonly newlyAllowed: readonly ChangedCall[];
    readonly newlyAsked: readonly ChangedCall[];
    readonly newlyDenied: readonly ChangedCall[];
    readonly promptsBefore: number;
    readonly promptsAfter: number;
}
export declare function replayHistory(history: readonly RecordedCall[], policy: Policy): Replay;

// run-cases.d.ts
import type { Decision } from '@poundlock/spec/vocabulary';
import type { Policy } from '../create-policy.ts';
import type { PolicyDecision } from '../decision.ts';
import type { PolicyRequest } from '../request.ts';
export interface PolicyCase {
    readonly command?: string;
    readonly tool?: string;
    readonly input?: unknown;
    readonly agent?: string;
    readonly cwd?: string;
    readonly expect: Decision;
    readonly code?: string;
    readonly why?: string;
}
export interface CaseResult {
    readonly case: PolicyCase;
    readonly passed: boolean;
    readonly decision: PolicyDecision;
    readonly problem: string | null;
}
export declare function runCases(policy: Policy, cases: readonly PolicyCase[], requestFor: (from: PolicyCase) => PolicyRequest): readonly CaseResult[];

// suggest-rules.d.ts
import type { PolicyOptions } from '../create-policy.ts';
import type { PolicyLayer } from '../layer.ts';
import type { RecordedCall } from './replay-history.ts';
export interface SuggestedRule {
    readonly key: 'tools.exec.allow' | 'tools.fs.read.allow' | 'tools.web.allowDomains';
    readonly rule: string;
    readonly silences: number;
}
export interface Suggestion {
    readonly rules: readonly SuggestedRule[];
    readonly promptsBefore: number;
    readonly promptsAfter: number;
}
export declare function suggestRules(history: readonly RecordedCall[], layers: readonly PolicyLayer[], options: PolicyOptions): Suggestion;

// ../session/elevated-gates.d.ts
import type { PolicyLayer } from '../layer.ts';
import type { Sender } from './session-state.ts';
export interface ElevatedLayer {
    readonly enabled?: boolean;
    readonly allowFrom?: Readonly<Record<string, readonly string[]>>;
}
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

// ../tools/tool-list.d.ts
import type { ServedTool } from '../request.ts';
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

// ../tools/tool-profiles.d.ts
export type ToolProfile = 'minimal' | 'coding' | 'messaging' | 'full';
export declare const TOOL_PROFILES: Readonly<Record<ToolProfile, readonly string[]>>;

// ../tools/tools-layer.d.ts
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

// ../web/judge-web.d.ts
import type { TraceStep } from '../decision.ts';
import type { PolicyLayer } from '../layer.ts';
export interface WebLayer {
    readonly allowDomains?: readonly string[];
    readonly denyDomains?: readonly string[];
}
export declare function compileWeb(layers: readonly PolicyLayer[]): (urls: readonly string[]) => readonly TraceStep[];

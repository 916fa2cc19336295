// The public declarations of @poundlock/policy/commands, written by `pnpm api`.

// commands.d.ts
export { commandEvaluator } from './evaluate/commands/command-evaluator.ts';
export { deriveExactGrant, deriveGrant, grantCovers } from './rules/grants/derive-grant.ts';
export type { GrantOffer } from './model/grant.ts';
export { isSecretPath, namesSecret } from './evaluate/commands/names-secret.ts';
export { takenPaths } from './evaluate/commands/taken-paths.ts';
export { effectsOf } from './evaluate/commands/effects-of.ts';
export { compileCommandRule, type CommandRule } from './rules/commands/command-rule.ts';
export { narrowRulesOfLine, taskRulesOfLine, unknownTask } from './rules/commands/narrow-rules.ts';
export type { RuleAction } from './rules/commands/rule-shape.ts';
export { runsOtherCode } from './rules/programs/programs.ts';
export { DEFAULT_SAFE_BINS } from './rules/programs/safe-bins.ts';
export { escapeArguments, literalArguments } from './rules/commands/argument-text.ts';

// evaluate/commands/command-evaluator.d.ts
import type { CommandEvaluator } from './line-evaluator.ts';
export declare const commandEvaluator: CommandEvaluator;

// evaluate/commands/effects-of.d.ts
import type { CommandPlan } from '../../model/command-plan.ts';
import type { PlannedEffects } from '../effects/evaluate-effect-rules.ts';
export declare function effectsOf(plan: CommandPlan): PlannedEffects;

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

// evaluate/commands/names-secret.d.ts
import type { CommandPlan, PlannedCommand } from '../../model/command-plan.ts';
import type { PolicyRequest } from '../../model/request.ts';
import { type LineScope } from '../effects/effect-problem.ts';
type Place = Pick<PolicyRequest['context'], 'home' | 'workspace' | 'cwd'>;
export declare function namesSecret({ plan, files, context }: PolicyRequest, tracked?: boolean): boolean;
export declare function commandNamesSecret(command: PlannedCommand, plan: CommandPlan, context: Place, tracked: boolean): boolean;
export declare function secretsOf(command: PlannedCommand, plan: CommandPlan, context: Place): readonly string[];
export declare const handsSecret: ({ effects, holdsPassword }: CommandPlan, scope: LineScope) => boolean;
export declare const namesFile: (path: string, { context, allowedPlaces }: LineScope) => boolean;
export declare const isSecretPath: (path: string, { home, workspace }: Pick<PolicyRequest['context'], 'home' | 'workspace'>) => boolean;
export {};

// evaluate/commands/taken-paths.d.ts
import type { PlannedCommand } from '../../model/command-plan.ts';
export declare const takenPaths: (commands: readonly PlannedCommand[], workspace: string) => readonly string[];

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

// rules/commands/argument-text.d.ts
export declare const escapeArguments: (words: readonly string[]) => string;
export declare function literalArguments(pattern: string): readonly string[] | null;

// rules/commands/command-rule.d.ts
import type { PlannedCommand } from '../../model/command-plan.ts';
import type { CommandRuleInput } from '../../model/request.ts';
import type { RuleAction, RuleShape } from './rule-shape.ts';
export interface CommandRule extends RuleShape {
    readonly action: RuleAction;
    readonly text: string;
    readonly only: string | null;
    readonly words: readonly string[];
    readonly takesAny: boolean;
    readonly bindsArguments: boolean;
    readonly reason: string | null;
    readonly source: string;
    readonly entry?: number;
}
export declare function compileCommandRule(input: CommandRuleInput, action: RuleAction, source: string, home: string): CommandRule;
export declare const calledNames: (command: PlannedCommand) => readonly string[];

// rules/commands/narrow-rules.d.ts
import type { PlannedCommand } from '../../model/command-plan.ts';
import type { CommandRuleInput } from '../../model/request.ts';
export declare function narrowRules(command: PlannedCommand, next: PlannedCommand | undefined): readonly CommandRuleInput[];
export declare function narrowRulesOfLine(commands: readonly PlannedCommand[]): readonly (readonly CommandRuleInput[])[];
export declare function taskRulesOfLine(commands: readonly PlannedCommand[], familiar?: ReadonlySet<string>): readonly CommandRuleInput[] | null;
export declare function unknownTask({ name, resolved, argv, profile }: PlannedCommand): string | null;
export declare const projectToolRules: (command: PlannedCommand) => readonly CommandRuleInput[];

// rules/commands/rule-shape.d.ts
import type { PlannedCommand } from '../../model/command-plan.ts';
export type RuleAction = 'allow' | 'ask' | 'deny';
export interface RuleShape {
    covers(command: PlannedCommand): boolean;
    coversReal(command: PlannedCommand): boolean;
    coversScript(command: PlannedCommand): boolean;
    mayCover(command: PlannedCommand): boolean;
}
export type RuleFailure = (problem: string, remedy: string) => never;

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

// rules/grants/derive-grant.d.ts
import type { PlannedCommand } from '../../model/command-plan.ts';
import type { Grant, GrantOffer } from '../../model/grant.ts';
export declare function deriveGrant(command: PlannedCommand, folder: string, cwd?: string, listed?: readonly string[]): GrantOffer;
export declare function deriveExactGrant(command: PlannedCommand, folder: string, cwd?: string, listed?: readonly string[]): GrantOffer;
export declare function grantCovers(grant: Grant, command: PlannedCommand, cwd: string): boolean;

// rules/programs/programs.d.ts
export declare const NETWORK_CLIENTS: ReadonlySet<string>;
export declare function programName(name: string): string;
export declare function runsOtherCode(name: string): boolean;

// rules/programs/safe-bins.d.ts
import type { PlannedCommand } from '../../model/command-plan.ts';
import type { SafeBinProfile } from '../../model/layer.ts';
export declare const DEFAULT_SAFE_BINS: readonly string[];
export declare function isSystemProgram({ name, resolved, real, builtin, tool }: PlannedCommand): boolean;
export interface SafeBins {
    readonly names: readonly string[];
    readonly profiles: ReadonlyMap<string, SafeBinProfile>;
}
export declare function isSafeBin({ name, argv, resolved, real, profile, environment }: PlannedCommand, { names, profiles }: SafeBins): boolean;

// The public declarations of @poundlock/policy-review, written by `pnpm api`.

// index.d.ts
export { type Implication, implies } from './implies.ts';
export { type KnownNames, type KnownServer, serverProblem } from './lint-names.ts';
export type { LintFinding } from './lint-finding.ts';
export { lintPolicy } from './lint-policy.ts';
export { type ChangedCall, type RecordedCall, type Replay, replayHistory } from './replay-history.ts';
export { type CaseResult, type PolicyCase, runCases } from './run-cases.ts';
export { type Learned, type LearnedRule, learnRules, type LearnOptions, type SeenLine } from './learn-rules.ts';
export { type RiskyLine, widestLine, type WidestQuestion } from './riskiest-line.ts';
export type { SuggestedRule } from './rule-candidates.ts';
export { type SuggestOptions, type Suggestion, suggestRules } from './suggest-rules.ts';
export { listEntries } from './list-entries.ts';
export { listRules } from './listed-rule.ts';

// implies.d.ts
import { type PlannedCommand, type PolicyDecision, type PolicyLayer, type PolicyOptions, type PolicyRequest } from '@poundlock/policy';
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

// learn-rules.d.ts
import { type PolicyLayer, type PolicyOptions, type PolicyRequest } from '@poundlock/policy';
import { type RiskyLine } from './riskiest-line.ts';
import { type SuggestedRule } from './rule-candidates.ts';
export interface SeenLine {
    readonly request: PolicyRequest;
    readonly count: number;
    readonly refused: number;
}
export interface LearnedRule extends Omit<SuggestedRule, 'silences'> {
    readonly answers: number;
    readonly riskiest: RiskyLine | null;
}
export interface Learned {
    readonly rules: readonly LearnedRule[];
    readonly calls: number;
    readonly promptsBefore: number;
    readonly promptsAfter: number;
}
export interface LearnOptions extends PolicyOptions {
    readonly requestOf: (line: string) => PolicyRequest;
    readonly most?: number;
}
export declare function learnRules(lines: readonly SeenLine[], layers: readonly PolicyLayer[], options: LearnOptions): Learned;

// lint-finding.d.ts
export interface LintFinding {
    readonly code: 'shadowed' | 'unreachable' | 'contradictory' | 'over-broad' | 'runs-code' | 'ignored' | 'unused' | 'names-nothing' | 'not-kept';
    readonly severity: 'warning' | 'note';
    readonly message: string;
    readonly rule: string;
    readonly source: string;
}

// lint-names.d.ts
import { type PolicyLayer } from '@poundlock/policy';
import type { LintFinding } from './lint-finding.ts';
export interface KnownServer {
    readonly name: string;
    readonly tools: readonly string[] | null;
}
export interface KnownNames {
    readonly servers?: readonly KnownServer[];
    readonly hasProgram?: (name: string) => boolean;
    readonly exists?: (path: string) => boolean;
    readonly workspace?: string;
}
export declare function nameFindings(layers: readonly PolicyLayer[], home: string, known: KnownNames): readonly LintFinding[];
export declare function serverProblem(entry: string, action: 'allow' | 'deny', servers: readonly KnownServer[]): string | null;

// lint-policy.d.ts
import type { PolicyLayer, PolicyOptions, PolicyRequest } from '@poundlock/policy';
import type { LintFinding } from './lint-finding.ts';
import { type KnownNames } from './lint-names.ts';
export interface LintOptions extends Pick<PolicyOptions, 'home'> {
    readonly known?: KnownNames;
}
export declare function lintPolicy(layers: readonly PolicyLayer[], options: LintOptions, history?: readonly PolicyRequest[]): readonly LintFinding[];

// list-entries.d.ts
import { type PolicyLayer } from '@poundlock/policy';
export interface ListedEntry {
    readonly key: string;
    readonly value: string;
    readonly source: string;
    readonly counts: boolean;
}
export declare function listEntries(layers: readonly PolicyLayer[], agent?: string): readonly ListedEntry[];

// listed-rule.d.ts
import { type PolicyLayer } from '@poundlock/policy';
import { type CommandRule, type RuleAction } from '@poundlock/policy/commands';
export interface ListedRule {
    readonly rule: CommandRule;
    readonly action: RuleAction;
    readonly layer: PolicyLayer;
    readonly words: readonly string[];
    readonly hasArguments: boolean;
}
export declare function listRules(layers: readonly PolicyLayer[], home: string, agent?: string): readonly ListedRule[];

// replay-history.d.ts
import type { Policy, PolicyRequest } from '@poundlock/policy';
import type { Decision } from '@poundlock/spec';
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
    readonly newlyAsking: readonly ChangedCall[];
    readonly newlyDenied: readonly ChangedCall[];
    readonly promptsBefore: number;
    readonly promptsAfter: number;
}
export declare function replayHistory(history: readonly RecordedCall[], policy: Policy): Replay;

// riskiest-line.d.ts
import type { PolicyRequest } from '@poundlock/policy';
import { type Candidate } from './rule-candidates.ts';
export interface RiskyLine {
    readonly command: string;
    readonly does: readonly string[];
}
export interface WidestQuestion {
    readonly isAllowed: (request: PolicyRequest) => boolean;
    readonly isAllowedToday: (request: PolicyRequest) => boolean;
    readonly requestOf: (line: string) => PolicyRequest;
    readonly seen: readonly {
        readonly request: PolicyRequest;
    }[];
}
export declare const riskiestLine: ({ rule }: Candidate, question: WidestQuestion) => RiskyLine | null;
export declare const revealsSecret: (rules: readonly Candidate[], { isAllowed, isAllowedToday, requestOf, seen }: WidestQuestion) => boolean;
export declare function widestLine(command: string, { isAllowed, isAllowedToday, requestOf, seen }: WidestQuestion): RiskyLine | null;

// rule-candidates.d.ts
import { type CommandRuleInput, type PolicyLayer, type PolicyRequest } from '@poundlock/policy';
export interface SuggestedRule {
    readonly key: 'tools.exec.allow' | 'tools.fs.read.allow' | 'tools.web.allowDomains';
    readonly rule: CommandRuleInput;
    readonly silences: number;
}
export type Candidate = Pick<SuggestedRule, 'key' | 'rule'>;
export declare const textOf: (rule: CommandRuleInput) => string;
export declare function withRules(layers: readonly PolicyLayer[], rules: readonly Candidate[]): readonly PolicyLayer[];
export declare function effectClasses({ tool, plan, files, urls }: PolicyRequest): readonly string[];
export declare function candidatesOf(calls: readonly {
    readonly request: PolicyRequest;
}[]): readonly (readonly Candidate[])[];

// run-cases.d.ts
import type { Policy, PolicyDecision, PolicyRequest } from '@poundlock/policy';
import type { Decision } from '@poundlock/spec';
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
import type { PolicyLayer, PolicyOptions, PolicyRequest } from '@poundlock/policy';
import type { RecordedCall } from './replay-history.ts';
import { type SuggestedRule } from './rule-candidates.ts';
export interface Suggestion {
    readonly rules: readonly SuggestedRule[];
    readonly promptsBefore: number;
    readonly promptsAfter: number;
}
export interface SuggestOptions extends PolicyOptions {
    readonly requestOf: (line: string) => PolicyRequest;
}
export declare function suggestRules(history: readonly RecordedCall[], layers: readonly PolicyLayer[], options: SuggestOptions): Suggestion;

// The public declarations of @poundlock/approvals, written by `pnpm api`.

// index.d.ts
export { ApprovalsError, type ApprovalsErrorCode } from './approvals-error.ts';
export { findDrift, unkeptFiles, type Binding, type Drift, type FileIdentity } from './binding/binding.ts';
export { addToAllowlist, removeFromAllowlist } from './document/edit-document.ts';
export { noteUses, type EntryUse } from './document/note-uses.ts';
export { checkDocument, parseApprovals } from './document/parse-document.ts';
export { resolveApprovals, type ResolvedApprovals } from './document/resolve-approvals.ts';
export { ApprovalsDocument } from './document/schema.ts';
export { GRANT_SCOPES, reachFrom, REACH_USAGE, readDuration, readReach, readUses, type GivenReach, type GrantReach, type GrantScope, } from './grants/grant-reach.ts';
export { readChatCommand, type ChatCommand } from './requests/chat-command.ts';
export { findRequirements, type ApproverGroups, type RequirementRule } from './requests/requirements.ts';
export { offeredDecisions } from './requests/offered-decisions.ts';
export { voterOf } from './requests/quorum.ts';
export { approversOf, stateOf, type AnswerAuthor, type ApprovalAnswer, type ApprovalDecision, type ApprovalRecord, type ApprovalRequest, type ApprovalRequirements, type ApprovalState, type ApprovalVote, type Approvers, type Delegation, type RequestOrigin, } from './requests/request.ts';
export { type SocketCall, type SocketEvent } from './socket/protocol.ts';

// approvals-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type ApprovalsErrorCode = 'APPROVALS_INVALID' | 'APPROVALS_UNTRUSTED' | 'APPROVALS_IO' | 'APPROVALS_CHANGED' | 'APPROVALS_LOCKED' | 'APPROVAL_NOT_FOUND' | 'APPROVAL_AMBIGUOUS' | 'APPROVAL_SETTLED' | 'APPROVAL_OWN' | 'APPROVAL_GROUP' | 'APPROVAL_REASON' | 'APPROVAL_LIMIT' | 'APPROVALS_SOCKET_PATH' | 'APPROVALS_SOCKET_BUSY' | 'APPROVALS_SOCKET_ABSENT' | 'APPROVALS_SOCKET_REFUSED';
export declare class ApprovalsError extends PoundlockError {
    readonly name = "ApprovalsError";
    readonly code: ApprovalsErrorCode;
    constructor(code: ApprovalsErrorCode, message: string, options: {
        readonly remedy: string;
        readonly details?: Readonly<Record<string, unknown>>;
        readonly cause?: unknown;
    });
}

// binding/binding.d.ts
export interface FileIdentity {
    readonly path: string;
    readonly node: string;
    readonly size: number;
    readonly changed: string;
    readonly hash?: string;
    readonly unkept?: string;
}
export interface Binding {
    readonly text: string;
    readonly argv: readonly (readonly string[])[] | null;
    readonly executables: readonly FileIdentity[];
    readonly scripts: readonly FileIdentity[];
    readonly unbound?: readonly string[];
    readonly cwd: FileIdentity;
    readonly environment: Readonly<Record<string, string>>;
    readonly host: string;
    readonly agent: string;
    readonly session: string;
}
export interface Drift {
    readonly code: 'DRIFT_TEXT' | 'DRIFT_ARGUMENTS' | 'DRIFT_EXECUTABLE_PATH' | 'DRIFT_EXECUTABLE' | 'DRIFT_SCRIPT' | 'DRIFT_UNKEPT' | 'DRIFT_DIRECTORY' | 'DRIFT_ENVIRONMENT' | 'DRIFT_HOST' | 'DRIFT_AGENT' | 'DRIFT_SESSION';
    readonly message: string;
}
export declare function findDrift(approved: Binding, now: Binding): readonly Drift[];
export declare function unkeptFiles({ executables, scripts }: Pick<Binding, 'executables' | 'scripts'>): readonly string[];

// document/edit-document.d.ts
import type { AllowlistEntry, ApprovalsDocument } from './schema.ts';
export declare function addToAllowlist(document: ApprovalsDocument, agent: string, entry: AllowlistEntry): ApprovalsDocument;
export declare function removeFromAllowlist(document: ApprovalsDocument, agent: string, name: string): ApprovalsDocument;

// document/note-uses.d.ts
import type { AllowlistEntry, ApprovalsDocument } from './schema.ts';
export interface EntryUse extends Pick<AllowlistEntry, 'pattern' | 'args'> {
    readonly command: string;
    readonly resolved: string | null;
}
export declare function noteUses(document: ApprovalsDocument, agent: string, uses: readonly EntryUse[], at: number): ApprovalsDocument;

// document/parse-document.d.ts
import { ApprovalsDocument } from './schema.ts';
export declare const MAX_DOCUMENT_LENGTH: number;
export declare const EMPTY_DOCUMENT: ApprovalsDocument;
export declare function parseApprovals(text: string, source: string, options?: DocumentOptions): ApprovalsDocument;
export declare function checkDocument(value: unknown, source: string, options?: DocumentOptions): ApprovalsDocument;
interface DocumentOptions {
    readonly isProposal?: boolean;
}
export {};

// document/resolve-approvals.d.ts
import type { ExecAsk, ExecSecurity } from '@poundlock/spec';
import type { AllowlistEntry, ApprovalsDocument } from './schema.ts';
export interface Resolved<T> {
    readonly value: T;
    readonly origin: string;
}
export interface ResolvedApprovals {
    readonly security?: Resolved<ExecSecurity>;
    readonly ask?: Resolved<ExecAsk>;
    readonly askFallback?: Resolved<'deny' | 'allowlist' | 'full'>;
    readonly autoAllowSkills?: Resolved<boolean>;
    readonly allowlist: readonly Resolved<readonly AllowlistEntry[]>[];
}
export declare function resolveApprovals(document: ApprovalsDocument, agent: string): ResolvedApprovals;

// document/schema.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const DOCUMENT_VERSION = 1;
declare const AllowlistEntry: Type.TObject<{
    id: Type.TOptional<Type.TString>;
    pattern: Type.TString;
    args: Type.TOptional<Type.TString>;
    lastUsedAt: Type.TOptional<Type.TUnion<[Type.TNumber, Type.TString]>>;
    lastUsedCommand: Type.TOptional<Type.TString>;
    lastResolvedPath: Type.TOptional<Type.TString>;
}>;
export type AllowlistEntry = Static<typeof AllowlistEntry>;
declare const AgentApprovals: Type.TObject<{
    security: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
    ask: Type.TOptional<Type.TEnum<["off", "on-miss", "always"]>>;
    askFallback: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
    autoAllowSkills: Type.TOptional<Type.TBoolean>;
    allowlist: Type.TOptional<Type.TArray<Type.TObject<{
        id: Type.TOptional<Type.TString>;
        pattern: Type.TString;
        args: Type.TOptional<Type.TString>;
        lastUsedAt: Type.TOptional<Type.TUnion<[Type.TNumber, Type.TString]>>;
        lastUsedCommand: Type.TOptional<Type.TString>;
        lastResolvedPath: Type.TOptional<Type.TString>;
    }>>>;
}>;
export type AgentApprovals = Static<typeof AgentApprovals>;
export declare const ApprovalsDocument: Type.TObject<{
    version: Type.TLiteral<1>;
    socket: Type.TOptional<Type.TObject<{
        path: Type.TOptional<Type.TString>;
        token: Type.TOptional<Type.TString>;
    }>>;
    defaults: Type.TOptional<Type.TObject<{
        security: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
        ask: Type.TOptional<Type.TEnum<["off", "on-miss", "always"]>>;
        askFallback: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
        autoAllowSkills: Type.TOptional<Type.TBoolean>;
    }>>;
    agents: Type.TOptional<Type.TRecord<"^.*$", Type.TObject<{
        security: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
        ask: Type.TOptional<Type.TEnum<["off", "on-miss", "always"]>>;
        askFallback: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
        autoAllowSkills: Type.TOptional<Type.TBoolean>;
        allowlist: Type.TOptional<Type.TArray<Type.TObject<{
            id: Type.TOptional<Type.TString>;
            pattern: Type.TString;
            args: Type.TOptional<Type.TString>;
            lastUsedAt: Type.TOptional<Type.TUnion<[Type.TNumber, Type.TString]>>;
            lastUsedCommand: Type.TOptional<Type.TString>;
            lastResolvedPath: Type.TOptional<Type.TString>;
        }>>>;
    }>>>;
}>;
export type ApprovalsDocument = Static<typeof ApprovalsDocument>;
export {};

// grants/grant-reach.d.ts
export type GrantScope = 'exact' | 'folder' | 'workspace';
export declare const GRANT_SCOPES: readonly GrantScope[];
export interface GivenReach {
    readonly maxUses?: number;
    readonly lastsMs?: number;
    readonly scope?: GrantScope;
}
export interface GrantReach {
    readonly maxUses?: number;
    readonly expiresAt?: number;
    readonly scope?: GrantScope;
}
export declare function readUses(text: string): number | null;
export declare function readDuration(text: string): number | null;
export declare const REACH_USAGE = "30m, 12h, 7d or 2w; uses=5; exact or folder";
export declare function readReach(words: readonly string[]): GivenReach | null;
export declare function reachFrom({ maxUses, lastsMs, scope }: GivenReach, now: number): GrantReach | null;
export declare function reachProblem(value: unknown): string | null;

// requests/chat-command.d.ts
import { type GivenReach } from '../grants/grant-reach.ts';
import type { ApprovalDecision } from './request.ts';
export declare const CHAT_USAGE = "Usage: /approve <id> allow-once|allow-always|deny; allow-always can have 30m, 12h, 7d or 2w; uses=5; exact or folder";
export type ChatCommand = {
    readonly kind: 'answer';
    readonly id: string;
    readonly decision: ApprovalDecision;
    readonly reach?: GivenReach;
} | {
    readonly kind: 'usage';
    readonly message: string;
} | {
    readonly kind: 'other-bot';
    readonly name: string;
} | null;
export declare function readChatCommand(text: string, botName?: string): ChatCommand;

// requests/offered-decisions.d.ts
import type { ExecAsk } from '@poundlock/spec';
import type { ApprovalDecision } from './request.ts';
export declare function offeredDecisions(options: {
    readonly ask: ExecAsk;
    readonly grantable: boolean;
}): readonly ApprovalDecision[];

// requests/quorum.d.ts
import type { ApprovalAnswer, ApprovalRequest, ApprovalVote } from './request.ts';
export declare const requirementsOf: ({ requires }: Pick<ApprovalRequest, 'requires'>) => import("./request.ts").ApprovalRequirements;
export declare function voterOf({ author, surface, by }: Pick<ApprovalAnswer, 'author' | 'surface' | 'by'>): string;
export type Tally = {
    readonly kind: 'reached';
    readonly answer: ApprovalAnswer;
}
 | {
    readonly kind: 'open';
    readonly missing: number;
};
export declare function countVotes(request: Pick<ApprovalRequest, 'requires'>, votes: readonly ApprovalVote[], last: ApprovalVote): Tally;

// requests/request.d.ts
import type { Binding } from '../binding/binding.ts';
import type { GrantReach } from '../grants/grant-reach.ts';
export type ApprovalDecision = 'allow-once' | 'allow-always' | 'deny';
export interface RequestOrigin {
    readonly deviceId: string;
    readonly deviceName: string;
    readonly role: string;
}
export interface ApprovalRequirements {
    readonly approve: number;
    readonly deny: number;
    readonly reason: 'required' | 'optional';
}
export interface Approvers {
    readonly group: string;
    readonly members: readonly string[];
}
export interface ApprovalRequest {
    readonly id: string;
    readonly createdAt: number;
    readonly expiresAt: number;
    readonly callId: string;
    readonly tool: string;
    readonly reasons: readonly string[];
    readonly sets: readonly string[];
    readonly asker?: string;
    readonly origin?: RequestOrigin;
    readonly requires?: ApprovalRequirements;
    readonly approvers?: Approvers;
    readonly binding: Binding;
    readonly security: string;
    readonly warnings: readonly string[];
    readonly decisions: readonly ApprovalDecision[];
    readonly grantCovers?: string;
    readonly likeness: string;
}
export interface AnswerAuthor extends RequestOrigin {
    readonly proof: string;
}
export type ApprovalVote = Omit<ApprovalAnswer, 'votes'>;
export interface Delegation extends Approvers {
    readonly by: string;
    readonly note?: string;
    readonly at: number;
}
export interface ApprovalAnswer {
    readonly decision: ApprovalDecision;
    readonly limits?: GrantReach;
    readonly reason?: string;
    readonly by: string;
    readonly surface: string;
    readonly author?: AnswerAuthor;
    readonly votes?: readonly ApprovalVote[];
    readonly at: number;
}
export type ApprovalState = 'pending' | 'answered' | 'used' | 'expired' | 'cancelled';
export interface ApprovalRecord {
    readonly request: ApprovalRequest;
    readonly answer?: ApprovalAnswer;
    readonly usedAt?: number;
    readonly cancelledAt?: number;
    readonly votes?: readonly ApprovalVote[];
    readonly delegations?: readonly Delegation[];
}
export declare const approversOf: ({ request, delegations }: ApprovalRecord) => Approvers | undefined;
export declare function stateOf(record: ApprovalRecord, now: number): ApprovalState;

// requests/requirements.d.ts
import type { ApprovalRequest } from './request.ts';
export interface RequirementRule {
    readonly agents?: readonly string[];
    readonly tools?: readonly string[];
    readonly hosts?: readonly string[];
    readonly programs?: readonly string[];
    readonly approve?: number;
    readonly deny?: number;
    readonly reason?: 'required';
    readonly group?: string;
}
export type ApproverGroups = Readonly<Record<string, readonly string[]>>;
type Asked = Pick<ApprovalRequest, 'tool' | 'binding'>;
export declare function findRequirements(rules: readonly RequirementRule[], groups: ApproverGroups, request: Asked): Pick<ApprovalRequest, 'requires' | 'approvers'>;
export {};

// socket/protocol.d.ts
import { type GrantReach } from '../grants/grant-reach.ts';
import type { ApprovalAnswer, ApprovalDecision, ApprovalRequest, ApprovalState } from '../requests/request.ts';
export declare const SOCKET_PROTOCOL: {
    readonly version: 1;
    readonly maxPathBytes: 103;
    readonly lifetimeMs: 10000;
    readonly maxRequestBytes: number;
    readonly maxReplyBytes: number;
};
export interface Sealed {
    readonly at: number;
    readonly nonce: string;
    readonly body: string;
    readonly mac: string;
}
export declare function isSealedShape(value: unknown): value is Sealed;
export type SocketCall = {
    readonly method: 'list' | 'watch';
} | {
    readonly method: 'show';
    readonly id: string;
} | {
    readonly method: 'answer';
    readonly id: string;
    readonly decision: ApprovalDecision;
    readonly reason?: string;
    readonly limits?: GrantReach;
};
export declare function callProblem(value: unknown): string | null;
export type SocketEvent = {
    readonly kind: 'waiting';
    readonly request: ApprovalRequest;
} | {
    readonly kind: 'settled';
    readonly id: string;
    readonly state: ApprovalState;
    readonly answer?: ApprovalAnswer;
};
export type SealLabel = 'server-proof' | 'request' | 'response' | 'event';
export declare function sealedText(label: SealLabel, connection: {
    readonly client: string;
    readonly server: string;
}, message: {
    readonly nonce: string;
    readonly at: number;
    readonly bodyHash: string;
}): string;

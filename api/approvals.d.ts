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
export { approversOf, stateOf, type AnswerAuthor, type ApprovalAnswer, type ApprovalDecision, type ApprovalRecord, type ApprovalRequest, type ApprovalRequirements, type AskedPart, type ApprovalState, type ApprovalVote, type Approvers, type ChangeLine, type Delegation, type ReasonOrigin, type RequestEffect, type RequestOrigin, } from './requests/request.ts';
export { type SocketCall, type SocketEvent } from './socket/protocol.ts';

// approvals-error.d.ts
import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec';
export type ApprovalsErrorCode = 'APPROVALS_INVALID' | 'APPROVALS_UNTRUSTED' | 'APPROVALS_IO' | 'APPROVALS_CHANGED' | 'APPROVALS_LOCKED' | 'APPROVAL_NOT_FOUND' | 'APPROVAL_AMBIGUOUS' | 'APPROVAL_SETTLED' | 'APPROVAL_OWN' | 'APPROVAL_GROUP' | 'APPROVAL_REASON' | 'APPROVAL_LIMIT' | 'APPROVALS_SOCKET_PATH' | 'APPROVALS_SOCKET_BUSY' | 'APPROVALS_SOCKET_ABSENT' | 'APPROVALS_SOCKET_REFUSED';
export declare class ApprovalsError extends PoundlockError<ApprovalsErrorCode> {
    readonly name = "ApprovalsError";
    readonly remedy: string;
    constructor(message: string, options: PoundlockErrorOptions<ApprovalsErrorCode> & {
        readonly remedy: string;
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
import { type Static } from '@poundlock/spec/schema';
export declare const DOCUMENT_VERSION = 1;
declare const AllowlistEntry: import("@poundlock/spec/schema").ObjectSchema<{
    readonly id: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    readonly pattern: import("@poundlock/spec/schema").TypedSchema<string>;
    readonly args: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    readonly lastUsedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string | number>>;
    readonly lastUsedCommand: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    readonly lastResolvedPath: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
}>;
export type AllowlistEntry = Static<typeof AllowlistEntry>;
declare const AgentApprovals: import("@poundlock/spec/schema").ObjectSchema<{
    readonly security: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "deny" | "full">>;
    readonly ask: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"always" | "off" | "on-miss">>;
    readonly askFallback: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "deny" | "full">>;
    readonly autoAllowSkills: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
    readonly allowlist: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
        args?: string;
        id?: string;
        lastResolvedPath?: string;
        lastUsedAt?: string | number;
        lastUsedCommand?: string;
        pattern: string;
    }[]>>;
}>;
export type AgentApprovals = Static<typeof AgentApprovals>;
export declare const ApprovalsDocument: import("@poundlock/spec/schema").ObjectSchema<{
    readonly version: import("@poundlock/spec/schema").TypedSchema<1>;
    readonly socket: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readonly path: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        readonly token: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    }>>;
    readonly defaults: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        security: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "deny" | "full">>;
        ask: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"always" | "off" | "on-miss">>;
        askFallback: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "deny" | "full">>;
        autoAllowSkills: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
    }>>;
    readonly agents: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, {
        allowlist?: {
            args?: string;
            id?: string;
            lastResolvedPath?: string;
            lastUsedAt?: string | number;
            lastUsedCommand?: string;
            pattern: string;
        }[];
        ask?: "always" | "off" | "on-miss";
        askFallback?: "allowlist" | "deny" | "full";
        autoAllowSkills?: boolean;
        security?: "allowlist" | "deny" | "full";
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
    readonly thisSession?: true;
}
export interface GrantReach {
    readonly maxUses?: number;
    readonly expiresAt?: number;
    readonly scope?: GrantScope;
    readonly thisSession?: true;
}
export declare function readUses(text: string): number | null;
export declare function readDuration(text: string): number | null;
export declare const REACH_USAGE = "30m, 12h, 7d or 2w; uses=5; exact or folder; session";
export declare function readReach(words: readonly string[]): GivenReach | null;
export declare function reachFrom({ maxUses, lastsMs, scope, thisSession }: GivenReach, now: number): GrantReach | null;
export declare function reachProblem(value: unknown): string | null;

// requests/chat-command.d.ts
import { type GivenReach } from '../grants/grant-reach.ts';
import type { ApprovalDecision } from './request.ts';
export declare const CHAT_USAGE = "Usage: /approve <id> allow-once|allow-always|deny; allow-always can have 30m, 12h, 7d or 2w; uses=5; exact or folder; session";
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
export interface RequestEffect {
    readonly kind: string;
    readonly path: string | null;
    readonly unknown?: true;
}
export interface AskedPart {
    readonly start: number;
    readonly end: number;
}
export interface ReasonOrigin {
    readonly rule?: string;
    readonly source?: string;
}
export interface ChangeLine {
    readonly kind: 'heading' | 'added' | 'removed' | 'context' | 'hunk' | 'note';
    readonly text: string;
}
export interface ApprovalRequest {
    readonly id: string;
    readonly createdAt: number;
    readonly expiresAt: number;
    readonly callId: string;
    readonly tool: string;
    readonly reasons: readonly string[];
    readonly reasonOrigins?: readonly ReasonOrigin[];
    readonly sets: readonly string[];
    readonly asker?: string;
    readonly queued?: true;
    readonly origin?: RequestOrigin;
    readonly requires?: ApprovalRequirements;
    readonly approvers?: Approvers;
    readonly binding: Binding;
    readonly security: string;
    readonly effects?: readonly RequestEffect[];
    readonly changes?: readonly ChangeLine[];
    readonly warnings: readonly string[];
    readonly decisions: readonly ApprovalDecision[];
    readonly grantCovers?: readonly string[];
    readonly askedParts?: readonly AskedPart[];
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
    readonly queuedAt?: number;
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
type CallRequest = Pick<ApprovalRequest, 'tool' | 'binding'>;
export declare function findRequirements(rules: readonly RequirementRule[], groups: ApproverGroups, request: CallRequest): Pick<ApprovalRequest, 'requires' | 'approvers'>;
export {};

// socket/protocol.d.ts
import { type GrantReach } from '../grants/grant-reach.ts';
import type { ApprovalAnswer, ApprovalDecision, ApprovalRequest, ApprovalState } from '../requests/request.ts';
export declare const SOCKET_PROTOCOL: {
    readonly version: 1;
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

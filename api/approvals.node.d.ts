// The public declarations of @poundlock/approvals/node, written by `pnpm api`.

// index.d.ts
export { isAnswer, type Ask, type CallAnswer, type NoAnswer } from './ask.ts';
export type { Answered, ShownRequest, Surface, SurfaceAnswer } from './surface.ts';
export { openApprovalsStore, type ApprovalsStore, type ApprovalsStoreOptions } from './approvals-store.ts';
export { openGrantStore, type GrantLimits, type GrantStore, type NewGrant } from './grant-store.ts';
export { observeFile } from './observe-file.ts';
export { openRequestStore, type NewRequest, type RequestStore, type RequestStoreOptions } from './request-store.ts';
export { openDesk, type Desk, type DeskOptions } from './desk/desk.ts';
export { connectApprovals, type ApprovalsClient, type ConnectApprovalsOptions } from './socket/connect-approvals.ts';
export type { PeerLimits } from './socket/served-peer.ts';
export { serveApprovals, type ServedApprovals, type ServeOptions } from './socket/serve-approvals.ts';
export { socketToken } from './socket/socket-token.ts';
export { askThroughStore, LEAVE_WAITING } from './ask-through-store.ts';

// ../binding/binding.d.ts
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

// ../document/schema.d.ts
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

// ../grants/grant-reach.d.ts
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

// ../grants/stored-grant.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const StoredGrant: import("@poundlock/spec/schema").ObjectSchema<{
    readonly id: import("@poundlock/spec/schema").TypedSchema<string>;
    readonly command: import("@poundlock/spec/schema").TypedSchema<{
        cwd?: string;
        environment?: string[];
        files?: {
            hash: string;
            path: string;
        }[];
        folder: string;
        kind: "exact";
        program: string;
        words: string[];
    } | {
        effects: ("environment" | "execute" | "file-delete" | "file-read" | "file-write" | "network" | "privilege" | "process")[];
        environment?: string[];
        files?: {
            hash: string;
            path: string;
        }[];
        folder: string;
        kind: "like";
        options: string[];
        program: string;
        subcommand: string[];
    }>;
    readonly covers: import("@poundlock/spec/schema").TypedSchema<string>;
    readonly agent: import("@poundlock/spec/schema").TypedSchema<string>;
    readonly host: import("@poundlock/spec/schema").TypedSchema<string>;
    readonly by: import("@poundlock/spec/schema").TypedSchema<string>;
    readonly at: import("@poundlock/spec/schema").TypedSchema<number>;
    readonly expiresAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    readonly session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    readonly maxUses: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
}>;
export type StoredGrant = Static<typeof StoredGrant>;

// approvals-store.d.ts
import type { ApprovalsDocument } from '../document/schema.ts';
export interface StoredApprovals {
    readonly document: ApprovalsDocument;
    readonly hash: string | null;
}
export interface ApprovalsStore {
    readonly file: string;
    read(): StoredApprovals;
    update(change: (document: ApprovalsDocument) => ApprovalsDocument, expected?: string | null): Promise<StoredApprovals>;
}
export interface ApprovalsStoreOptions {
    readonly lockTimeoutMs?: number;
}
export declare function openApprovalsStore(file: string, { lockTimeoutMs }?: ApprovalsStoreOptions): ApprovalsStore;

// ask-through-store.d.ts
import type { Ask } from './ask.ts';
import type { NewRequest, RequestStore } from './request-store.ts';
import type { Surface } from './surface.ts';
export declare const LEAVE_WAITING: unique symbol;
export declare function askThroughStore<Call>(store: RequestStore, surfaces: readonly Surface<Call>[], requestOf: (call: Call) => NewRequest, unattended?: 'deny' | 'queue'): Ask<Call>;

// ask.d.ts
import type { Binding } from '../binding/binding.ts';
import type { GrantReach } from '../grants/grant-reach.ts';
export interface CallAnswer {
    readonly answer: 'allow-once' | 'allow-always' | 'deny';
    readonly limits?: GrantReach;
    readonly by: string;
    readonly reason?: string;
    readonly requestId?: string;
    readonly use?: (now: Binding) => readonly string[];
}
export interface NoAnswer {
    readonly answer: 'unreachable' | 'timed-out' | 'limited' | 'cancelled' | 'queued';
    readonly message: string;
    readonly requestId?: string;
}
export type Ask<Call> = (call: Call, options?: {
    readonly signal?: AbortSignal;
}) => Promise<CallAnswer | NoAnswer>;
export declare const isAnswer: (given: CallAnswer | NoAnswer) => given is CallAnswer;

// desk/desk.d.ts
import type { ApprovalRecord, ApprovalRequest, Delegation } from '../../requests/request.ts';
import type { SocketEvent } from '../../socket/protocol.ts';
import type { RequestStore } from '../request-store.ts';
import type { Answered, Surface, SurfaceAnswer } from '../surface.ts';
export interface Desk {
    pending(): readonly ApprovalRequest[];
    answer(id: string, answer: SurfaceAnswer): Answered;
    show(id: string): Promise<readonly string[]>;
    onEvent(listener: (event: SocketEvent) => void): () => void;
    delegate(id: string, delegation: Omit<Delegation, 'at'>): ApprovalRecord;
    onChange(listener: (record: ApprovalRecord) => void): () => void;
    close(): Promise<void>;
}
export interface DeskOptions {
    readonly surfaces?: readonly Surface[];
    readonly showWithinMs?: number;
    readonly onProblem?: (surface: string, error: unknown) => void;
    readonly now?: () => number;
}
export declare function openDesk(store: RequestStore, options?: DeskOptions): Desk;

// grant-store.d.ts
import { StoredGrant } from '../grants/stored-grant.ts';
import { type GrantUses } from './grant-uses.ts';
export type NewGrant = Omit<StoredGrant, 'id' | 'at'>;
export interface GrantLimits {
    readonly maxUses?: number;
    readonly expiresAt?: number;
}
export interface StoredGrants {
    readonly grants: readonly StoredGrant[];
    readonly broken: readonly {
        readonly file: string;
        readonly message: string;
    }[];
}
export interface GrantStore {
    list(): StoredGrants;
    add(grant: NewGrant): StoredGrant;
    revoke(id: string): Promise<string>;
    limit(id: string, limits: GrantLimits): Promise<StoredGrant>;
    takeUse(id: string): boolean;
    usesOf(id: string): GrantUses;
}
export declare function openGrantStore(folder: string, now?: () => number): GrantStore;

// grant-uses.d.ts
export interface GrantUses {
    readonly count: number;
    readonly lastAt: number | null;
}
export declare function markUse(folder: string, id: string, maxUses: number | undefined): boolean;
export declare function countUses(folder: string, id: string): GrantUses;
export declare function forgetUses(folder: string, id: string): void;

// observe-file.d.ts
import type { FileIdentity } from '../binding/binding.ts';
export declare function observeFile(path: string, options: {
    readonly content: boolean;
}): FileIdentity;

// request-store.d.ts
import { type Binding, type Drift } from '../binding/binding.ts';
import { type ApprovalAnswer, type ApprovalRecord, type ApprovalRequest, type ApprovalState, type Delegation } from '../requests/request.ts';
import type { Answered, SurfaceAnswer } from './surface.ts';
export type NewRequest = Omit<ApprovalRequest, 'id' | 'createdAt' | 'expiresAt' | 'asker'>;
export type Requested = {
    readonly kind: 'waiting' | 'taken-up';
    readonly request: ApprovalRequest;
} | {
    readonly kind: 'denied-before';
    readonly request: ApprovalRequest;
    readonly answer: ApprovalAnswer;
};
export type Use = {
    readonly kind: 'granted';
    readonly answer: ApprovalAnswer;
} | {
    readonly kind: 'refused';
    readonly state: ApprovalState;
    readonly message: string;
} | {
    readonly kind: 'drifted';
    readonly drift: readonly Drift[];
};
export interface RequestStoreOptions {
    readonly lifetimeMs?: number;
    readonly denialMs?: number;
    readonly maxPending?: number;
    readonly maxPerMinute?: number;
    readonly sessionsPerAgent?: number;
    readonly maxKept?: number;
    readonly now?: () => number;
}
export interface RequestStore {
    create(request: NewRequest): Requested;
    pending(): readonly ApprovalRecord[];
    all(): readonly ApprovalRecord[];
    get(id: string): ApprovalRecord;
    answer(id: string, answer: SurfaceAnswer): Answered;
    delegate(id: string, delegation: Omit<Delegation, 'at'>): ApprovalRecord;
    queue(id: string): void;
    cancel(id: string): void;
    changed(options?: {
        readonly signal?: AbortSignal;
    }): Promise<void>;
    settled(id: string, options?: {
        readonly signal?: AbortSignal;
    }): Promise<ApprovalRecord>;
    use(id: string, now: Binding): Use;
}
export declare function openRequestStore(folder: string, options?: RequestStoreOptions): RequestStore;

// socket/connect-approvals.d.ts
import type { GrantReach } from '../../grants/grant-reach.ts';
import type { ApprovalDecision, ApprovalRequest } from '../../requests/request.ts';
import { type SocketEvent } from '../../socket/protocol.ts';
import type { Answered } from '../surface.ts';
export interface ConnectApprovalsOptions {
    readonly path: string;
    readonly token: string;
    readonly timeoutMs?: number;
}
export interface ApprovalsClient {
    list(): Promise<readonly ApprovalRequest[]>;
    answer(id: string, answer: {
        readonly decision: ApprovalDecision;
        readonly reason?: string;
        readonly limits?: GrantReach;
    }): Promise<Answered>;
    show(id: string): Promise<readonly string[]>;
    watch(listener: (event: SocketEvent) => void): Promise<readonly ApprovalRequest[]>;
    readonly closed: Promise<string>;
    close(): void;
}
export declare function connectApprovals(options: ConnectApprovalsOptions): Promise<ApprovalsClient>;

// socket/seal.d.ts
import { type KeyObject } from 'node:crypto';
import { type Sealed, type SealLabel } from '../../socket/protocol.ts';
export interface ConnectionNonces {
    readonly client: string;
    readonly server: string;
}
export declare const newNonce: () => string;
export type SealKey = KeyObject;
export declare function sealKey(token: string): SealKey;
export declare function seal(key: SealKey, label: SealLabel, nonces: ConnectionNonces, message: {
    readonly body: string;
    readonly at: number;
    readonly nonce?: string;
}): Sealed;
export declare function isSealed(key: SealKey, label: SealLabel, nonces: ConnectionNonces, sealed: Sealed): boolean;
export declare const serverProof: (key: SealKey, nonces: ConnectionNonces) => string;

// socket/serve-approvals.d.ts
import type { Desk } from '../desk/desk.ts';
import { type PeerLimits } from './served-peer.ts';
export interface ServeOptions extends Partial<PeerLimits> {
    readonly path: string;
    readonly token: string;
    readonly account: string;
    readonly maxPeers?: number;
    readonly connectionsPerSecond?: number;
    readonly onRefusal?: (reason: string) => void;
}
export interface ServedApprovals {
    readonly path: string;
    readonly watchers: number;
    readonly peers: number;
    close(): Promise<void>;
}
export declare function serveApprovals(desk: Desk, options: ServeOptions): Promise<ServedApprovals>;

// socket/served-peer.d.ts
import type { Socket } from 'node:net';
import { type SocketEvent } from '../../socket/protocol.ts';
import type { Desk } from '../desk/desk.ts';
import { type SealKey } from './seal.ts';
export interface PeerLimits {
    readonly proveWithinMs: number;
    readonly callsPerSecond: number;
    readonly maxNonces: number;
    readonly maxUnreadBytes: number;
    readonly now: () => number;
}
interface PeerOptions extends Partial<PeerLimits> {
    readonly key: SealKey;
    readonly account: string;
    readonly folder: string;
    readonly now: () => number;
    readonly onRefusal: (reason: string) => void;
    readonly watchers: () => number;
}
export declare class ServedPeer {
    #private;
    constructor(socket: Socket, desk: Desk, options: PeerOptions);
    get proven(): boolean;
    get watches(): boolean;
    tell(event: SocketEvent): void;
    refuse(reason: string): void;
    close(): void;
}
export {};

// socket/socket-token.d.ts
export declare function socketToken(file: string, options: {
    readonly make: boolean;
}): string | null;

// surface.d.ts
import type { ApprovalAnswer, ApprovalRecord, ApprovalRequest } from '../requests/request.ts';
export type SurfaceAnswer = Omit<ApprovalAnswer, 'at' | 'votes'>;
export interface Answered {
    readonly counts: boolean;
    readonly answer: ApprovalAnswer;
    readonly missing?: number;
}
export interface ShownRequest<Call = unknown> {
    readonly stored: ApprovalRequest;
    readonly call: Call;
    readonly answer: (given: SurfaceAnswer) => Answered;
    readonly signal: AbortSignal;
    readonly settled: Promise<ApprovalRecord>;
}
export interface Surface<Call = unknown> {
    readonly name: string;
    show(shown: ShownRequest<Call>): Promise<boolean>;
}

// ../requests/request.d.ts
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

// ../socket/protocol.d.ts
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

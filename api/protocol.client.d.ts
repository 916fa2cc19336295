// The public declarations of @poundlock/protocol/client, written by `pnpm api`.

// index.d.ts
export { ClientError, type ClientErrorCode } from './client-error.ts';
export type { ClientLimits, ConnectOptions, ReconnectOptions, ServeRequest } from './client-options.ts';
export type { ClientSocket, OpenSocket, ClientSocketEvent } from './client-socket.ts';
export { connectGateway } from './connect-gateway.ts';
export type { Credential } from './credential.ts';
export type { ClientState, GatewayClient, GatewayRequestOptions } from './gateway-client.ts';
export { webIdentity, type DeviceIdentity } from './device-identity.ts';
export type { EventsOf, SubscribedEvent, Subscription, SubscriptionListener } from './subscriptions.ts';

// ../access/roles.d.ts
export declare const ROLES: readonly ['operator', 'node', 'agent'];
export type Role = (typeof ROLES)[number];

// ../access/scopes.d.ts
import type { Role } from './roles.ts';
export declare const SCOPES: {
    readonly 'status.read': 'See that the gateway lives, and what it is busy with.';
    readonly 'sessions.read': 'See sessions and follow their events; an agent sees its own.';
    readonly 'sessions.write': 'Create sessions, send to them and abort them; an agent its own.';
    readonly 'tools.call': 'List and call tools. Each call is decided by the policy.';
    readonly 'approvals.read': 'See what waits for an answer, what was answered, and the grants.';
    readonly 'approvals.answer': 'Answer and delegate what waits, and revoke grants.';
    readonly 'devices.read': 'See the devices that are paired, and those that ask to be.';
    readonly 'devices.manage': 'Pair, rename, rotate and revoke devices, with no more than the scopes that one holds.';
    readonly 'nodes.read': 'See the nodes, their state and their labels.';
    readonly 'nodes.manage': 'Approve, label, drain and remove nodes.';
    readonly 'nodes.serve': 'Run on this machine what the gateway sends.';
    readonly 'audit.read': 'Read the audit log and verify it.';
    readonly 'config.read': 'See the effective policy, and try calls against it.';
    readonly 'config.write': 'Change the policy and the approvals documents.';
    readonly admin: 'Reload and stop the gateway, and approve what can run commands.';
};
export type Scope = keyof typeof SCOPES;
export declare const ROLE_SCOPES: {
    readonly operator: readonly ["status.read", "sessions.read", "sessions.write", "tools.call", "approvals.read", "approvals.answer", "devices.read", "devices.manage", "nodes.read", "nodes.manage", "audit.read", "config.read", "config.write", "admin"];
    readonly agent: readonly ["status.read", "sessions.read", "sessions.write", "tools.call"];
    readonly node: readonly ["status.read", "nodes.serve"];
};
export declare function isScope(name: string): name is Scope;
export declare function grantedScopes(role: Role, recorded: readonly Scope[], requested: readonly Scope[]): readonly Scope[];
export declare function scopesBeyond(own: readonly Scope[], role: Role, wanted: readonly Scope[]): readonly Scope[];

// client-error.d.ts
import { PoundlockError, type ErrorDetails } from '@poundlock/spec';
export type ClientErrorCode = 'GATEWAY_REFUSED' | 'GATEWAY_UNVERIFIED' | 'GATEWAY_CLOSED' | 'OUTCOME_UNKNOWN' | 'QUEUE_FULL' | 'FRAME_TOO_LARGE' | 'TIMED_OUT';
export declare class ClientError extends PoundlockError {
    readonly name = "ClientError";
    readonly code: ClientErrorCode;
    constructor(code: ClientErrorCode, message: string, options?: {
        readonly details?: ErrorDetails;
        readonly cause?: unknown;
        readonly remedy?: string;
    });
}

// client-options.d.ts
import type { Role } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import type { RequestFrame } from '../frames/frames.ts';
import type { ClientInfo } from '../handshake/handshake.ts';
import type { VersionRange } from '../version/version-range.ts';
import type { OpenSocket } from './client-socket.ts';
import type { Credential } from './credential.ts';
import type { DeviceIdentity } from './device-identity.ts';
export interface ReconnectOptions {
    readonly firstMs?: number;
    readonly mostMs?: number;
}
export interface ClientLimits {
    readonly maxQueued?: number;
    readonly maxBufferedBytes?: number;
}
export type ServeRequest = (request: RequestFrame) => Promise<object>;
export interface ConnectOptions {
    readonly url: string | OpenSocket;
    readonly identity: DeviceIdentity;
    readonly credential: Credential;
    readonly role: Role;
    readonly scopes: readonly Scope[];
    readonly client: ClientInfo;
    readonly gatewayId?: string;
    readonly serve?: ServeRequest;
    readonly onToken?: (token: string) => void | Promise<void>;
    readonly onPairing?: (details: Readonly<Record<string, unknown>>) => void;
    readonly onProblem?: (error: unknown) => void;
    readonly protocol?: VersionRange;
    readonly connectTimeoutMs?: number;
    readonly reconnect?: ReconnectOptions | false;
    readonly limits?: ClientLimits;
    readonly signal?: AbortSignal;
}

// client-socket.d.ts
export interface ClientSocket {
    readonly bufferedAmount: number;
    send(text: string): void;
    close(code?: number, reason?: string): void;
    addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: ClientSocketEvent) => void): void;
}
export interface ClientSocketEvent {
    readonly data?: unknown;
    readonly code?: number;
    readonly reason?: string;
    readonly error?: unknown;
}
export type OpenSocket = () => ClientSocket | Promise<ClientSocket>;

// connect-gateway.d.ts
import type { ConnectOptions } from './client-options.ts';
import type { GatewayClient } from './gateway-client.ts';
export declare function connectGateway(options: ConnectOptions): GatewayClient;

// credential.d.ts
import type { ConnectAuth } from '../handshake/handshake.ts';
export type Credential = {
    readonly kind: 'token';
    readonly token: string;
} | {
    readonly kind: 'setup-code';
    readonly code: string;
    readonly name: string;
} | {
    readonly kind: 'pairing';
    readonly name: string;
};
export declare function presented(credential: Credential): Promise<{
    auth: ConnectAuth;
    credentialHash: string;
}>;

// device-identity.d.ts
export interface DeviceIdentity {
    readonly publicKey: Uint8Array;
    sign(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>;
}
type WebKey = Parameters<typeof crypto.subtle.sign>[1];
export declare function webIdentity(keys: {
    readonly publicKey: WebKey;
    readonly privateKey: WebKey;
}): Promise<DeviceIdentity>;
export {};

// gateway-client.d.ts
import type { EventData, EventName } from '../events/event-table.ts';
import type { Hello } from '../handshake/handshake.ts';
import type { MethodsOf, ParamsOf, ResultOf, SubscribingMethod } from '../methods/method-table.ts';
import type { ClientError } from './client-error.ts';
import type { Subscription, SubscriptionListener } from './subscriptions.ts';
export interface GatewayRequestOptions {
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    readonly traceparent?: string;
}
export type ClientState = 'connecting' | 'ready' | 'waiting' | 'closed';
export interface GatewayClient {
    readonly state: ClientState;
    readonly hello: Hello | null;
    ready(): Promise<Hello>;
    request<Name extends MethodsOf<'gateway'>>(method: Name, params: ParamsOf<Name>, options?: GatewayRequestOptions): Promise<ResultOf<Name>>;
    subscribe<Name extends SubscribingMethod>(method: Name, params: ParamsOf<Name>, listener: SubscriptionListener<Name>): Promise<Subscription>;
    on<Name extends EventName>(event: Name, listener: (data: EventData<Name>) => void): () => void;
    onState(listener: (state: ClientState) => void): () => void;
    readonly closed: Promise<ClientError | null>;
    close(): void;
}

// link.d.ts
import type { Frame } from '../frames/frames.ts';
import type { OpenSocket } from './client-socket.ts';
export interface LinkEnd {
    readonly code: number;
    readonly reason: string;
}
export interface LinkListener {
    onFrame(frame: Frame): void;
    onEnd(end: LinkEnd): void;
}
export interface Link {
    readonly bufferedBytes: () => number;
    send(text: string): void;
    close(code: number, reason: string): void;
}
export declare function openLink(open: OpenSocket, listener: LinkListener, signal: AbortSignal): Promise<Link>;

// requests.d.ts
import type { RequestFrame, ResponseFrame } from '../frames/frames.ts';
import type { HelloLimits } from '../handshake/handshake.ts';
import type { Method } from '../methods/method.ts';
import { ClientError } from './client-error.ts';
import type { ClientLimits } from './client-options.ts';
import type { Link } from './link.ts';
export interface Settle {
    resolve(result: object): void;
    reject(error: unknown): void;
}
export type GiveUp = (error: (hasBeenSent: boolean) => unknown) => void;
export declare class Requests {
    #private;
    constructor({ maxQueued, maxBufferedBytes }: ClientLimits);
    add(frame: RequestFrame, facts: Pick<Method, 'access'>, settle: Settle, options?: {
        ofConnection?: boolean;
    }): GiveUp;
    attach(link: Link, limits: HelloLimits): void;
    detach(): void;
    end(error: ClientError): void;
    settle(frame: ResponseFrame): boolean;
}
export declare function unknownOutcome({ method, idempotencyKey }: RequestFrame): ClientError;

// subscriptions.d.ts
import type { EventData, EventName } from '../events/event-table.ts';
import type { EventFrame } from '../frames/frames.ts';
import type { METHODS, ParamsOf, ResultOf, SubscribingMethod } from '../methods/method-table.ts';
import type { StreamGap, StreamPosition } from '../methods/subscription.ts';
import type { Settle } from './requests.ts';
export type EventsOf<Name extends SubscribingMethod> = Extract<(typeof METHODS)[Name]['events'][number], EventName>;
export type SubscribedEvent<Name extends EventName = EventName> = {
    [Each in Name]: {
        readonly event: Each;
        readonly seq: number;
        readonly data: EventData<Each>;
    };
}[Name];
export interface SubscriptionListener<Name extends SubscribingMethod> {
    onEvent(event: SubscribedEvent<EventsOf<Name>>): void;
    onBegin?(result: ResultOf<Name>, how: {
        readonly resumed: boolean;
    }): void;
    onGap?(gap: StreamGap): void;
    onEnd?(error: unknown): void;
}
export interface Subscription {
    readonly position: StreamPosition | null;
    end(): void;
}
export interface SubscriptionRequests {
    request(method: SubscribingMethod | 'subscriptions.end', params: object, settle: Settle): void;
}
declare class Stream implements Subscription {
    #private;
    position: StreamPosition | null;
    id: string | null;
    constructor(owner: Subscriptions, method: SubscribingMethod, params: object & {
        readonly after?: StreamPosition;
    }, listener: SubscriptionListener<SubscribingMethod>, settle: Settle);
    begin(): void;
    pause(): void;
    end(): void;
    onEvent({ event, seq, data }: EventFrame): void;
    fail(error: unknown): void;
}
export declare class Subscriptions {
    #private;
    readonly requests: SubscriptionRequests;
    readonly tell: (call: () => void) => void;
    constructor(requests: SubscriptionRequests, tell: (call: () => void) => void);
    add<Name extends SubscribingMethod>(method: Name, params: ParamsOf<Name>, listener: SubscriptionListener<Name>, settle: Settle): Subscription;
    attach(): void;
    detach(): void;
    endAll(error: unknown): void;
    onEvent(frame: EventFrame): boolean;
    remove(stream: Stream): void;
}
export {};

// ../errors/error-codes.d.ts
export interface ErrorMeaning {
    readonly meaning: string;
    readonly retryable: boolean;
    readonly closes: boolean;
}
export declare const ERROR_CODES: {
    readonly BAD_FRAME: ErrorMeaning;
    readonly FRAME_TOO_LARGE: ErrorMeaning;
    readonly NOT_CONNECTED: ErrorMeaning;
    readonly ALREADY_CONNECTED: ErrorMeaning;
    readonly HANDSHAKE_TIMEOUT: ErrorMeaning;
    readonly VERSION_UNSUPPORTED: ErrorMeaning;
    readonly UNAUTHENTICATED: ErrorMeaning;
    readonly CLOCK_SKEW: ErrorMeaning;
    readonly SETUP_CODE_INVALID: ErrorMeaning;
    readonly PAIRING_REQUIRED: ErrorMeaning;
    readonly PAIRING_PENDING: {
        readonly meaning: 'The device waits for somebody to approve it; `details.request` is what they see of it.';
        readonly retryable: true;
        readonly closes: true;
    };
    readonly REVOKED: ErrorMeaning;
    readonly RATE_LIMITED: ErrorMeaning;
    readonly BUSY: ErrorMeaning;
    readonly DRAINING: ErrorMeaning;
    readonly UNKNOWN_METHOD: ErrorMeaning;
    readonly INVALID_PARAMS: ErrorMeaning;
    readonly FORBIDDEN: ErrorMeaning;
    readonly NOT_FOUND: ErrorMeaning;
    readonly AMBIGUOUS: ErrorMeaning;
    readonly CONFLICT: ErrorMeaning;
    readonly DUPLICATE_REQUEST: ErrorMeaning;
    readonly IDEMPOTENCY_CONFLICT: ErrorMeaning;
    readonly SETTLED: ErrorMeaning;
    readonly APPROVAL_MISMATCH: ErrorMeaning;
    readonly CANCELLED: ErrorMeaning;
    readonly RECORD_FAILED: ErrorMeaning;
    readonly UNAVAILABLE: ErrorMeaning;
    readonly OUTCOME_UNKNOWN: ErrorMeaning;
    readonly INTERNAL: ErrorMeaning;
};
export type ErrorCode = keyof typeof ERROR_CODES;
export declare const FORBIDDEN_REASONS: {
    readonly role: 'The method is not for devices of this role.';
    readonly scope: 'The connection lacks the scope; `details.scope` names it.';
    readonly 'beyond-own-scopes': 'Nobody can give, or take hold of, more than they hold; `details.scopes` names the rest.';
    readonly 'self-approval': 'Nobody approves what their own device, or the agent on it, asked for.';
    readonly 'not-own': 'It belongs to another device.';
    readonly group: 'The request is for a group that the caller does not belong to.';
};
export type ForbiddenReason = keyof typeof FORBIDDEN_REASONS;
export declare const GENERAL_ERRORS: readonly ["INVALID_PARAMS", "FORBIDDEN", "DUPLICATE_REQUEST", "RATE_LIMITED", "BUSY", "DRAINING", "UNAVAILABLE", "INTERNAL"];
export declare function isErrorCode(code: string): code is ErrorCode;

// ../events/event-table.d.ts
import * as Type from 'typebox';
import type { Static, TSchema } from 'typebox';
import type { Role } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
export interface EventSpec {
    readonly from: 'gateway' | 'node';
    readonly scope: Scope | null;
    readonly roles: readonly [Role, ...Role[]];
    readonly subscribed: boolean;
    readonly data: TSchema;
    readonly summary: string;
}
export declare const EVENTS: {
    readonly 'connect.challenge': {
        readonly from: 'gateway';
        readonly roles: readonly ['operator', 'agent', 'node'];
        readonly scope: null;
        readonly subscribed: false;
        readonly data: Type.TObject<{
            nonce: Type.TString;
            gateway: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
            }>;
            protocol: Type.TObject<{
                min: Type.TInteger;
                max: Type.TInteger;
            }>;
            time: Type.TInteger;
        }>;
        readonly summary: "The first frame of every connection: what has to be signed.";
    };
    readonly 'gateway.draining': {
        readonly from: 'gateway';
        readonly scope: 'status.read';
        readonly roles: readonly ['operator', 'agent', 'node'];
        readonly subscribed: false;
        readonly data: Type.TObject<{
            closesAt: Type.TInteger;
            retryAfterMs: Type.TInteger;
        }>;
        readonly summary: "The gateway takes nothing new, ends what runs, and closes then.";
    };
    readonly 'subscription.gap': {
        readonly from: 'gateway';
        readonly scope: 'status.read';
        readonly roles: readonly ['operator', 'agent', 'node'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            from: Type.TInteger;
            to: Type.TInteger;
        }>;
        readonly summary: "Events of this subscription were left out, because too much waited to be read.";
    };
    readonly 'devices.changed': {
        readonly from: 'gateway';
        readonly scope: 'devices.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            device: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                agent: Type.TOptional<Type.TString>;
                bearer: Type.TOptional<Type.TLiteral<true>>;
                pairedAt: Type.TInteger;
                pairedBy: Type.TOptional<Type.TString>;
                seenAt: Type.TOptional<Type.TInteger>;
                client: Type.TOptional<Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>>;
                connections: Type.TInteger;
                revokedAt: Type.TOptional<Type.TInteger>;
            }>;
        }>;
        readonly summary: "A device was paired, renamed, rotated, revoked, or came or went.";
    };
    readonly 'devices.pairing': {
        readonly from: 'gateway';
        readonly scope: 'devices.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            request: Type.TObject<{
                request: Type.TString;
                device: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                client: Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>;
                from: Type.TString;
                at: Type.TInteger;
                expiresAt: Type.TInteger;
            }>;
            state: Type.TEnum<["pending", "approved", "rejected", "expired"]>;
        }>;
        readonly summary: "A device asks to be paired, or was answered.";
    };
    readonly 'sessions.event': {
        readonly from: "gateway";
        readonly scope: "sessions.read";
        readonly roles: readonly ["operator", "agent"];
        readonly subscribed: true;
        readonly data: Type.TUnion<[Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            kind: Type.TLiteral<"created">;
            by: Type.TObject<{
                device: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
            }>;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            kind: Type.TLiteral<"message">;
            by: Type.TObject<{
                device: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
            }>;
            text: Type.TString;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            kind: Type.TLiteral<"directive">;
            by: Type.TObject<{
                device: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
            }>;
            text: Type.TString;
            answer: Type.TString;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            callId: Type.TString;
            kind: Type.TLiteral<"call-requested">;
            by: Type.TObject<{
                device: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
            }>;
            tool: Type.TString;
            summary: Type.TString;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            callId: Type.TString;
            kind: Type.TLiteral<"call-decided">;
            decision: Type.TEnum<["allow", "ask", "deny"]>;
            reasons: Type.TArray<Type.TObject<{
                code: Type.TString;
                message: Type.TString;
                layer: Type.TOptional<Type.TString>;
                rule: Type.TOptional<Type.TString>;
                source: Type.TOptional<Type.TString>;
            }>>;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            callId: Type.TString;
            kind: Type.TLiteral<"call-waiting">;
            approval: Type.TString;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            callId: Type.TString;
            kind: Type.TLiteral<"call-answered">;
            approval: Type.TString;
            decision: Type.TEnum<["allow-once", "allow-always", "deny", "expired", "cancelled"]>;
            by: Type.TOptional<Type.TString>;
            reason: Type.TOptional<Type.TString>;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            callId: Type.TString;
            kind: Type.TLiteral<"call-started">;
            runId: Type.TOptional<Type.TString>;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            callId: Type.TString;
            kind: Type.TLiteral<"call-ended">;
            status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
            message: Type.TString;
            durationMs: Type.TOptional<Type.TNumber>;
            tail: Type.TOptional<Type.TString>;
        }>, Type.TObject<{
            session: Type.TString;
            seq: Type.TInteger;
            at: Type.TInteger;
            kind: Type.TLiteral<"aborted">;
            by: Type.TObject<{
                device: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
            }>;
            reason: Type.TOptional<Type.TString>;
        }>]>;
        readonly summary: "Something happened in a session that is followed.";
    };
    readonly 'tools.state': {
        readonly from: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ['operator', 'agent'];
        readonly subscribed: false;
        readonly data: Type.TObject<{
            callId: Type.TString;
            key: Type.TString;
            state: Type.TEnum<["accepted", "waiting", "running"]>;
            approval: Type.TOptional<Type.TString>;
        }>;
        readonly summary: "A call of this connection goes on: accepted, waiting for an answer, running.";
    };
    readonly 'tools.output': {
        readonly from: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ['operator', 'agent'];
        readonly subscribed: false;
        readonly data: Type.TObject<{
            callId: Type.TString;
            key: Type.TString;
            stream: Type.TEnum<["stdout", "stderr", "update"]>;
            part: Type.TInteger;
            text: Type.TString;
            omittedBytes: Type.TOptional<Type.TInteger>;
        }>;
        readonly summary: "Output of a call of this connection that asked for it.";
    };
    readonly 'approvals.waiting': {
        readonly from: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            approval: Type.TObject<{
                id: Type.TString;
                createdAt: Type.TInteger;
                expiresAt: Type.TInteger;
                state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                callId: Type.TString;
                tool: Type.TString;
                reasons: Type.TArray<Type.TString>;
                sets: Type.TArray<Type.TString>;
                binding: Type.TObject<{
                    text: Type.TString;
                    argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                    executables: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    scripts: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    unbound: Type.TOptional<Type.TArray<Type.TString>>;
                    cwd: Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>;
                    environment: Type.TRecord<"^.*$", Type.TString>;
                    host: Type.TString;
                    agent: Type.TString;
                    session: Type.TString;
                }>;
                security: Type.TString;
                warnings: Type.TArray<Type.TString>;
                decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                grantCovers: Type.TOptional<Type.TString>;
                likeness: Type.TString;
                requestedBy: Type.TOptional<Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>>;
                group: Type.TOptional<Type.TString>;
                quorum: Type.TObject<{
                    approve: Type.TInteger;
                    deny: Type.TInteger;
                    approved: Type.TInteger;
                    denied: Type.TInteger;
                }>;
                reasonRequired: Type.TBoolean;
                answers: Type.TArray<Type.TObject<{
                    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                    by: Type.TString;
                    surface: Type.TString;
                    from: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                    reason: Type.TOptional<Type.TString>;
                    at: Type.TInteger;
                }>>;
                notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
            }>;
        }>;
        readonly summary: "A request waits for an answer.";
    };
    readonly 'approvals.changed': {
        readonly from: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            approval: Type.TObject<{
                id: Type.TString;
                createdAt: Type.TInteger;
                expiresAt: Type.TInteger;
                state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                callId: Type.TString;
                tool: Type.TString;
                reasons: Type.TArray<Type.TString>;
                sets: Type.TArray<Type.TString>;
                binding: Type.TObject<{
                    text: Type.TString;
                    argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                    executables: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    scripts: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    unbound: Type.TOptional<Type.TArray<Type.TString>>;
                    cwd: Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>;
                    environment: Type.TRecord<"^.*$", Type.TString>;
                    host: Type.TString;
                    agent: Type.TString;
                    session: Type.TString;
                }>;
                security: Type.TString;
                warnings: Type.TArray<Type.TString>;
                decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                grantCovers: Type.TOptional<Type.TString>;
                likeness: Type.TString;
                requestedBy: Type.TOptional<Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>>;
                group: Type.TOptional<Type.TString>;
                quorum: Type.TObject<{
                    approve: Type.TInteger;
                    deny: Type.TInteger;
                    approved: Type.TInteger;
                    denied: Type.TInteger;
                }>;
                reasonRequired: Type.TBoolean;
                answers: Type.TArray<Type.TObject<{
                    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                    by: Type.TString;
                    surface: Type.TString;
                    from: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                    reason: Type.TOptional<Type.TString>;
                    at: Type.TInteger;
                }>>;
                notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
            }>;
        }>;
        readonly summary: "A request still waits, with another vote or another group.";
    };
    readonly 'approvals.settled': {
        readonly from: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            approval: Type.TObject<{
                id: Type.TString;
                createdAt: Type.TInteger;
                expiresAt: Type.TInteger;
                state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                callId: Type.TString;
                tool: Type.TString;
                reasons: Type.TArray<Type.TString>;
                sets: Type.TArray<Type.TString>;
                binding: Type.TObject<{
                    text: Type.TString;
                    argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                    executables: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    scripts: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    unbound: Type.TOptional<Type.TArray<Type.TString>>;
                    cwd: Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>;
                    environment: Type.TRecord<"^.*$", Type.TString>;
                    host: Type.TString;
                    agent: Type.TString;
                    session: Type.TString;
                }>;
                security: Type.TString;
                warnings: Type.TArray<Type.TString>;
                decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                grantCovers: Type.TOptional<Type.TString>;
                likeness: Type.TString;
                requestedBy: Type.TOptional<Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>>;
                group: Type.TOptional<Type.TString>;
                quorum: Type.TObject<{
                    approve: Type.TInteger;
                    deny: Type.TInteger;
                    approved: Type.TInteger;
                    denied: Type.TInteger;
                }>;
                reasonRequired: Type.TBoolean;
                answers: Type.TArray<Type.TObject<{
                    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                    by: Type.TString;
                    surface: Type.TString;
                    from: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                    reason: Type.TOptional<Type.TString>;
                    at: Type.TInteger;
                }>>;
                notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
            }>;
        }>;
        readonly summary: "A request is over: answered, expired or cancelled.";
    };
    readonly 'nodes.changed': {
        readonly from: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            node: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>;
        }>;
        readonly summary: "A node came or went, or was approved, changed or removed.";
    };
    readonly 'exec.started': {
        readonly from: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            run: Type.TString;
            node: Type.TString;
            callId: Type.TString;
        }>;
        readonly summary: "A command runs on a node.";
    };
    readonly 'exec.finished': {
        readonly from: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            run: Type.TString;
            node: Type.TString;
            callId: Type.TString;
            status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
            code: Type.TUnion<[Type.TInteger, Type.TNull]>;
        }>;
        readonly summary: "A command on a node has ended, or is lost.";
    };
    readonly 'exec.denied': {
        readonly from: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: Type.TObject<{
            run: Type.TString;
            node: Type.TString;
            callId: Type.TString;
            reason: Type.TString;
        }>;
        readonly summary: "A node did not let a command through that the gateway did.";
    };
};
export type EventName = keyof typeof EVENTS;
export type EventData<Name extends EventName> = Static<(typeof EVENTS)[Name]['data']>;
export declare function isEventName(name: string): name is EventName;

// ../frames/frames.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const RequestId: Type.TString;
export declare const IdempotencyKey: Type.TString;
export declare const RequestFrame: Type.TObject<{
    type: Type.TLiteral<"request">;
    id: Type.TString;
    method: Type.TString;
    params: Type.TObject<{}>;
    idempotencyKey: Type.TOptional<Type.TString>;
    traceparent: Type.TOptional<Type.TString>;
}>;
export type RequestFrame = Static<typeof RequestFrame>;
export declare const ErrorBody: Type.TObject<{
    code: Type.TString;
    message: Type.TString;
    path: Type.TOptional<Type.TString>;
    expected: Type.TOptional<Type.TString>;
    retryAfterMs: Type.TOptional<Type.TInteger>;
    details: Type.TOptional<Type.TObject<{}>>;
}>;
export type ErrorBody = Static<typeof ErrorBody>;
export declare const ResultFrame: Type.TObject<{
    type: Type.TLiteral<"response">;
    id: Type.TString;
    ok: Type.TLiteral<true>;
    result: Type.TObject<{}>;
}>;
export type ResultFrame = Static<typeof ResultFrame>;
export declare const ErrorFrame: Type.TObject<{
    type: Type.TLiteral<"response">;
    id: Type.TUnion<[Type.TString, Type.TNull]>;
    ok: Type.TLiteral<false>;
    error: Type.TObject<{
        code: Type.TString;
        message: Type.TString;
        path: Type.TOptional<Type.TString>;
        expected: Type.TOptional<Type.TString>;
        retryAfterMs: Type.TOptional<Type.TInteger>;
        details: Type.TOptional<Type.TObject<{}>>;
    }>;
}>;
export type ErrorFrame = Static<typeof ErrorFrame>;
export declare const EventFrame: Type.TObject<{
    type: Type.TLiteral<"event">;
    event: Type.TString;
    subscription: Type.TOptional<Type.TString>;
    seq: Type.TOptional<Type.TInteger>;
    data: Type.TObject<{}>;
}>;
export type EventFrame = Static<typeof EventFrame>;
export type ResponseFrame = ResultFrame | ErrorFrame;
export type Frame = RequestFrame | ResponseFrame | EventFrame;

// ../handshake/handshake.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const Challenge: Type.TObject<{
    nonce: Type.TString;
    gateway: Type.TObject<{
        id: Type.TString;
        name: Type.TString;
    }>;
    protocol: Type.TObject<{
        min: Type.TInteger;
        max: Type.TInteger;
    }>;
    time: Type.TInteger;
}>;
export type Challenge = Static<typeof Challenge>;
export declare const ClientInfo: Type.TObject<{
    name: Type.TString;
    version: Type.TString;
    platform: Type.TString;
}>;
export type ClientInfo = Static<typeof ClientInfo>;
export declare const ConnectAuth: Type.TUnion<[Type.TObject<{
    kind: Type.TLiteral<"token">;
}>, Type.TObject<{
    kind: Type.TLiteral<"setup-code">;
    codeId: Type.TString;
    name: Type.TString;
}>, Type.TObject<{
    kind: Type.TLiteral<"pairing">;
    name: Type.TString;
}>]>;
export type ConnectAuth = Static<typeof ConnectAuth>;
export declare const ConnectParams: Type.TObject<{
    protocol: Type.TObject<{
        min: Type.TInteger;
        max: Type.TInteger;
    }>;
    client: Type.TObject<{
        name: Type.TString;
        version: Type.TString;
        platform: Type.TString;
    }>;
    role: Type.TEnum<["operator", "node", "agent"]>;
    scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
    device: Type.TObject<{
        id: Type.TString;
        publicKey: Type.TString;
        signedAt: Type.TInteger;
        signature: Type.TString;
    }>;
    auth: Type.TUnion<[Type.TObject<{
        kind: Type.TLiteral<"token">;
    }>, Type.TObject<{
        kind: Type.TLiteral<"setup-code">;
        codeId: Type.TString;
        name: Type.TString;
    }>, Type.TObject<{
        kind: Type.TLiteral<"pairing">;
        name: Type.TString;
    }>]>;
}>;
export type ConnectParams = Static<typeof ConnectParams>;
export declare const HelloLimits: Type.TObject<{
    maxFrameBytes: Type.TInteger;
    maxDepth: Type.TInteger;
    maxValues: Type.TInteger;
    maxRequestsAtOnce: Type.TInteger;
    maxSubscriptions: Type.TInteger;
    pingIntervalMs: Type.TInteger;
}>;
export type HelloLimits = Static<typeof HelloLimits>;
export declare const Hello: Type.TObject<{
    protocol: Type.TInteger;
    gateway: Type.TObject<{
        id: Type.TString;
        name: Type.TString;
        version: Type.TString;
        publicKey: Type.TString;
        signature: Type.TString;
    }>;
    connection: Type.TString;
    device: Type.TObject<{
        id: Type.TString;
        name: Type.TString;
    }>;
    role: Type.TEnum<["operator", "node", "agent"]>;
    scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
    limits: Type.TObject<{
        maxFrameBytes: Type.TInteger;
        maxDepth: Type.TInteger;
        maxValues: Type.TInteger;
        maxRequestsAtOnce: Type.TInteger;
        maxSubscriptions: Type.TInteger;
        pingIntervalMs: Type.TInteger;
    }>;
    time: Type.TInteger;
    token: Type.TOptional<Type.TString>;
}>;
export type Hello = Static<typeof Hello>;

// ../methods/approvals.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const Answer: Type.TObject<{
    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
    by: Type.TString;
    surface: Type.TString;
    from: Type.TOptional<Type.TObject<{
        device: Type.TString;
        name: Type.TString;
        role: Type.TEnum<["operator", "node", "agent"]>;
    }>>;
    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
    reason: Type.TOptional<Type.TString>;
    at: Type.TInteger;
}>;
export type Answer = Static<typeof Answer>;
export declare const Quorum: Type.TObject<{
    approve: Type.TInteger;
    deny: Type.TInteger;
    approved: Type.TInteger;
    denied: Type.TInteger;
}>;
export declare const Approval: Type.TObject<{
    id: Type.TString;
    createdAt: Type.TInteger;
    expiresAt: Type.TInteger;
    state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
    callId: Type.TString;
    tool: Type.TString;
    reasons: Type.TArray<Type.TString>;
    sets: Type.TArray<Type.TString>;
    binding: Type.TObject<{
        text: Type.TString;
        argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
        executables: Type.TArray<Type.TObject<{
            path: Type.TString;
            node: Type.TString;
            size: Type.TNumber;
            changed: Type.TString;
            hash: Type.TOptional<Type.TString>;
            unkept: Type.TOptional<Type.TString>;
        }>>;
        scripts: Type.TArray<Type.TObject<{
            path: Type.TString;
            node: Type.TString;
            size: Type.TNumber;
            changed: Type.TString;
            hash: Type.TOptional<Type.TString>;
            unkept: Type.TOptional<Type.TString>;
        }>>;
        unbound: Type.TOptional<Type.TArray<Type.TString>>;
        cwd: Type.TObject<{
            path: Type.TString;
            node: Type.TString;
            size: Type.TNumber;
            changed: Type.TString;
            hash: Type.TOptional<Type.TString>;
            unkept: Type.TOptional<Type.TString>;
        }>;
        environment: Type.TRecord<"^.*$", Type.TString>;
        host: Type.TString;
        agent: Type.TString;
        session: Type.TString;
    }>;
    security: Type.TString;
    warnings: Type.TArray<Type.TString>;
    decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
    grantCovers: Type.TOptional<Type.TString>;
    likeness: Type.TString;
    requestedBy: Type.TOptional<Type.TObject<{
        device: Type.TString;
        name: Type.TString;
        role: Type.TEnum<["operator", "node", "agent"]>;
    }>>;
    group: Type.TOptional<Type.TString>;
    quorum: Type.TObject<{
        approve: Type.TInteger;
        deny: Type.TInteger;
        approved: Type.TInteger;
        denied: Type.TInteger;
    }>;
    reasonRequired: Type.TBoolean;
    answers: Type.TArray<Type.TObject<{
        decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
        by: Type.TString;
        surface: Type.TString;
        from: Type.TOptional<Type.TObject<{
            device: Type.TString;
            name: Type.TString;
            role: Type.TEnum<["operator", "node", "agent"]>;
        }>>;
        proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
        reason: Type.TOptional<Type.TString>;
        at: Type.TInteger;
    }>>;
    notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
}>;
export type Approval = Static<typeof Approval>;
export declare const GrantView: Type.TObject<{
    id: Type.TString;
    covers: Type.TString;
    agent: Type.TString;
    host: Type.TString;
    by: Type.TString;
    at: Type.TInteger;
    expiresAt: Type.TOptional<Type.TInteger>;
    maxUses: Type.TOptional<Type.TInteger>;
    uses: Type.TOptional<Type.TInteger>;
}>;
export type GrantView = Static<typeof GrantView>;
export declare const approvalMethods: {
    'approvals.list': {
        readonly to: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            state: Type.TOptional<Type.TEnum<["pending", "settled"]>>;
            session: Type.TOptional<Type.TString>;
            limit: Type.TOptional<Type.TInteger>;
            cursor: Type.TOptional<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            approvals: Type.TArray<Type.TObject<{
                id: Type.TString;
                createdAt: Type.TInteger;
                expiresAt: Type.TInteger;
                state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                callId: Type.TString;
                tool: Type.TString;
                reasons: Type.TArray<Type.TString>;
                sets: Type.TArray<Type.TString>;
                binding: Type.TObject<{
                    text: Type.TString;
                    argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                    executables: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    scripts: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    unbound: Type.TOptional<Type.TArray<Type.TString>>;
                    cwd: Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>;
                    environment: Type.TRecord<"^.*$", Type.TString>;
                    host: Type.TString;
                    agent: Type.TString;
                    session: Type.TString;
                }>;
                security: Type.TString;
                warnings: Type.TArray<Type.TString>;
                decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                grantCovers: Type.TOptional<Type.TString>;
                likeness: Type.TString;
                requestedBy: Type.TOptional<Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>>;
                group: Type.TOptional<Type.TString>;
                quorum: Type.TObject<{
                    approve: Type.TInteger;
                    deny: Type.TInteger;
                    approved: Type.TInteger;
                    denied: Type.TInteger;
                }>;
                reasonRequired: Type.TBoolean;
                answers: Type.TArray<Type.TObject<{
                    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                    by: Type.TString;
                    surface: Type.TString;
                    from: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                    reason: Type.TOptional<Type.TString>;
                    at: Type.TInteger;
                }>>;
                notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
            }>>;
            next: Type.TOptional<Type.TString>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Lists what waits for an answer, or what was settled; the oldest first.";
    };
    'approvals.get': {
        readonly to: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            id: Type.TString;
        }>;
        readonly result: Type.TObject<{
            approval: Type.TObject<{
                id: Type.TString;
                createdAt: Type.TInteger;
                expiresAt: Type.TInteger;
                state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                callId: Type.TString;
                tool: Type.TString;
                reasons: Type.TArray<Type.TString>;
                sets: Type.TArray<Type.TString>;
                binding: Type.TObject<{
                    text: Type.TString;
                    argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                    executables: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    scripts: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    unbound: Type.TOptional<Type.TArray<Type.TString>>;
                    cwd: Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>;
                    environment: Type.TRecord<"^.*$", Type.TString>;
                    host: Type.TString;
                    agent: Type.TString;
                    session: Type.TString;
                }>;
                security: Type.TString;
                warnings: Type.TArray<Type.TString>;
                decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                grantCovers: Type.TOptional<Type.TString>;
                likeness: Type.TString;
                requestedBy: Type.TOptional<Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>>;
                group: Type.TOptional<Type.TString>;
                quorum: Type.TObject<{
                    approve: Type.TInteger;
                    deny: Type.TInteger;
                    approved: Type.TInteger;
                    denied: Type.TInteger;
                }>;
                reasonRequired: Type.TBoolean;
                answers: Type.TArray<Type.TObject<{
                    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                    by: Type.TString;
                    surface: Type.TString;
                    from: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                    reason: Type.TOptional<Type.TString>;
                    at: Type.TInteger;
                }>>;
                notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS"];
        readonly summary: "Says everything that is known of one request.";
    };
    'approvals.watch': {
        readonly to: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            after: Type.TOptional<Type.TObject<{
                epoch: Type.TString;
                seq: Type.TInteger;
            }>>;
        }>;
        readonly result: Type.TObject<{
            subscription: Type.TString;
            epoch: Type.TString;
            head: Type.TInteger;
            gap: Type.TOptional<Type.TObject<{
                from: Type.TInteger;
                to: Type.TInteger;
            }>>;
            pending: Type.TArray<Type.TObject<{
                id: Type.TString;
                createdAt: Type.TInteger;
                expiresAt: Type.TInteger;
                state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                callId: Type.TString;
                tool: Type.TString;
                reasons: Type.TArray<Type.TString>;
                sets: Type.TArray<Type.TString>;
                binding: Type.TObject<{
                    text: Type.TString;
                    argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                    executables: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    scripts: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    unbound: Type.TOptional<Type.TArray<Type.TString>>;
                    cwd: Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>;
                    environment: Type.TRecord<"^.*$", Type.TString>;
                    host: Type.TString;
                    agent: Type.TString;
                    session: Type.TString;
                }>;
                security: Type.TString;
                warnings: Type.TArray<Type.TString>;
                decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                grantCovers: Type.TOptional<Type.TString>;
                likeness: Type.TString;
                requestedBy: Type.TOptional<Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>>;
                group: Type.TOptional<Type.TString>;
                quorum: Type.TObject<{
                    approve: Type.TInteger;
                    deny: Type.TInteger;
                    approved: Type.TInteger;
                    denied: Type.TInteger;
                }>;
                reasonRequired: Type.TBoolean;
                answers: Type.TArray<Type.TObject<{
                    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                    by: Type.TString;
                    surface: Type.TString;
                    from: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                    reason: Type.TOptional<Type.TString>;
                    at: Type.TInteger;
                }>>;
                notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
            }>>;
            more: Type.TInteger;
        }>;
        readonly errors: readonly [];
        readonly events: readonly ["approvals.waiting", "approvals.changed", "approvals.settled"];
        readonly summary: "Lists what waits, and tells what comes and what is settled.";
    };
    'approvals.answer': {
        readonly to: 'gateway';
        readonly scope: 'approvals.answer';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'optional';
        readonly params: Type.TObject<{
            id: Type.TString;
            decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
            reason: Type.TOptional<Type.TString>;
            reach: Type.TOptional<Type.TObject<{
                maxUses: Type.TOptional<Type.TInteger>;
                lastsMs: Type.TOptional<Type.TInteger>;
                scope: Type.TOptional<Type.TEnum<["exact", "folder", "workspace"]>>;
            }>>;
        }>;
        readonly result: Type.TObject<{
            counts: Type.TBoolean;
            approval: Type.TObject<{
                id: Type.TString;
                createdAt: Type.TInteger;
                expiresAt: Type.TInteger;
                state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                callId: Type.TString;
                tool: Type.TString;
                reasons: Type.TArray<Type.TString>;
                sets: Type.TArray<Type.TString>;
                binding: Type.TObject<{
                    text: Type.TString;
                    argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                    executables: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    scripts: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    unbound: Type.TOptional<Type.TArray<Type.TString>>;
                    cwd: Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>;
                    environment: Type.TRecord<"^.*$", Type.TString>;
                    host: Type.TString;
                    agent: Type.TString;
                    session: Type.TString;
                }>;
                security: Type.TString;
                warnings: Type.TArray<Type.TString>;
                decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                grantCovers: Type.TOptional<Type.TString>;
                likeness: Type.TString;
                requestedBy: Type.TOptional<Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>>;
                group: Type.TOptional<Type.TString>;
                quorum: Type.TObject<{
                    approve: Type.TInteger;
                    deny: Type.TInteger;
                    approved: Type.TInteger;
                    denied: Type.TInteger;
                }>;
                reasonRequired: Type.TBoolean;
                answers: Type.TArray<Type.TObject<{
                    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                    by: Type.TString;
                    surface: Type.TString;
                    from: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                    reason: Type.TOptional<Type.TString>;
                    at: Type.TInteger;
                }>>;
                notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "SETTLED", "IDEMPOTENCY_CONFLICT", "RECORD_FAILED"];
        readonly summary: "Answers one request. The first answer counts, or as many as its quorum needs.";
    };
    'approvals.answerMany': {
        readonly to: 'gateway';
        readonly scope: 'approvals.answer';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'optional';
        readonly params: Type.TObject<{
            ids: Type.TArray<Type.TString>;
            likeness: Type.TString;
            decision: Type.TEnum<["allow-once", "deny"]>;
            reason: Type.TOptional<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            answered: Type.TArray<Type.TObject<{
                counts: Type.TBoolean;
                approval: Type.TObject<{
                    id: Type.TString;
                    createdAt: Type.TInteger;
                    expiresAt: Type.TInteger;
                    state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                    callId: Type.TString;
                    tool: Type.TString;
                    reasons: Type.TArray<Type.TString>;
                    sets: Type.TArray<Type.TString>;
                    binding: Type.TObject<{
                        text: Type.TString;
                        argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                        executables: Type.TArray<Type.TObject<{
                            path: Type.TString;
                            node: Type.TString;
                            size: Type.TNumber;
                            changed: Type.TString;
                            hash: Type.TOptional<Type.TString>;
                            unkept: Type.TOptional<Type.TString>;
                        }>>;
                        scripts: Type.TArray<Type.TObject<{
                            path: Type.TString;
                            node: Type.TString;
                            size: Type.TNumber;
                            changed: Type.TString;
                            hash: Type.TOptional<Type.TString>;
                            unkept: Type.TOptional<Type.TString>;
                        }>>;
                        unbound: Type.TOptional<Type.TArray<Type.TString>>;
                        cwd: Type.TObject<{
                            path: Type.TString;
                            node: Type.TString;
                            size: Type.TNumber;
                            changed: Type.TString;
                            hash: Type.TOptional<Type.TString>;
                            unkept: Type.TOptional<Type.TString>;
                        }>;
                        environment: Type.TRecord<"^.*$", Type.TString>;
                        host: Type.TString;
                        agent: Type.TString;
                        session: Type.TString;
                    }>;
                    security: Type.TString;
                    warnings: Type.TArray<Type.TString>;
                    decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                    grantCovers: Type.TOptional<Type.TString>;
                    likeness: Type.TString;
                    requestedBy: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    group: Type.TOptional<Type.TString>;
                    quorum: Type.TObject<{
                        approve: Type.TInteger;
                        deny: Type.TInteger;
                        approved: Type.TInteger;
                        denied: Type.TInteger;
                    }>;
                    reasonRequired: Type.TBoolean;
                    answers: Type.TArray<Type.TObject<{
                        decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                        by: Type.TString;
                        surface: Type.TString;
                        from: Type.TOptional<Type.TObject<{
                            device: Type.TString;
                            name: Type.TString;
                            role: Type.TEnum<["operator", "node", "agent"]>;
                        }>>;
                        proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                        reason: Type.TOptional<Type.TString>;
                        at: Type.TInteger;
                    }>>;
                    notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
                }>;
            }>>;
            failed: Type.TArray<Type.TObject<{
                id: Type.TString;
                code: Type.TString;
                message: Type.TString;
            }>>;
        }>;
        readonly errors: readonly ["IDEMPOTENCY_CONFLICT", "RECORD_FAILED"];
        readonly summary: "Answers several requests that are alike, each by itself.";
    };
    'approvals.delegate': {
        readonly to: 'gateway';
        readonly scope: 'approvals.answer';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'optional';
        readonly params: Type.TObject<{
            id: Type.TString;
            group: Type.TString;
            reason: Type.TOptional<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            approval: Type.TObject<{
                id: Type.TString;
                createdAt: Type.TInteger;
                expiresAt: Type.TInteger;
                state: Type.TEnum<["pending", "answered", "used", "expired", "cancelled"]>;
                callId: Type.TString;
                tool: Type.TString;
                reasons: Type.TArray<Type.TString>;
                sets: Type.TArray<Type.TString>;
                binding: Type.TObject<{
                    text: Type.TString;
                    argv: Type.TUnion<[Type.TArray<Type.TArray<Type.TString>>, Type.TNull]>;
                    executables: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    scripts: Type.TArray<Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>>;
                    unbound: Type.TOptional<Type.TArray<Type.TString>>;
                    cwd: Type.TObject<{
                        path: Type.TString;
                        node: Type.TString;
                        size: Type.TNumber;
                        changed: Type.TString;
                        hash: Type.TOptional<Type.TString>;
                        unkept: Type.TOptional<Type.TString>;
                    }>;
                    environment: Type.TRecord<"^.*$", Type.TString>;
                    host: Type.TString;
                    agent: Type.TString;
                    session: Type.TString;
                }>;
                security: Type.TString;
                warnings: Type.TArray<Type.TString>;
                decisions: Type.TArray<Type.TEnum<["allow-once", "allow-always", "deny"]>>;
                grantCovers: Type.TOptional<Type.TString>;
                likeness: Type.TString;
                requestedBy: Type.TOptional<Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>>;
                group: Type.TOptional<Type.TString>;
                quorum: Type.TObject<{
                    approve: Type.TInteger;
                    deny: Type.TInteger;
                    approved: Type.TInteger;
                    denied: Type.TInteger;
                }>;
                reasonRequired: Type.TBoolean;
                answers: Type.TArray<Type.TObject<{
                    decision: Type.TEnum<["allow-once", "allow-always", "deny"]>;
                    by: Type.TString;
                    surface: Type.TString;
                    from: Type.TOptional<Type.TObject<{
                        device: Type.TString;
                        name: Type.TString;
                        role: Type.TEnum<["operator", "node", "agent"]>;
                    }>>;
                    proof: Type.TOptional<Type.TEnum<["device-key", "bearer-token", "local-socket", "terminal", "chat-member", "signed-webhook"]>>;
                    reason: Type.TOptional<Type.TString>;
                    at: Type.TInteger;
                }>>;
                notByCaller: Type.TOptional<Type.TEnum<["self-approval", "group", "scope", "answered"]>>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "SETTLED", "RECORD_FAILED"];
        readonly summary: "Hands a request to a group, whose members answer it from then on.";
    };
    'approvals.groups': {
        readonly to: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            groups: Type.TArray<Type.TObject<{
                id: Type.TString;
                label: Type.TOptional<Type.TString>;
                members: Type.TInteger;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Lists the groups that requests can be delegated to.";
    };
    'grants.list': {
        readonly to: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            grants: Type.TArray<Type.TObject<{
                id: Type.TString;
                covers: Type.TString;
                agent: Type.TString;
                host: Type.TString;
                by: Type.TString;
                at: Type.TInteger;
                expiresAt: Type.TOptional<Type.TInteger>;
                maxUses: Type.TOptional<Type.TInteger>;
                uses: Type.TOptional<Type.TInteger>;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Lists what was allowed for good.";
    };
    'grants.revoke': {
        readonly to: 'gateway';
        readonly scope: 'approvals.answer';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'optional';
        readonly params: Type.TObject<{
            id: Type.TString;
        }>;
        readonly result: Type.TObject<{
            grant: Type.TObject<{
                id: Type.TString;
                covers: Type.TString;
                agent: Type.TString;
                host: Type.TString;
                by: Type.TString;
                at: Type.TInteger;
                expiresAt: Type.TOptional<Type.TInteger>;
                maxUses: Type.TOptional<Type.TInteger>;
                uses: Type.TOptional<Type.TInteger>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Takes back what was allowed for good.";
    };
};

// ../methods/audit.d.ts
import * as Type from 'typebox';
export declare const AuditRecordView: Type.TObject<{
    seq: Type.TInteger;
    time: Type.TString;
    prev: Type.TString;
    type: Type.TString;
    data: Type.TObject<{}>;
    hash: Type.TString;
}>;
export declare const auditMethods: {
    'audit.tail': {
        readonly to: 'gateway';
        readonly scope: 'audit.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            limit: Type.TOptional<Type.TInteger>;
            before: Type.TOptional<Type.TInteger>;
            types: Type.TOptional<Type.TArray<Type.TString>>;
        }>;
        readonly result: Type.TObject<{
            records: Type.TArray<Type.TObject<{
                seq: Type.TInteger;
                time: Type.TString;
                prev: Type.TString;
                type: Type.TString;
                data: Type.TObject<{}>;
                hash: Type.TString;
            }>>;
            head: Type.TObject<{
                seq: Type.TInteger;
                hash: Type.TString;
            }>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Reads the last records of the audit log, the oldest of them first.";
    };
    'audit.verify': {
        readonly to: 'gateway';
        readonly scope: 'audit.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            anchor: Type.TOptional<Type.TObject<{
                seq: Type.TInteger;
                hash: Type.TString;
            }>>;
        }>;
        readonly result: Type.TObject<{
            ok: Type.TBoolean;
            records: Type.TInteger;
            head: Type.TObject<{
                seq: Type.TInteger;
                hash: Type.TString;
            }>;
            recoveries: Type.TInteger;
            problems: Type.TArray<Type.TObject<{
                line: Type.TInteger;
                segment: Type.TOptional<Type.TString>;
                seq: Type.TUnion<[Type.TInteger, Type.TNull]>;
                kind: Type.TString;
                message: Type.TString;
            }>>;
            problemCount: Type.TInteger;
        }>;
        readonly errors: readonly [];
        readonly summary: "Verifies the chain of the audit log.";
    };
};

// ../methods/devices.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const Device: Type.TObject<{
    id: Type.TString;
    name: Type.TString;
    role: Type.TEnum<["operator", "node", "agent"]>;
    scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
    agent: Type.TOptional<Type.TString>;
    bearer: Type.TOptional<Type.TLiteral<true>>;
    pairedAt: Type.TInteger;
    pairedBy: Type.TOptional<Type.TString>;
    seenAt: Type.TOptional<Type.TInteger>;
    client: Type.TOptional<Type.TObject<{
        name: Type.TString;
        version: Type.TString;
        platform: Type.TString;
    }>>;
    connections: Type.TInteger;
    revokedAt: Type.TOptional<Type.TInteger>;
}>;
export type Device = Static<typeof Device>;
export declare const PairingRequest: Type.TObject<{
    request: Type.TString;
    device: Type.TString;
    name: Type.TString;
    role: Type.TEnum<["operator", "node", "agent"]>;
    scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
    client: Type.TObject<{
        name: Type.TString;
        version: Type.TString;
        platform: Type.TString;
    }>;
    from: Type.TString;
    at: Type.TInteger;
    expiresAt: Type.TInteger;
}>;
export type PairingRequest = Static<typeof PairingRequest>;
export declare const deviceMethods: {
    'devices.list': {
        readonly to: "gateway";
        readonly scope: "devices.read";
        readonly roles: readonly ["operator"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            devices: Type.TArray<Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                agent: Type.TOptional<Type.TString>;
                bearer: Type.TOptional<Type.TLiteral<true>>;
                pairedAt: Type.TInteger;
                pairedBy: Type.TOptional<Type.TString>;
                seenAt: Type.TOptional<Type.TInteger>;
                client: Type.TOptional<Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>>;
                connections: Type.TInteger;
                revokedAt: Type.TOptional<Type.TInteger>;
            }>>;
            pending: Type.TArray<Type.TObject<{
                request: Type.TString;
                device: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                client: Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>;
                from: Type.TString;
                at: Type.TInteger;
                expiresAt: Type.TInteger;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Lists the devices that are paired, and those that ask to be.";
    };
    'devices.watch': {
        readonly to: "gateway";
        readonly scope: "devices.read";
        readonly roles: readonly ["operator"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            after: Type.TOptional<Type.TObject<{
                epoch: Type.TString;
                seq: Type.TInteger;
            }>>;
        }>;
        readonly result: Type.TObject<{
            subscription: Type.TString;
            epoch: Type.TString;
            head: Type.TInteger;
            gap: Type.TOptional<Type.TObject<{
                from: Type.TInteger;
                to: Type.TInteger;
            }>>;
            devices: Type.TArray<Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                agent: Type.TOptional<Type.TString>;
                bearer: Type.TOptional<Type.TLiteral<true>>;
                pairedAt: Type.TInteger;
                pairedBy: Type.TOptional<Type.TString>;
                seenAt: Type.TOptional<Type.TInteger>;
                client: Type.TOptional<Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>>;
                connections: Type.TInteger;
                revokedAt: Type.TOptional<Type.TInteger>;
            }>>;
            pending: Type.TArray<Type.TObject<{
                request: Type.TString;
                device: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                client: Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>;
                from: Type.TString;
                at: Type.TInteger;
                expiresAt: Type.TInteger;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly events: readonly ["devices.changed", "devices.pairing"];
        readonly summary: "Lists the devices, and tells what changes.";
    };
    'devices.invite': {
        readonly to: 'gateway';
        readonly scope: 'devices.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            role: Type.TEnum<["operator", "node", "agent"]>;
            scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
            name: Type.TOptional<Type.TString>;
            agent: Type.TOptional<Type.TString>;
            bearer: Type.TOptional<Type.TBoolean>;
            expiresInMs: Type.TOptional<Type.TInteger>;
        }>;
        readonly result: Type.TObject<{
            code: Type.TString;
            expiresAt: Type.TInteger;
            gateway: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
            }>;
        }>;
        readonly errors: readonly ["RECORD_FAILED"];
        readonly summary: "Makes a setup code that lets one device in.";
    };
    'devices.approve': {
        readonly to: 'gateway';
        readonly scope: 'devices.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            request: Type.TString;
            name: Type.TOptional<Type.TString>;
            scopes: Type.TOptional<Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>>;
            agent: Type.TOptional<Type.TString>;
            bearer: Type.TOptional<Type.TBoolean>;
        }>;
        readonly result: Type.TObject<{
            device: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                agent: Type.TOptional<Type.TString>;
                bearer: Type.TOptional<Type.TLiteral<true>>;
                pairedAt: Type.TInteger;
                pairedBy: Type.TOptional<Type.TString>;
                seenAt: Type.TOptional<Type.TInteger>;
                client: Type.TOptional<Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>>;
                connections: Type.TInteger;
                revokedAt: Type.TOptional<Type.TInteger>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "SETTLED", "RECORD_FAILED"];
        readonly summary: "Lets a device in that asks to be paired.";
    };
    'devices.reject': {
        readonly to: 'gateway';
        readonly scope: 'devices.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            request: Type.TString;
        }>;
        readonly result: Type.TObject<{}>;
        readonly errors: readonly ["NOT_FOUND", "SETTLED", "RECORD_FAILED"];
        readonly summary: "Refuses a device that asks to be paired.";
    };
    'devices.rename': {
        readonly to: 'gateway';
        readonly scope: 'devices.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            device: Type.TString;
            name: Type.TString;
        }>;
        readonly result: Type.TObject<{
            device: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                agent: Type.TOptional<Type.TString>;
                bearer: Type.TOptional<Type.TLiteral<true>>;
                pairedAt: Type.TInteger;
                pairedBy: Type.TOptional<Type.TString>;
                seenAt: Type.TOptional<Type.TInteger>;
                client: Type.TOptional<Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>>;
                connections: Type.TInteger;
                revokedAt: Type.TOptional<Type.TInteger>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "CONFLICT", "RECORD_FAILED"];
        readonly summary: "Gives a device another name.";
    };
    'devices.rotate': {
        readonly to: 'gateway';
        readonly scope: 'devices.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            device: Type.TString;
        }>;
        readonly result: Type.TObject<{
            device: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                agent: Type.TOptional<Type.TString>;
                bearer: Type.TOptional<Type.TLiteral<true>>;
                pairedAt: Type.TInteger;
                pairedBy: Type.TOptional<Type.TString>;
                seenAt: Type.TOptional<Type.TInteger>;
                client: Type.TOptional<Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>>;
                connections: Type.TInteger;
                revokedAt: Type.TOptional<Type.TInteger>;
            }>;
            token: Type.TOptional<Type.TString>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Has a device given another token.";
    };
    'devices.revoke': {
        readonly to: 'gateway';
        readonly scope: 'devices.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            device: Type.TString;
        }>;
        readonly result: Type.TObject<{
            device: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                role: Type.TEnum<["operator", "node", "agent"]>;
                scopes: Type.TArray<Type.TEnum<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
                agent: Type.TOptional<Type.TString>;
                bearer: Type.TOptional<Type.TLiteral<true>>;
                pairedAt: Type.TInteger;
                pairedBy: Type.TOptional<Type.TString>;
                seenAt: Type.TOptional<Type.TInteger>;
                client: Type.TOptional<Type.TObject<{
                    name: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                }>>;
                connections: Type.TInteger;
                revokedAt: Type.TOptional<Type.TInteger>;
            }>;
            closed: Type.TInteger;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Lets a device in no more, and closes its connections at once.";
    };
};

// ../methods/gateway.d.ts
import * as Type from 'typebox';
export declare const gatewayMethods: {
    'gateway.health': {
        readonly to: "gateway";
        readonly scope: "status.read";
        readonly roles: readonly ["operator", "agent", "node"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            state: Type.TEnum<["starting", "ready", "draining"]>;
            time: Type.TInteger;
        }>;
        readonly errors: readonly [];
        readonly summary: "Says that the gateway lives, and whether it takes new calls.";
    };
    'gateway.status': {
        readonly to: "gateway";
        readonly scope: "status.read";
        readonly roles: readonly ["operator"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            gateway: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                version: Type.TString;
            }>;
            protocol: Type.TObject<{
                min: Type.TInteger;
                max: Type.TInteger;
            }>;
            state: Type.TEnum<["starting", "ready", "draining"]>;
            startedAt: Type.TInteger;
            time: Type.TInteger;
            pid: Type.TInteger;
            addresses: Type.TArray<Type.TString>;
            connections: Type.TObject<{
                operator: Type.TInteger;
                agent: Type.TInteger;
                node: Type.TInteger;
            }>;
            sessions: Type.TInteger;
            calls: Type.TInteger;
            approvals: Type.TInteger;
            problems: Type.TArray<Type.TString>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Says what the gateway is, where it listens, and what it is busy with.";
    };
    'gateway.reload': {
        readonly to: "gateway";
        readonly scope: "admin";
        readonly roles: readonly ["operator"];
        readonly access: "write";
        readonly idempotency: "none";
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            applied: Type.TArray<Type.TString>;
            restart: Type.TArray<Type.TString>;
        }>;
        readonly errors: readonly ["CONFLICT"];
        readonly summary: "Reads the configuration again. A broken one is refused with file and line, and the earlier one stays.";
    };
};

// ../methods/method-table.d.ts
import type { Static } from 'typebox';
import { approvalMethods } from './approvals.ts';
import { auditMethods } from './audit.ts';
import { deviceMethods } from './devices.ts';
import { gatewayMethods } from './gateway.ts';
import { nodeCommandMethods } from './node-commands.ts';
import { nodeReportMethods } from './node-reports.ts';
import { nodeMethods } from './nodes.ts';
import { policyMethods } from './policy.ts';
import { sessionMethods } from './sessions.ts';
import { subscriptionMethods } from './subscription.ts';
import { toolMethods } from './tools.ts';
type Methods = typeof gatewayMethods & typeof deviceMethods & typeof sessionMethods & typeof toolMethods & typeof approvalMethods & typeof nodeMethods & typeof nodeReportMethods & typeof nodeCommandMethods & typeof policyMethods & typeof auditMethods & typeof subscriptionMethods;
export declare const METHODS: Methods;
export type MethodName = keyof Methods;
export type MethodsOf<Side extends 'gateway' | 'node'> = {
    [Name in MethodName]: Methods[Name]['to'] extends Side ? Name : never;
}[MethodName];
export type ParamsOf<Name extends MethodName> = Static<Methods[Name]['params']>;
export type ResultOf<Name extends MethodName> = Static<Methods[Name]['result']>;
export type SubscribingMethod = {
    [Name in MethodName]: ResultOf<Name> extends {
        readonly subscription: string;
    } ? Name : never;
}[MethodName];
export declare function isMethodName(name: string): name is MethodName;
export {};

// ../methods/method.d.ts
import type { TSchema } from 'typebox';
import type { Role } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { NodeCommand } from '../values/node.ts';
export interface Method<Params extends TSchema = TSchema, Result extends TSchema = TSchema> {
    readonly to: 'gateway' | 'node';
    readonly scope: Scope;
    readonly approved?: NodeCommand;
    readonly roles: readonly [Role, ...Role[]];
    readonly access: 'read' | 'write';
    readonly idempotency: 'none' | 'optional' | 'required';
    readonly params: Params;
    readonly result: Result;
    readonly errors: readonly ErrorCode[];
    readonly events?: readonly string[];
    readonly summary: string;
}
export declare const method: <const Spec extends Method>(spec: Spec) => Spec;
export declare const OPERATOR: readonly ['operator'];
export declare const OPERATOR_OR_AGENT: readonly ['operator', 'agent'];
export declare const ANYBODY: readonly ['operator', 'agent', 'node'];
export type MethodTable = Readonly<Record<string, Method>>;

// ../methods/node-commands.d.ts
import * as Type from 'typebox';
export declare const nodeCommandMethods: {
    'node.describe': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            description: Type.TObject<{
                instance: Type.TString;
                ledger: Type.TString;
                version: Type.TString;
                platform: Type.TString;
                arch: Type.TString;
                hostname: Type.TString;
                sandbox: Type.TObject<{
                    active: Type.TBoolean;
                    backend: Type.TString;
                    reasons: Type.TArray<Type.TString>;
                }>;
                workspace: Type.TString;
                commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                labels: Type.TRecord<"^.*$", Type.TString>;
                startedAt: Type.TInteger;
            }>;
            time: Type.TInteger;
        }>;
        readonly errors: readonly [];
        readonly summary: "Says what the node is, and what it offers.";
    };
    'system.which': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.which";
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            names: Type.TArray<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            programs: Type.TArray<Type.TObject<{
                name: Type.TString;
                path: Type.TUnion<[Type.TString, Type.TNull]>;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Finds programs as a command on the node would.";
    };
    'system.run.prepare': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.run";
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            agent: Type.TString;
            session: Type.TString;
            command: Type.TString;
            workdir: Type.TOptional<Type.TString>;
            env: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
            timeoutMs: Type.TOptional<Type.TInteger>;
            pty: Type.TOptional<Type.TBoolean>;
            background: Type.TOptional<Type.TBoolean>;
        }>;
        readonly result: Type.TObject<{
            decision: Type.TEnum<["allow", "ask", "deny"]>;
            reasons: Type.TArray<Type.TObject<{
                code: Type.TString;
                message: Type.TString;
                layer: Type.TOptional<Type.TString>;
                rule: Type.TOptional<Type.TString>;
                source: Type.TOptional<Type.TString>;
            }>>;
            problem: Type.TOptional<Type.TString>;
            cwd: Type.TString;
            home: Type.TString;
            workspace: Type.TString;
            programs: Type.TArray<Type.TObject<{
                name: Type.TString;
                path: Type.TUnion<[Type.TString, Type.TNull]>;
            }>>;
            binding: Type.TString;
        }>;
        readonly errors: readonly [];
        readonly summary: "Decides a command line on the node, and says what it would run there. Runs nothing.";
    };
    'system.run': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.run";
        readonly access: "write";
        readonly idempotency: "required";
        readonly params: Type.TObject<{
            agent: Type.TString;
            session: Type.TString;
            command: Type.TString;
            workdir: Type.TOptional<Type.TString>;
            env: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
            timeoutMs: Type.TOptional<Type.TInteger>;
            pty: Type.TOptional<Type.TBoolean>;
            background: Type.TOptional<Type.TBoolean>;
            run: Type.TString;
            binding: Type.TString;
            stream: Type.TOptional<Type.TBoolean>;
        }>;
        readonly result: Type.TObject<{
            state: Type.TEnum<["none", "accepted", "running", "ended"]>;
            outcome: Type.TOptional<Type.TObject<{
                status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
                message: Type.TString;
                exit: Type.TOptional<Type.TObject<{
                    code: Type.TUnion<[Type.TInteger, Type.TNull]>;
                    signal: Type.TUnion<[Type.TString, Type.TNull]>;
                    reason: Type.TEnum<["exit", "signal", "timeout", "aborted", "spawn-failed"]>;
                    text: Type.TString;
                    durationMs: Type.TNumber;
                }>>;
                stdout: Type.TString;
                stderr: Type.TString;
                tail: Type.TString;
                truncated: Type.TBoolean;
                decision: Type.TOptional<Type.TEnum<["allow", "ask", "deny"]>>;
                reasons: Type.TArray<Type.TObject<{
                    code: Type.TString;
                    message: Type.TString;
                    layer: Type.TOptional<Type.TString>;
                    rule: Type.TOptional<Type.TString>;
                    source: Type.TOptional<Type.TString>;
                }>>;
                record: Type.TOptional<Type.TString>;
                job: Type.TOptional<Type.TString>;
                startedAt: Type.TOptional<Type.TInteger>;
                endedAt: Type.TInteger;
            }>>;
        }>;
        readonly errors: readonly ["IDEMPOTENCY_CONFLICT", "RECORD_FAILED"];
        readonly summary: "Has a command decided and run on the node, at most once. Its end is reported by `run.finished`.";
    };
    'system.run.cancel': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.run";
        readonly access: "write";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            run: Type.TString;
        }>;
        readonly result: Type.TObject<{
            cancelling: Type.TBoolean;
        }>;
        readonly errors: readonly [];
        readonly summary: "Ends a command with all its processes.";
    };
    'run.status': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            run: Type.TString;
        }>;
        readonly result: Type.TObject<{
            state: Type.TEnum<["none", "accepted", "running", "ended"]>;
            startedAt: Type.TOptional<Type.TInteger>;
            tail: Type.TOptional<Type.TString>;
            outcome: Type.TOptional<Type.TObject<{
                status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
                message: Type.TString;
                exit: Type.TOptional<Type.TObject<{
                    code: Type.TUnion<[Type.TInteger, Type.TNull]>;
                    signal: Type.TUnion<[Type.TString, Type.TNull]>;
                    reason: Type.TEnum<["exit", "signal", "timeout", "aborted", "spawn-failed"]>;
                    text: Type.TString;
                    durationMs: Type.TNumber;
                }>>;
                stdout: Type.TString;
                stderr: Type.TString;
                tail: Type.TString;
                truncated: Type.TBoolean;
                decision: Type.TOptional<Type.TEnum<["allow", "ask", "deny"]>>;
                reasons: Type.TArray<Type.TObject<{
                    code: Type.TString;
                    message: Type.TString;
                    layer: Type.TOptional<Type.TString>;
                    rule: Type.TOptional<Type.TString>;
                    source: Type.TOptional<Type.TString>;
                }>>;
                record: Type.TOptional<Type.TString>;
                job: Type.TOptional<Type.TString>;
                startedAt: Type.TOptional<Type.TInteger>;
                endedAt: Type.TInteger;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Asks the ledger of the node what has become of a command.";
    };
    'system.process': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.run";
        readonly access: "write";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            agent: Type.TString;
            session: Type.TString;
            input: Type.TObject<{}>;
        }>;
        readonly result: Type.TObject<{
            status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
            message: Type.TString;
            content: Type.TArray<Type.TString>;
            reasons: Type.TArray<Type.TObject<{
                code: Type.TString;
                message: Type.TString;
                layer: Type.TOptional<Type.TString>;
                rule: Type.TOptional<Type.TString>;
                source: Type.TOptional<Type.TString>;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Looks after the background commands of the node, as the tool `process` does.";
    };
    'system.file.read': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.file";
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            agent: Type.TString;
            session: Type.TString;
            input: Type.TObject<{}>;
        }>;
        readonly result: Type.TObject<{
            status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
            message: Type.TString;
            content: Type.TArray<Type.TString>;
            reasons: Type.TArray<Type.TObject<{
                code: Type.TString;
                message: Type.TString;
                layer: Type.TOptional<Type.TString>;
                rule: Type.TOptional<Type.TString>;
                source: Type.TOptional<Type.TString>;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Reads a file of the node, as the tool `read_file` does.";
    };
    'system.file.write': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.file";
        readonly access: "write";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            agent: Type.TString;
            session: Type.TString;
            input: Type.TObject<{}>;
        }>;
        readonly result: Type.TObject<{
            status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
            message: Type.TString;
            content: Type.TArray<Type.TString>;
            reasons: Type.TArray<Type.TObject<{
                code: Type.TString;
                message: Type.TString;
                layer: Type.TOptional<Type.TString>;
                rule: Type.TOptional<Type.TString>;
                source: Type.TOptional<Type.TString>;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Writes a file of the node, as the tool `write_file` does.";
    };
    'system.execApprovals.get': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.execApprovals.get";
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            document: Type.TUnion<[Type.TString, Type.TNull]>;
            hash: Type.TUnion<[Type.TString, Type.TNull]>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Reads the approvals document of the owner of the node.";
    };
    'system.execApprovals.set': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly approved: "system.execApprovals.set";
        readonly access: "write";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            document: Type.TString;
            base: Type.TUnion<[Type.TString, Type.TNull]>;
        }>;
        readonly result: Type.TObject<{
            hash: Type.TString;
        }>;
        readonly errors: readonly ["CONFLICT", "RECORD_FAILED"];
        readonly summary: "Replaces the approvals document of the node, where its owner offers that.";
    };
};

// ../methods/node-reports.d.ts
import * as Type from 'typebox';
export declare const nodeReportMethods: {
    'node.attach': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            description: Type.TObject<{
                instance: Type.TString;
                ledger: Type.TString;
                version: Type.TString;
                platform: Type.TString;
                arch: Type.TString;
                hostname: Type.TString;
                sandbox: Type.TObject<{
                    active: Type.TBoolean;
                    backend: Type.TString;
                    reasons: Type.TArray<Type.TString>;
                }>;
                workspace: Type.TString;
                commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                labels: Type.TRecord<"^.*$", Type.TString>;
                startedAt: Type.TInteger;
            }>;
        }>;
        readonly result: Type.TObject<{
            epoch: Type.TInteger;
            name: Type.TString;
            labels: Type.TRecord<"^.*$", Type.TString>;
            approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
        }>;
        readonly errors: readonly ["RECORD_FAILED"];
        readonly summary: "Says what the node offers; from then on it can be sent commands.";
    };
    'run.started': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            run: Type.TString;
            startedAt: Type.TInteger;
            record: Type.TString;
        }>;
        readonly result: Type.TObject<{}>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "A command was let through on the node, and runs.";
    };
    'run.output': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            run: Type.TString;
            seq: Type.TInteger;
            stream: Type.TEnum<["stdout", "stderr"]>;
            text: Type.TString;
            omittedBytes: Type.TOptional<Type.TInteger>;
        }>;
        readonly result: Type.TObject<{}>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Output of a command. The node sends more when this is answered.";
    };
    'run.finished': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            run: Type.TString;
            outcome: Type.TObject<{
                status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
                message: Type.TString;
                exit: Type.TOptional<Type.TObject<{
                    code: Type.TUnion<[Type.TInteger, Type.TNull]>;
                    signal: Type.TUnion<[Type.TString, Type.TNull]>;
                    reason: Type.TEnum<["exit", "signal", "timeout", "aborted", "spawn-failed"]>;
                    text: Type.TString;
                    durationMs: Type.TNumber;
                }>>;
                stdout: Type.TString;
                stderr: Type.TString;
                tail: Type.TString;
                truncated: Type.TBoolean;
                decision: Type.TOptional<Type.TEnum<["allow", "ask", "deny"]>>;
                reasons: Type.TArray<Type.TObject<{
                    code: Type.TString;
                    message: Type.TString;
                    layer: Type.TOptional<Type.TString>;
                    rule: Type.TOptional<Type.TString>;
                    source: Type.TOptional<Type.TString>;
                }>>;
                record: Type.TOptional<Type.TString>;
                job: Type.TOptional<Type.TString>;
                startedAt: Type.TOptional<Type.TInteger>;
                endedAt: Type.TInteger;
            }>;
        }>;
        readonly result: Type.TObject<{
            known: Type.TBoolean;
        }>;
        readonly errors: readonly ["RECORD_FAILED"];
        readonly summary: "A command has ended, or was not let through. Told again until it is answered.";
    };
};

// ../methods/nodes.d.ts
import * as Type from 'typebox';
export declare const nodeMethods: {
    'nodes.list': {
        readonly to: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{}>;
        readonly result: Type.TObject<{
            nodes: Type.TArray<Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Lists the nodes that are paired.";
    };
    'nodes.watch': {
        readonly to: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            after: Type.TOptional<Type.TObject<{
                epoch: Type.TString;
                seq: Type.TInteger;
            }>>;
        }>;
        readonly result: Type.TObject<{
            subscription: Type.TString;
            epoch: Type.TString;
            head: Type.TInteger;
            gap: Type.TOptional<Type.TObject<{
                from: Type.TInteger;
                to: Type.TInteger;
            }>>;
            nodes: Type.TArray<Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>>;
        }>;
        readonly errors: readonly [];
        readonly events: readonly ["nodes.changed", "exec.started", "exec.finished", "exec.denied"];
        readonly summary: "Lists the nodes, and tells what changes and what runs on them.";
    };
    'nodes.describe': {
        readonly to: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            node: Type.TString;
        }>;
        readonly result: Type.TObject<{
            node: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS"];
        readonly summary: "Says what a node is; one that is connected is asked anew.";
    };
    'nodes.approve': {
        readonly to: 'gateway';
        readonly scope: 'nodes.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            node: Type.TString;
            commands: Type.TOptional<Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>>;
        }>;
        readonly result: Type.TObject<{
            node: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "CONFLICT", "RECORD_FAILED"];
        readonly summary: "Lets a node be sent what it offers, and takes its labels on. What runs commands needs the scope admin, too.";
    };
    'nodes.reject': {
        readonly to: 'gateway';
        readonly scope: 'nodes.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            node: Type.TString;
        }>;
        readonly result: Type.TObject<{
            node: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Has a node be sent nothing; it stays paired.";
    };
    'nodes.remove': {
        readonly to: 'gateway';
        readonly scope: 'nodes.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            node: Type.TString;
        }>;
        readonly result: Type.TObject<{
            node: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Revokes the device of a node, and forgets the node.";
    };
    'nodes.rename': {
        readonly to: 'gateway';
        readonly scope: 'nodes.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            node: Type.TString;
            name: Type.TString;
        }>;
        readonly result: Type.TObject<{
            node: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "CONFLICT", "RECORD_FAILED"];
        readonly summary: "Gives a node another name.";
    };
    'nodes.label': {
        readonly to: 'gateway';
        readonly scope: 'nodes.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            node: Type.TString;
            set: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
            remove: Type.TOptional<Type.TArray<Type.TString>>;
        }>;
        readonly result: Type.TObject<{
            node: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Changes the labels of a node.";
    };
    'nodes.drain': {
        readonly to: 'gateway';
        readonly scope: 'nodes.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            node: Type.TString;
            draining: Type.TBoolean;
        }>;
        readonly result: Type.TObject<{
            node: Type.TObject<{
                id: Type.TString;
                name: Type.TString;
                connected: Type.TBoolean;
                address: Type.TOptional<Type.TString>;
                epoch: Type.TInteger;
                labels: Type.TRecord<"^.*$", Type.TString>;
                declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                pending: Type.TBoolean;
                draining: Type.TBoolean;
                runs: Type.TInteger;
                description: Type.TOptional<Type.TObject<{
                    instance: Type.TString;
                    ledger: Type.TString;
                    version: Type.TString;
                    platform: Type.TString;
                    arch: Type.TString;
                    hostname: Type.TString;
                    sandbox: Type.TObject<{
                        active: Type.TBoolean;
                        backend: Type.TString;
                        reasons: Type.TArray<Type.TString>;
                    }>;
                    workspace: Type.TString;
                    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
                    labels: Type.TRecord<"^.*$", Type.TString>;
                    startedAt: Type.TInteger;
                }>>;
                connectedAt: Type.TOptional<Type.TInteger>;
                seenAt: Type.TOptional<Type.TInteger>;
                approvedAt: Type.TOptional<Type.TInteger>;
                approvedBy: Type.TOptional<Type.TString>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Sends a node nothing new, or takes that back; what runs goes on.";
    };
    'nodes.approvals.get': {
        readonly to: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            node: Type.TString;
        }>;
        readonly result: Type.TObject<{
            document: Type.TUnion<[Type.TString, Type.TNull]>;
            hash: Type.TUnion<[Type.TString, Type.TNull]>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS"];
        readonly summary: "Reads the approvals document of the owner of a node.";
    };
    'nodes.approvals.set': {
        readonly to: 'gateway';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly scope: "config.write";
        readonly params: Type.TObject<{
            node: Type.TString;
            document: Type.TString;
            base: Type.TUnion<[Type.TString, Type.TNull]>;
        }>;
        readonly result: Type.TObject<{
            hash: Type.TString;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "CONFLICT", "RECORD_FAILED"];
        readonly summary: "Replaces the approvals document of a node, where its owner offers that.";
    };
};

// ../methods/policy.d.ts
import * as Type from 'typebox';
export declare const policyMethods: {
    'policy.check': {
        readonly to: "gateway";
        readonly scope: "config.read";
        readonly roles: readonly ["operator"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            tool: Type.TString;
            input: Type.TObject<{}>;
            agent: Type.TOptional<Type.TString>;
            session: Type.TOptional<Type.TString>;
            cwd: Type.TOptional<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            decision: Type.TEnum<["allow", "ask", "deny"]>;
            reasons: Type.TArray<Type.TObject<{
                code: Type.TString;
                message: Type.TString;
                layer: Type.TOptional<Type.TString>;
                rule: Type.TOptional<Type.TString>;
                source: Type.TOptional<Type.TString>;
            }>>;
            trace: Type.TArray<Type.TIntersect<[Type.TObject<{
                code: Type.TString;
                message: Type.TString;
                layer: Type.TOptional<Type.TString>;
                rule: Type.TOptional<Type.TString>;
                source: Type.TOptional<Type.TString>;
            }>, Type.TObject<{
                decision: Type.TEnum<["allow", "ask", "deny"]>;
            }>]>>;
            commands: Type.TArray<Type.TObject<{
                name: Type.TUnion<[Type.TString, Type.TNull]>;
                argv: Type.TArray<Type.TUnion<[Type.TString, Type.TNull]>>;
                resolved: Type.TUnion<[Type.TString, Type.TNull]>;
                span: Type.TTuple<[Type.TInteger, Type.TInteger]>;
                decision: Type.TEnum<["allow", "ask", "deny"]>;
                rule: Type.TUnion<[Type.TString, Type.TNull]>;
            }>>;
            effects: Type.TArray<Type.TObject<{
                kind: Type.TString;
                path: Type.TUnion<[Type.TString, Type.TNull]>;
            }>>;
            fix: Type.TArray<Type.TObject<{
                message: Type.TString;
                key: Type.TOptional<Type.TString>;
                value: Type.TOptional<Type.TUnknown>;
                at: Type.TOptional<Type.TString>;
            }>>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Says how a call would be decided, with the code that decides calls, and runs nothing.";
    };
};

// ../methods/sessions.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const Session: Type.TObject<{
    id: Type.TString;
    agent: Type.TString;
    label: Type.TOptional<Type.TString>;
    workspace: Type.TString;
    owner: Type.TString;
    state: Type.TEnum<["open", "aborted"]>;
    createdAt: Type.TInteger;
    changedAt: Type.TInteger;
    head: Type.TInteger;
    running: Type.TInteger;
    waiting: Type.TInteger;
}>;
export type Session = Static<typeof Session>;
export declare const sessionMethods: {
    'sessions.create': {
        readonly to: 'gateway';
        readonly scope: 'sessions.write';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'write';
        readonly idempotency: 'required';
        readonly params: Type.TObject<{
            agent: Type.TOptional<Type.TString>;
            label: Type.TOptional<Type.TString>;
            workspace: Type.TOptional<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            session: Type.TObject<{
                id: Type.TString;
                agent: Type.TString;
                label: Type.TOptional<Type.TString>;
                workspace: Type.TString;
                owner: Type.TString;
                state: Type.TEnum<["open", "aborted"]>;
                createdAt: Type.TInteger;
                changedAt: Type.TInteger;
                head: Type.TInteger;
                running: Type.TInteger;
                waiting: Type.TInteger;
            }>;
        }>;
        readonly errors: readonly ["IDEMPOTENCY_CONFLICT", "NOT_FOUND", "RECORD_FAILED"];
        readonly summary: "Begins a session of an agent.";
    };
    'sessions.list': {
        readonly to: 'gateway';
        readonly scope: 'sessions.read';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            state: Type.TOptional<Type.TEnum<["open", "aborted"]>>;
            agent: Type.TOptional<Type.TString>;
            limit: Type.TOptional<Type.TInteger>;
            cursor: Type.TOptional<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            sessions: Type.TArray<Type.TObject<{
                id: Type.TString;
                agent: Type.TString;
                label: Type.TOptional<Type.TString>;
                workspace: Type.TString;
                owner: Type.TString;
                state: Type.TEnum<["open", "aborted"]>;
                createdAt: Type.TInteger;
                changedAt: Type.TInteger;
                head: Type.TInteger;
                running: Type.TInteger;
                waiting: Type.TInteger;
            }>>;
            next: Type.TOptional<Type.TString>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Lists sessions, the newest first.";
    };
    'sessions.get': {
        readonly to: 'gateway';
        readonly scope: 'sessions.read';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            session: Type.TString;
        }>;
        readonly result: Type.TObject<{
            session: Type.TObject<{
                id: Type.TString;
                agent: Type.TString;
                label: Type.TOptional<Type.TString>;
                workspace: Type.TString;
                owner: Type.TString;
                state: Type.TEnum<["open", "aborted"]>;
                createdAt: Type.TInteger;
                changedAt: Type.TInteger;
                head: Type.TInteger;
                running: Type.TInteger;
                waiting: Type.TInteger;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Says what is known of one session.";
    };
    'sessions.events': {
        readonly to: 'gateway';
        readonly scope: 'sessions.read';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            session: Type.TString;
            after: Type.TOptional<Type.TInteger>;
            limit: Type.TOptional<Type.TInteger>;
        }>;
        readonly result: Type.TObject<{
            events: Type.TArray<Type.TUnion<[Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                kind: Type.TLiteral<"created">;
                by: Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                kind: Type.TLiteral<"message">;
                by: Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>;
                text: Type.TString;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                kind: Type.TLiteral<"directive">;
                by: Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>;
                text: Type.TString;
                answer: Type.TString;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                callId: Type.TString;
                kind: Type.TLiteral<"call-requested">;
                by: Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>;
                tool: Type.TString;
                summary: Type.TString;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                callId: Type.TString;
                kind: Type.TLiteral<"call-decided">;
                decision: Type.TEnum<["allow", "ask", "deny"]>;
                reasons: Type.TArray<Type.TObject<{
                    code: Type.TString;
                    message: Type.TString;
                    layer: Type.TOptional<Type.TString>;
                    rule: Type.TOptional<Type.TString>;
                    source: Type.TOptional<Type.TString>;
                }>>;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                callId: Type.TString;
                kind: Type.TLiteral<"call-waiting">;
                approval: Type.TString;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                callId: Type.TString;
                kind: Type.TLiteral<"call-answered">;
                approval: Type.TString;
                decision: Type.TEnum<["allow-once", "allow-always", "deny", "expired", "cancelled"]>;
                by: Type.TOptional<Type.TString>;
                reason: Type.TOptional<Type.TString>;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                callId: Type.TString;
                kind: Type.TLiteral<"call-started">;
                runId: Type.TOptional<Type.TString>;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                callId: Type.TString;
                kind: Type.TLiteral<"call-ended">;
                status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
                message: Type.TString;
                durationMs: Type.TOptional<Type.TNumber>;
                tail: Type.TOptional<Type.TString>;
            }>, Type.TObject<{
                session: Type.TString;
                seq: Type.TInteger;
                at: Type.TInteger;
                kind: Type.TLiteral<"aborted">;
                by: Type.TObject<{
                    device: Type.TString;
                    name: Type.TString;
                    role: Type.TEnum<["operator", "node", "agent"]>;
                }>;
                reason: Type.TOptional<Type.TString>;
            }>]>>;
            head: Type.TInteger;
            gap: Type.TOptional<Type.TObject<{
                from: Type.TInteger;
                to: Type.TInteger;
            }>>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Reads the events of a session, the oldest first: what fills a gap.";
    };
    'sessions.follow': {
        readonly to: 'gateway';
        readonly scope: 'sessions.read';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: Type.TObject<{
            session: Type.TString;
            after: Type.TOptional<Type.TObject<{
                epoch: Type.TString;
                seq: Type.TInteger;
            }>>;
        }>;
        readonly result: Type.TObject<{
            subscription: Type.TString;
            epoch: Type.TString;
            head: Type.TInteger;
            gap: Type.TOptional<Type.TObject<{
                from: Type.TInteger;
                to: Type.TInteger;
            }>>;
            session: Type.TObject<{
                id: Type.TString;
                agent: Type.TString;
                label: Type.TOptional<Type.TString>;
                workspace: Type.TString;
                owner: Type.TString;
                state: Type.TEnum<["open", "aborted"]>;
                createdAt: Type.TInteger;
                changedAt: Type.TInteger;
                head: Type.TInteger;
                running: Type.TInteger;
                waiting: Type.TInteger;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly events: readonly ["sessions.event"];
        readonly summary: "Tells the events of a session from a number on, and those that come.";
    };
    'sessions.send': {
        readonly to: 'gateway';
        readonly scope: 'sessions.write';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'write';
        readonly idempotency: 'required';
        readonly params: Type.TObject<{
            session: Type.TString;
            text: Type.TString;
        }>;
        readonly result: Type.TObject<{
            seq: Type.TInteger;
        }>;
        readonly errors: readonly ["NOT_FOUND", "SETTLED", "IDEMPOTENCY_CONFLICT", "RECORD_FAILED"];
        readonly summary: "Leaves a message in a session, for its agent or for those who follow it. `/exec …` and `/elevated …` of an operator with `config.write` change how its commands run.";
    };
    'sessions.abort': {
        readonly to: 'gateway';
        readonly scope: 'sessions.write';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'write';
        readonly idempotency: "optional";
        readonly params: Type.TObject<{
            session: Type.TString;
            reason: Type.TOptional<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            session: Type.TObject<{
                id: Type.TString;
                agent: Type.TString;
                label: Type.TOptional<Type.TString>;
                workspace: Type.TString;
                owner: Type.TString;
                state: Type.TEnum<["open", "aborted"]>;
                createdAt: Type.TInteger;
                changedAt: Type.TInteger;
                head: Type.TInteger;
                running: Type.TInteger;
                waiting: Type.TInteger;
            }>;
            cancelled: Type.TInteger;
        }>;
        readonly errors: readonly ["NOT_FOUND", "RECORD_FAILED"];
        readonly summary: "Ends a session: its calls are cancelled, what waits is withdrawn, and no new call is taken.";
    };
};

// ../methods/subscription.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const StreamPosition: Type.TObject<{
    epoch: Type.TString;
    seq: Type.TInteger;
}>;
export type StreamPosition = Static<typeof StreamPosition>;
export declare const StreamGap: Type.TObject<{
    from: Type.TInteger;
    to: Type.TInteger;
}>;
export type StreamGap = Static<typeof StreamGap>;
export declare const after: Type.TOptional<Type.TObject<{
    epoch: Type.TString;
    seq: Type.TInteger;
}>>;
export declare const subscribed: {
    subscription: Type.TString;
    epoch: Type.TString;
    head: Type.TInteger;
    gap: Type.TOptional<Type.TObject<{
        from: Type.TInteger;
        to: Type.TInteger;
    }>>;
};
export declare const subscriptionMethods: {
    'subscriptions.end': {
        readonly to: "gateway";
        readonly scope: "status.read";
        readonly roles: readonly ["operator", "agent", "node"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            subscription: Type.TString;
        }>;
        readonly result: Type.TObject<{}>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Ends a subscription of this connection.";
    };
};

// ../methods/tools.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const Tool: Type.TObject<{
    name: Type.TString;
    description: Type.TString;
    inputSchema: Type.TObject<{}>;
    summary: Type.TOptional<Type.TString>;
}>;
export type Tool = Static<typeof Tool>;
export declare const CallResult: Type.TObject<{
    callId: Type.TString;
    key: Type.TString;
    session: Type.TString;
    tool: Type.TString;
    status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
    message: Type.TString;
    content: Type.TArray<Type.TUnion<[Type.TObject<{
        type: Type.TLiteral<"text">;
        text: Type.TString;
    }>, Type.TObject<{
        type: Type.TLiteral<"image">;
        mediaType: Type.TString;
        data: Type.TString;
    }>]>>;
    exit: Type.TOptional<Type.TObject<{
        code: Type.TUnion<[Type.TInteger, Type.TNull]>;
        signal: Type.TUnion<[Type.TString, Type.TNull]>;
        timedOut: Type.TBoolean;
    }>>;
    runId: Type.TOptional<Type.TString>;
    decision: Type.TOptional<Type.TEnum<["allow", "ask", "deny"]>>;
    reasons: Type.TArray<Type.TObject<{
        code: Type.TString;
        message: Type.TString;
        layer: Type.TOptional<Type.TString>;
        rule: Type.TOptional<Type.TString>;
        source: Type.TOptional<Type.TString>;
    }>>;
    approval: Type.TOptional<Type.TObject<{
        kind: Type.TString;
        by: Type.TString;
        answer: Type.TString;
        requestId: Type.TOptional<Type.TString>;
        reason: Type.TOptional<Type.TString>;
    }>>;
    omittedBytes: Type.TOptional<Type.TInteger>;
    job: Type.TOptional<Type.TString>;
    startedAt: Type.TOptional<Type.TInteger>;
    endedAt: Type.TInteger;
}>;
export type CallResult = Static<typeof CallResult>;
export declare const toolMethods: {
    'tools.list': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            session: Type.TString;
        }>;
        readonly result: Type.TObject<{
            tools: Type.TArray<Type.TObject<{
                name: Type.TString;
                description: Type.TString;
                inputSchema: Type.TObject<{}>;
                summary: Type.TOptional<Type.TString>;
            }>>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Lists the tools that a session may call.";
    };
    'tools.call': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: "write";
        readonly idempotency: "required";
        readonly params: Type.TObject<{
            session: Type.TString;
            tool: Type.TString;
            input: Type.TObject<{}>;
            cwd: Type.TOptional<Type.TString>;
            stream: Type.TOptional<Type.TBoolean>;
        }>;
        readonly result: Type.TObject<{
            callId: Type.TString;
            key: Type.TString;
            session: Type.TString;
            tool: Type.TString;
            status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
            message: Type.TString;
            content: Type.TArray<Type.TUnion<[Type.TObject<{
                type: Type.TLiteral<"text">;
                text: Type.TString;
            }>, Type.TObject<{
                type: Type.TLiteral<"image">;
                mediaType: Type.TString;
                data: Type.TString;
            }>]>>;
            exit: Type.TOptional<Type.TObject<{
                code: Type.TUnion<[Type.TInteger, Type.TNull]>;
                signal: Type.TUnion<[Type.TString, Type.TNull]>;
                timedOut: Type.TBoolean;
            }>>;
            runId: Type.TOptional<Type.TString>;
            decision: Type.TOptional<Type.TEnum<["allow", "ask", "deny"]>>;
            reasons: Type.TArray<Type.TObject<{
                code: Type.TString;
                message: Type.TString;
                layer: Type.TOptional<Type.TString>;
                rule: Type.TOptional<Type.TString>;
                source: Type.TOptional<Type.TString>;
            }>>;
            approval: Type.TOptional<Type.TObject<{
                kind: Type.TString;
                by: Type.TString;
                answer: Type.TString;
                requestId: Type.TOptional<Type.TString>;
                reason: Type.TOptional<Type.TString>;
            }>>;
            omittedBytes: Type.TOptional<Type.TInteger>;
            job: Type.TOptional<Type.TString>;
            startedAt: Type.TOptional<Type.TInteger>;
            endedAt: Type.TInteger;
        }>;
        readonly errors: readonly ["NOT_FOUND", "SETTLED", "IDEMPOTENCY_CONFLICT", "RECORD_FAILED"];
        readonly events: readonly ["tools.state", "tools.output"];
        readonly summary: "Calls a tool through the policy, and answers when it ended. The same key never runs it twice.";
    };
    'tools.cancel': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: "write";
        readonly idempotency: "optional";
        readonly params: Type.TObject<{
            call: Type.TUnion<[Type.TObject<{
                callId: Type.TString;
            }>, Type.TObject<{
                key: Type.TString;
            }>]>;
            reason: Type.TOptional<Type.TString>;
        }>;
        readonly result: Type.TObject<{
            callId: Type.TString;
            cancelling: Type.TBoolean;
        }>;
        readonly errors: readonly ["NOT_FOUND", "RECORD_FAILED"];
        readonly summary: "Ends a call: what runs is ended with all its processes, what waits is withdrawn.";
    };
    'tools.status': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: Type.TObject<{
            call: Type.TUnion<[Type.TObject<{
                callId: Type.TString;
            }>, Type.TObject<{
                key: Type.TString;
            }>]>;
        }>;
        readonly result: Type.TObject<{
            callId: Type.TString;
            key: Type.TString;
            state: Type.TEnum<["accepted", "waiting", "running", "ended"]>;
            approval: Type.TOptional<Type.TString>;
            result: Type.TOptional<Type.TObject<{
                callId: Type.TString;
                key: Type.TString;
                session: Type.TString;
                tool: Type.TString;
                status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
                message: Type.TString;
                content: Type.TArray<Type.TUnion<[Type.TObject<{
                    type: Type.TLiteral<"text">;
                    text: Type.TString;
                }>, Type.TObject<{
                    type: Type.TLiteral<"image">;
                    mediaType: Type.TString;
                    data: Type.TString;
                }>]>>;
                exit: Type.TOptional<Type.TObject<{
                    code: Type.TUnion<[Type.TInteger, Type.TNull]>;
                    signal: Type.TUnion<[Type.TString, Type.TNull]>;
                    timedOut: Type.TBoolean;
                }>>;
                runId: Type.TOptional<Type.TString>;
                decision: Type.TOptional<Type.TEnum<["allow", "ask", "deny"]>>;
                reasons: Type.TArray<Type.TObject<{
                    code: Type.TString;
                    message: Type.TString;
                    layer: Type.TOptional<Type.TString>;
                    rule: Type.TOptional<Type.TString>;
                    source: Type.TOptional<Type.TString>;
                }>>;
                approval: Type.TOptional<Type.TObject<{
                    kind: Type.TString;
                    by: Type.TString;
                    answer: Type.TString;
                    requestId: Type.TOptional<Type.TString>;
                    reason: Type.TOptional<Type.TString>;
                }>>;
                omittedBytes: Type.TOptional<Type.TInteger>;
                job: Type.TOptional<Type.TString>;
                startedAt: Type.TOptional<Type.TInteger>;
                endedAt: Type.TInteger;
            }>>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Says what has become of a call, also one that was made before a restart.";
    };
};

// ../values/node.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const NODE_COMMANDS: readonly ['system.run', 'system.which', 'system.file', 'system.execApprovals.get', 'system.execApprovals.set'];
export type NodeCommand = (typeof NODE_COMMANDS)[number];
export declare const NodeCommands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
export declare const NodeLabels: Type.TRecord<"^.*$", Type.TString>;
export type NodeLabels = Static<typeof NodeLabels>;
export declare const NodeDescription: Type.TObject<{
    instance: Type.TString;
    ledger: Type.TString;
    version: Type.TString;
    platform: Type.TString;
    arch: Type.TString;
    hostname: Type.TString;
    sandbox: Type.TObject<{
        active: Type.TBoolean;
        backend: Type.TString;
        reasons: Type.TArray<Type.TString>;
    }>;
    workspace: Type.TString;
    commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
    labels: Type.TRecord<"^.*$", Type.TString>;
    startedAt: Type.TInteger;
}>;
export type NodeDescription = Static<typeof NodeDescription>;
export declare const GatewayNode: Type.TObject<{
    id: Type.TString;
    name: Type.TString;
    connected: Type.TBoolean;
    address: Type.TOptional<Type.TString>;
    epoch: Type.TInteger;
    labels: Type.TRecord<"^.*$", Type.TString>;
    declared: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
    approved: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
    pending: Type.TBoolean;
    draining: Type.TBoolean;
    runs: Type.TInteger;
    description: Type.TOptional<Type.TObject<{
        instance: Type.TString;
        ledger: Type.TString;
        version: Type.TString;
        platform: Type.TString;
        arch: Type.TString;
        hostname: Type.TString;
        sandbox: Type.TObject<{
            active: Type.TBoolean;
            backend: Type.TString;
            reasons: Type.TArray<Type.TString>;
        }>;
        workspace: Type.TString;
        commands: Type.TArray<Type.TEnum<["system.run", "system.which", "system.file", "system.execApprovals.get", "system.execApprovals.set"]>>;
        labels: Type.TRecord<"^.*$", Type.TString>;
        startedAt: Type.TInteger;
    }>>;
    connectedAt: Type.TOptional<Type.TInteger>;
    seenAt: Type.TOptional<Type.TInteger>;
    approvedAt: Type.TOptional<Type.TInteger>;
    approvedBy: Type.TOptional<Type.TString>;
}>;
export type GatewayNode = Static<typeof GatewayNode>;
export declare const RunId: Type.TString;
export declare const BindingHash: Type.TString;
export declare const RunState: Type.TEnum<["none", "accepted", "running", "ended"]>;
export type RunState = Static<typeof RunState>;
export declare const MOST_RUN_OUTPUT = 200000;
export declare const RunOutcome: Type.TObject<{
    status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
    message: Type.TString;
    exit: Type.TOptional<Type.TObject<{
        code: Type.TUnion<[Type.TInteger, Type.TNull]>;
        signal: Type.TUnion<[Type.TString, Type.TNull]>;
        reason: Type.TEnum<["exit", "signal", "timeout", "aborted", "spawn-failed"]>;
        text: Type.TString;
        durationMs: Type.TNumber;
    }>>;
    stdout: Type.TString;
    stderr: Type.TString;
    tail: Type.TString;
    truncated: Type.TBoolean;
    decision: Type.TOptional<Type.TEnum<["allow", "ask", "deny"]>>;
    reasons: Type.TArray<Type.TObject<{
        code: Type.TString;
        message: Type.TString;
        layer: Type.TOptional<Type.TString>;
        rule: Type.TOptional<Type.TString>;
        source: Type.TOptional<Type.TString>;
    }>>;
    record: Type.TOptional<Type.TString>;
    job: Type.TOptional<Type.TString>;
    startedAt: Type.TOptional<Type.TInteger>;
    endedAt: Type.TInteger;
}>;
export type RunOutcome = Static<typeof RunOutcome>;
export declare const ToolAnswer: Type.TObject<{
    status: Type.TEnum<["ran", "denied", "unapproved", "invalid", "unavailable", "failed", "cancelled", "unknown"]>;
    message: Type.TString;
    content: Type.TArray<Type.TString>;
    reasons: Type.TArray<Type.TObject<{
        code: Type.TString;
        message: Type.TString;
        layer: Type.TOptional<Type.TString>;
        rule: Type.TOptional<Type.TString>;
        source: Type.TOptional<Type.TString>;
    }>>;
}>;
export type ToolAnswer = Static<typeof ToolAnswer>;
export declare const OutputNumber: Type.TInteger;

// ../version/version-range.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const VersionRange: Type.TObject<{
    min: Type.TInteger;
    max: Type.TInteger;
}>;
export type VersionRange = Static<typeof VersionRange>;

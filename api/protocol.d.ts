// The public declarations of @poundlock/protocol, written by `pnpm api`.

// index.d.ts
export { ROLES, type Role } from './access/roles.ts';
export { grantedScopes, isScope, ROLE_SCOPES, SCOPES, scopesBeyond, type Scope } from './access/scopes.ts';
export { CLOSE_CODES, closeReason, type CloseMeaning, type CloseReason } from './errors/close-codes.ts';
export { ERROR_CODES, FORBIDDEN_REASONS, GENERAL_ERRORS, isErrorCode, type ErrorCode, type ErrorMeaning, type ForbiddenReason, } from './errors/error-codes.ts';
export { HTTP_ERRORS, type HttpError } from './errors/http-errors.ts';
export { errorBody, GatewayError, type GatewayErrorOptions } from './errors/gateway-error.ts';
export { EVENTS, isEventName, type EventData, type EventName, type EventSpec } from './events/event-table.ts';
export { decodeFrame } from './frames/decode-frame.ts';
export { decodeJson } from './frames/decode-json.ts';
export { encodeJson } from './frames/encode-json.ts';
export { encodeFrame } from './frames/encode-frame.ts';
export { LIMITS_AFTER_CONNECT, LIMITS_BEFORE_CONNECT, LIMITS_OF_CLIENT, type FrameLimits, } from './frames/frame-limits.ts';
export { ErrorBody, ErrorFrame, EventFrame, IdempotencyKey, RequestFrame, ResultFrame, type Frame, type ResponseFrame, } from './frames/frames.ts';
export { Challenge, ClientInfo, ConnectAuth, HelloLimits, ConnectParams, Hello } from './handshake/handshake.ts';
export { Answer, Approval, GrantView, Quorum } from './methods/approvals.ts';
export { AuditOrigin, AuditRecordView, MOST_SHIPPED_LINES } from './methods/audit.ts';
export { Device, PairingRequest } from './methods/devices.ts';
export { type Method, type MethodTable } from './methods/method.ts';
export { isMethodName, METHODS, type MethodName, type MethodsOf, type ParamsOf, type ResultOf, type SubscribingMethod, } from './methods/method-table.ts';
export { readConnectParams, readParams, readMethodResult } from './methods/read-params.ts';
export { Session } from './methods/sessions.ts';
export { StreamGap, StreamPosition } from './methods/subscription.ts';
export { CallResult, Tool } from './methods/tools.ts';
export { connectBytes, helloBytes, SIGNING_DOMAINS, type ConnectStatement, type HelloStatement, } from './signing/signed-bytes.ts';
export { CallResultStatus, DecisionReason } from './values/decision.ts';
export { FleetRow, MOST_FLEET_NODES } from './values/fleet-row.ts';
export { NodeLabels, MOST_RUN_OUTPUT, GatewayNode, NODE_COMMANDS, NodeDescription, RunOutcome, RunState, ToolAnswer, type NodeCommand, } from './values/node.ts';
export { Actor, SessionEvent } from './values/session-event.ts';
export { negotiateVersion, PROTOCOL_VERSIONS, type Negotiation } from './version/negotiate-version.ts';
export { VersionRange } from './version/version-range.ts';

// access/roles.d.ts
export declare const ROLES: readonly ['operator', 'node', 'agent'];
export type Role = (typeof ROLES)[number];

// access/scopes.d.ts
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

// errors/close-codes.d.ts
export interface CloseMeaning {
    readonly code: number;
    readonly meaning: string;
    readonly action: 'reconnect' | 'wait' | 'stop';
}
export declare const CLOSE_CODES: {
    readonly normal: {
        readonly code: 1000;
        readonly meaning: 'One side is done.';
        readonly action: 'stop';
    };
    readonly 'going-away': {
        readonly code: 1001;
        readonly meaning: 'The gateway stops, or the page was left.';
        readonly action: 'reconnect';
    };
    readonly binary: {
        readonly code: 1003;
        readonly meaning: 'A binary frame came; all frames are text.';
        readonly action: 'stop';
    };
    readonly 'broken-text': {
        readonly code: 1007;
        readonly meaning: 'A text frame was not UTF-8.';
        readonly action: 'stop';
    };
    readonly 'too-large': {
        readonly code: 1009;
        readonly meaning: 'A frame was larger than may be sent now.';
        readonly action: 'stop';
    };
    readonly internal: {
        readonly code: 1011;
        readonly meaning: 'A fault of the gateway.';
        readonly action: 'reconnect';
    };
    readonly 'bad-frame': {
        readonly code: 4400;
        readonly meaning: 'A frame was not one; the error frame before says where.';
        readonly action: 'stop';
    };
    readonly unauthenticated: {
        readonly code: 4401;
        readonly meaning: 'The gateway does not let this device in.';
        readonly action: 'stop';
    };
    readonly revoked: {
        readonly code: 4403;
        readonly meaning: 'The device or its token was revoked.';
        readonly action: 'stop';
    };
    readonly version: {
        readonly code: 4406;
        readonly meaning: 'No version of the protocol is in both ranges.';
        readonly action: 'stop';
    };
    readonly 'handshake-timeout': {
        readonly code: 4408;
        readonly meaning: 'No `connect` came in time.';
        readonly action: 'reconnect';
    };
    readonly superseded: {
        readonly code: 4409;
        readonly meaning: 'The same node connected anew; the newest connection counts.';
        readonly action: 'stop';
    };
    readonly order: {
        readonly code: 4428;
        readonly meaning: 'A frame came before `connect`, or `connect` a second time.';
        readonly action: 'stop';
    };
    readonly 'rate-limited': {
        readonly code: 4429;
        readonly meaning: 'Too many attempts or connections.';
        readonly action: 'wait';
    };
    readonly 'slow-reader': {
        readonly code: 4430;
        readonly meaning: 'Too much waited to be read by this client.';
        readonly action: 'reconnect';
    };
    readonly silent: {
        readonly code: 4431;
        readonly meaning: 'A ping was not answered in time.';
        readonly action: 'reconnect';
    };
    readonly pairing: {
        readonly code: 4432;
        readonly meaning: 'The device is not approved yet.';
        readonly action: 'wait';
    };
    readonly draining: {
        readonly code: 4503;
        readonly meaning: 'The gateway is about to stop.';
        readonly action: 'wait';
    };
};
export type CloseReason = keyof typeof CLOSE_CODES;
export declare function closeReason(code: number): CloseReason | null;

// errors/error-codes.d.ts
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
        readonly meaning: 'The device is not approved yet; `details.request` is what the approver sees of it.';
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
    readonly 'beyond-own-scopes': 'A caller can only grant what it holds itself; `details.scopes` names the rest.';
    readonly 'self-approval': 'A request cannot be approved from the device, or by the agent, that made it.';
    readonly 'not-own': 'It belongs to another device.';
    readonly group: 'The request is for a group that the caller does not belong to.';
};
export type ForbiddenReason = keyof typeof FORBIDDEN_REASONS;
export declare const GENERAL_ERRORS: readonly ["INVALID_PARAMS", "FORBIDDEN", "DUPLICATE_REQUEST", "RATE_LIMITED", "BUSY", "DRAINING", "UNAVAILABLE", "INTERNAL"];
export declare function isErrorCode(code: string): code is ErrorCode;

// errors/gateway-error.d.ts
import { PoundlockError, type ErrorDetails } from '@poundlock/spec';
import type { ErrorBody } from '../frames/frames.ts';
import type { ErrorCode } from './error-codes.ts';
export interface GatewayErrorOptions {
    readonly code: ErrorCode;
    readonly path?: string;
    readonly expected?: string;
    readonly retryAfterMs?: number;
    readonly details?: ErrorDetails;
    readonly cause?: unknown;
}
export declare class GatewayError extends PoundlockError {
    readonly name = "GatewayError";
    readonly code: ErrorCode;
    readonly path: string | undefined;
    readonly expected: string | undefined;
    readonly retryAfterMs: number | undefined;
    constructor(message: string, { code, details, cause, ...options }: GatewayErrorOptions);
}
export declare function errorBody(error: GatewayError): ErrorBody;

// errors/http-errors.d.ts
export interface HttpError {
    readonly status: number;
    readonly rpc: number;
}
export declare const HTTP_ERRORS: {
    readonly BAD_FRAME: HttpError;
    readonly FRAME_TOO_LARGE: HttpError;
    readonly NOT_CONNECTED: HttpError;
    readonly ALREADY_CONNECTED: HttpError;
    readonly HANDSHAKE_TIMEOUT: HttpError;
    readonly VERSION_UNSUPPORTED: HttpError;
    readonly UNAUTHENTICATED: HttpError;
    readonly CLOCK_SKEW: HttpError;
    readonly SETUP_CODE_INVALID: HttpError;
    readonly PAIRING_REQUIRED: HttpError;
    readonly PAIRING_PENDING: HttpError;
    readonly REVOKED: HttpError;
    readonly RATE_LIMITED: HttpError;
    readonly BUSY: HttpError;
    readonly DRAINING: HttpError;
    readonly UNKNOWN_METHOD: HttpError;
    readonly INVALID_PARAMS: HttpError;
    readonly FORBIDDEN: HttpError;
    readonly NOT_FOUND: HttpError;
    readonly AMBIGUOUS: HttpError;
    readonly CONFLICT: HttpError;
    readonly DUPLICATE_REQUEST: HttpError;
    readonly IDEMPOTENCY_CONFLICT: HttpError;
    readonly SETTLED: HttpError;
    readonly APPROVAL_MISMATCH: HttpError;
    readonly CANCELLED: HttpError;
    readonly RECORD_FAILED: HttpError;
    readonly UNAVAILABLE: HttpError;
    readonly OUTCOME_UNKNOWN: HttpError;
    readonly INTERNAL: HttpError;
};

// events/event-table.d.ts
import { type JsonSchema, type Static } from '@poundlock/spec/schema';
import type { Role } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
export interface EventSpec {
    readonly from: 'gateway' | 'node';
    readonly scope: Scope | null;
    readonly roles: readonly [Role, ...Role[]];
    readonly subscribed: boolean;
    readonly data: JsonSchema;
    readonly summary: string;
}
export declare const EVENTS: {
    readonly 'connect.challenge': {
        readonly from: 'gateway';
        readonly roles: readonly ['operator', 'agent', 'node'];
        readonly scope: null;
        readonly subscribed: false;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            nonce: import("@poundlock/spec/schema").TypedSchema<string>;
            gateway: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
            }>;
            protocol: import("@poundlock/spec/schema").ObjectSchema<{
                min: import("@poundlock/spec/schema").TypedSchema<number>;
                max: import("@poundlock/spec/schema").TypedSchema<number>;
            }>;
            time: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly summary: "The first frame of every connection: what has to be signed.";
    };
    readonly 'gateway.draining': {
        readonly from: 'gateway';
        readonly scope: 'status.read';
        readonly roles: readonly ['operator', 'agent', 'node'];
        readonly subscribed: false;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            closesAt: import("@poundlock/spec/schema").TypedSchema<number>;
            retryAfterMs: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly summary: "The gateway takes nothing new, ends what runs, and closes then.";
    };
    readonly 'subscription.gap': {
        readonly from: 'gateway';
        readonly scope: 'status.read';
        readonly roles: readonly ['operator', 'agent', 'node'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            from: import("@poundlock/spec/schema").TypedSchema<number>;
            to: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly summary: "Events of this subscription were left out, because too much waited to be read.";
    };
    readonly 'devices.changed': {
        readonly from: 'gateway';
        readonly scope: 'devices.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            device: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
                agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                bearer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<true>>;
                pairedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                pairedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                client: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                }>>;
                connections: import("@poundlock/spec/schema").TypedSchema<number>;
                revokedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            }>;
        }>;
        readonly summary: "A device was paired, renamed, rotated, revoked, or came or went.";
    };
    readonly 'devices.pairing': {
        readonly from: 'gateway';
        readonly scope: 'devices.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            request: import("@poundlock/spec/schema").ObjectSchema<{
                request: import("@poundlock/spec/schema").TypedSchema<string>;
                device: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
                client: import("@poundlock/spec/schema").ObjectSchema<{
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                }>;
                from: import("@poundlock/spec/schema").TypedSchema<string>;
                at: import("@poundlock/spec/schema").TypedSchema<number>;
                expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
            }>;
            state: import("@poundlock/spec/schema").TypedSchema<"approved" | "expired" | "pending" | "rejected">;
        }>;
        readonly summary: "A device asks to be paired, or was answered.";
    };
    readonly 'sessions.event': {
        readonly from: "gateway";
        readonly scope: "sessions.read";
        readonly roles: readonly ["operator", "agent"];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").TypedSchema<{
            at: number;
            by: {
                device: string;
                name: string;
                role: "agent" | "node" | "operator";
            };
            kind: "created";
            seq: number;
            session: string;
        } | {
            at: number;
            by: {
                device: string;
                name: string;
                role: "agent" | "node" | "operator";
            };
            kind: "message";
            seq: number;
            session: string;
            text: string;
        } | {
            answer: string;
            at: number;
            by: {
                device: string;
                name: string;
                role: "agent" | "node" | "operator";
            };
            kind: "directive";
            seq: number;
            session: string;
            text: string;
        } | {
            at: number;
            by: {
                device: string;
                name: string;
                role: "agent" | "node" | "operator";
            };
            kind: "prompt";
            model: string;
            seq: number;
            session: string;
            text: string;
        } | {
            at: number;
            event: {
                type: string;
            };
            kind: "agent";
            prompt?: number;
            seq: number;
            session: string;
        } | {
            at: number;
            by: {
                device: string;
                name: string;
                role: "agent" | "node" | "operator";
            };
            callId: string;
            kind: "call-requested";
            seq: number;
            session: string;
            summary: string;
            tool: string;
        } | {
            at: number;
            callId: string;
            decision: "allow" | "ask" | "deny";
            kind: "call-decided";
            reasons: {
                code: string;
                layer?: string;
                message: string;
                rule?: string;
                source?: string;
            }[];
            seq: number;
            session: string;
        } | {
            approval: string;
            at: number;
            callId: string;
            kind: "call-waiting";
            seq: number;
            session: string;
        } | {
            approval: string;
            at: number;
            by?: string;
            callId: string;
            decision: "allow-always" | "allow-once" | "cancelled" | "deny" | "expired";
            kind: "call-answered";
            reason?: string;
            seq: number;
            session: string;
        } | {
            at: number;
            callId: string;
            kind: "call-started";
            runId?: string;
            seq: number;
            session: string;
        } | {
            at: number;
            callId: string;
            durationMs?: number;
            kind: "call-ended";
            message: string;
            seq: number;
            session: string;
            status: "cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown";
            tail?: string;
        } | {
            at: number;
            by: {
                device: string;
                name: string;
                role: "agent" | "node" | "operator";
            };
            kind: "aborted";
            reason?: string;
            seq: number;
            session: string;
        }>;
        readonly summary: "Something happened in a session that is followed.";
    };
    readonly 'tools.state': {
        readonly from: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ['operator', 'agent'];
        readonly subscribed: false;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
            key: import("@poundlock/spec/schema").TypedSchema<string>;
            state: import("@poundlock/spec/schema").TypedSchema<"accepted" | "running" | "waiting">;
            approval: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly summary: "A call of this connection goes on: accepted, waiting for an answer, running.";
    };
    readonly 'tools.output': {
        readonly from: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ['operator', 'agent'];
        readonly subscribed: false;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
            key: import("@poundlock/spec/schema").TypedSchema<string>;
            stream: import("@poundlock/spec/schema").TypedSchema<"stderr" | "stdout" | "update">;
            part: import("@poundlock/spec/schema").TypedSchema<number>;
            text: import("@poundlock/spec/schema").TypedSchema<string>;
            omittedBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>;
        readonly summary: "Output of a call of this connection that asked for it.";
    };
    readonly 'fleet.progress': {
        readonly from: 'gateway';
        readonly scope: 'tools.call';
        readonly subscribed: false;
        readonly roles: readonly ["operator"];
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            key: import("@poundlock/spec/schema").TypedSchema<string>;
            state: import("@poundlock/spec/schema").TypedSchema<"ended" | "started" | "waiting">;
            approval: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            row: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                node: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                state: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "not-started" | "offline" | "ran" | "ready" | "unapproved" | "unavailable" | "unknown">;
                isError: import("@poundlock/spec/schema").TypedSchema<boolean>;
                message: import("@poundlock/spec/schema").TypedSchema<string>;
                decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
                reasons: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    code: string;
                    layer?: string;
                    message: string;
                    rule?: string;
                    source?: string;
                }[]>>;
                callId: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                code: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number | null>>;
                signal: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string | null>>;
                durationMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            }>>;
        }>;
        readonly summary: "A fleet command of this connection goes on: it waits for an answer, or a node began or ended.";
    };
    readonly 'approvals.waiting': {
        readonly from: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            approval: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
                state: import("@poundlock/spec/schema").TypedSchema<"answered" | "cancelled" | "expired" | "pending" | "used">;
                callId: import("@poundlock/spec/schema").TypedSchema<string>;
                tool: import("@poundlock/spec/schema").TypedSchema<string>;
                reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                reasonOrigins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    rule?: string;
                    source?: string;
                }[]>>;
                sets: import("@poundlock/spec/schema").TypedSchema<string[]>;
                binding: import("@poundlock/spec/schema").ObjectSchema<{
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    argv: import("@poundlock/spec/schema").TypedSchema<string[][] | null>;
                    executables: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    scripts: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    unbound: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    cwd: import("@poundlock/spec/schema").ObjectSchema<{
                        path: import("@poundlock/spec/schema").TypedSchema<string>;
                        node: import("@poundlock/spec/schema").TypedSchema<string>;
                        size: import("@poundlock/spec/schema").TypedSchema<number>;
                        changed: import("@poundlock/spec/schema").TypedSchema<string>;
                        hash: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                        unkept: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    }>;
                    environment: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    host: import("@poundlock/spec/schema").TypedSchema<string>;
                    agent: import("@poundlock/spec/schema").TypedSchema<string>;
                    session: import("@poundlock/spec/schema").TypedSchema<string>;
                }>;
                security: import("@poundlock/spec/schema").TypedSchema<string>;
                effects: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: string;
                    path: string | null;
                    unknown?: true;
                }[]>>;
                changes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                    text: string;
                }[]>>;
                warnings: import("@poundlock/spec/schema").TypedSchema<string[]>;
                decisions: import("@poundlock/spec/schema").TypedSchema<("allow-always" | "allow-once" | "deny")[]>;
                grantCovers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                askedParts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    end: number;
                    start: number;
                }[]>>;
                likeness: import("@poundlock/spec/schema").TypedSchema<string>;
                requestedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    device: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                }>>;
                group: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                quorum: import("@poundlock/spec/schema").ObjectSchema<{
                    approve: import("@poundlock/spec/schema").TypedSchema<number>;
                    deny: import("@poundlock/spec/schema").TypedSchema<number>;
                    approved: import("@poundlock/spec/schema").TypedSchema<number>;
                    denied: import("@poundlock/spec/schema").TypedSchema<number>;
                }>;
                reasonRequired: import("@poundlock/spec/schema").TypedSchema<boolean>;
                answers: import("@poundlock/spec/schema").TypedSchema<{
                    at: number;
                    by: string;
                    decision: "allow-always" | "allow-once" | "deny";
                    from?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                    reason?: string;
                    surface: string;
                }[]>;
                notByCaller: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"answered" | "group" | "scope" | "self-approval">>;
            }>;
        }>;
        readonly summary: "A request waits for an answer.";
    };
    readonly 'approvals.changed': {
        readonly from: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            approval: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
                state: import("@poundlock/spec/schema").TypedSchema<"answered" | "cancelled" | "expired" | "pending" | "used">;
                callId: import("@poundlock/spec/schema").TypedSchema<string>;
                tool: import("@poundlock/spec/schema").TypedSchema<string>;
                reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                reasonOrigins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    rule?: string;
                    source?: string;
                }[]>>;
                sets: import("@poundlock/spec/schema").TypedSchema<string[]>;
                binding: import("@poundlock/spec/schema").ObjectSchema<{
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    argv: import("@poundlock/spec/schema").TypedSchema<string[][] | null>;
                    executables: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    scripts: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    unbound: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    cwd: import("@poundlock/spec/schema").ObjectSchema<{
                        path: import("@poundlock/spec/schema").TypedSchema<string>;
                        node: import("@poundlock/spec/schema").TypedSchema<string>;
                        size: import("@poundlock/spec/schema").TypedSchema<number>;
                        changed: import("@poundlock/spec/schema").TypedSchema<string>;
                        hash: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                        unkept: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    }>;
                    environment: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    host: import("@poundlock/spec/schema").TypedSchema<string>;
                    agent: import("@poundlock/spec/schema").TypedSchema<string>;
                    session: import("@poundlock/spec/schema").TypedSchema<string>;
                }>;
                security: import("@poundlock/spec/schema").TypedSchema<string>;
                effects: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: string;
                    path: string | null;
                    unknown?: true;
                }[]>>;
                changes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                    text: string;
                }[]>>;
                warnings: import("@poundlock/spec/schema").TypedSchema<string[]>;
                decisions: import("@poundlock/spec/schema").TypedSchema<("allow-always" | "allow-once" | "deny")[]>;
                grantCovers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                askedParts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    end: number;
                    start: number;
                }[]>>;
                likeness: import("@poundlock/spec/schema").TypedSchema<string>;
                requestedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    device: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                }>>;
                group: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                quorum: import("@poundlock/spec/schema").ObjectSchema<{
                    approve: import("@poundlock/spec/schema").TypedSchema<number>;
                    deny: import("@poundlock/spec/schema").TypedSchema<number>;
                    approved: import("@poundlock/spec/schema").TypedSchema<number>;
                    denied: import("@poundlock/spec/schema").TypedSchema<number>;
                }>;
                reasonRequired: import("@poundlock/spec/schema").TypedSchema<boolean>;
                answers: import("@poundlock/spec/schema").TypedSchema<{
                    at: number;
                    by: string;
                    decision: "allow-always" | "allow-once" | "deny";
                    from?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                    reason?: string;
                    surface: string;
                }[]>;
                notByCaller: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"answered" | "group" | "scope" | "self-approval">>;
            }>;
        }>;
        readonly summary: "A request still waits, with another vote or another group.";
    };
    readonly 'approvals.settled': {
        readonly from: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            approval: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
                state: import("@poundlock/spec/schema").TypedSchema<"answered" | "cancelled" | "expired" | "pending" | "used">;
                callId: import("@poundlock/spec/schema").TypedSchema<string>;
                tool: import("@poundlock/spec/schema").TypedSchema<string>;
                reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                reasonOrigins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    rule?: string;
                    source?: string;
                }[]>>;
                sets: import("@poundlock/spec/schema").TypedSchema<string[]>;
                binding: import("@poundlock/spec/schema").ObjectSchema<{
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    argv: import("@poundlock/spec/schema").TypedSchema<string[][] | null>;
                    executables: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    scripts: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    unbound: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    cwd: import("@poundlock/spec/schema").ObjectSchema<{
                        path: import("@poundlock/spec/schema").TypedSchema<string>;
                        node: import("@poundlock/spec/schema").TypedSchema<string>;
                        size: import("@poundlock/spec/schema").TypedSchema<number>;
                        changed: import("@poundlock/spec/schema").TypedSchema<string>;
                        hash: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                        unkept: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    }>;
                    environment: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    host: import("@poundlock/spec/schema").TypedSchema<string>;
                    agent: import("@poundlock/spec/schema").TypedSchema<string>;
                    session: import("@poundlock/spec/schema").TypedSchema<string>;
                }>;
                security: import("@poundlock/spec/schema").TypedSchema<string>;
                effects: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: string;
                    path: string | null;
                    unknown?: true;
                }[]>>;
                changes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                    text: string;
                }[]>>;
                warnings: import("@poundlock/spec/schema").TypedSchema<string[]>;
                decisions: import("@poundlock/spec/schema").TypedSchema<("allow-always" | "allow-once" | "deny")[]>;
                grantCovers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                askedParts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    end: number;
                    start: number;
                }[]>>;
                likeness: import("@poundlock/spec/schema").TypedSchema<string>;
                requestedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    device: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                }>>;
                group: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                quorum: import("@poundlock/spec/schema").ObjectSchema<{
                    approve: import("@poundlock/spec/schema").TypedSchema<number>;
                    deny: import("@poundlock/spec/schema").TypedSchema<number>;
                    approved: import("@poundlock/spec/schema").TypedSchema<number>;
                    denied: import("@poundlock/spec/schema").TypedSchema<number>;
                }>;
                reasonRequired: import("@poundlock/spec/schema").TypedSchema<boolean>;
                answers: import("@poundlock/spec/schema").TypedSchema<{
                    at: number;
                    by: string;
                    decision: "allow-always" | "allow-once" | "deny";
                    from?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                    reason?: string;
                    surface: string;
                }[]>;
                notByCaller: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"answered" | "group" | "scope" | "self-approval">>;
            }>;
        }>;
        readonly summary: "A request is over: answered, expired or cancelled.";
    };
    readonly 'nodes.changed': {
        readonly from: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
                address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                epoch: import("@poundlock/spec/schema").TypedSchema<number>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
                draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
                runs: import("@poundlock/spec/schema").TypedSchema<number>;
                description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    instance: import("@poundlock/spec/schema").TypedSchema<string>;
                    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                    arch: import("@poundlock/spec/schema").TypedSchema<string>;
                    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                        backend: import("@poundlock/spec/schema").TypedSchema<string>;
                        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                    }>;
                    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            }>;
        }>;
        readonly summary: "A node came or went, or was approved, changed or removed.";
    };
    readonly 'exec.started': {
        readonly from: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly summary: "A command runs on a node.";
    };
    readonly 'exec.finished': {
        readonly from: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
            status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
            code: import("@poundlock/spec/schema").TypedSchema<number | null>;
        }>;
        readonly summary: "A command on a node has ended, or is lost.";
    };
    readonly 'exec.denied': {
        readonly from: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ['operator'];
        readonly subscribed: true;
        readonly data: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
            reason: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly summary: "A node did not let a command through that the gateway did.";
    };
};
export type EventName = keyof typeof EVENTS;
export type EventData<Name extends EventName> = Static<(typeof EVENTS)[Name]['data']>;
export declare function isEventName(name: string): name is EventName;

// frames/decode-frame.d.ts
import type { FrameLimits } from './frame-limits.ts';
import type { Frame } from './frames.ts';
export declare function decodeFrame(source: string | Uint8Array, limits: FrameLimits): Frame;

// frames/decode-json.d.ts
import { type FrameLimits } from './frame-limits.ts';
export declare function decodeJson(source: string | Uint8Array, limits: FrameLimits, name?: string): unknown;
export declare function hasPrototypeKey(text: string, value: unknown): boolean;

// frames/encode-frame.d.ts
import type { Frame } from './frames.ts';
export declare const encodeFrame: (frame: Frame) => string;

// frames/encode-json.d.ts
export declare function encodeJson(value: object, name?: string): string;

// frames/frame-limits.d.ts
export interface FrameLimits {
    readonly maxBytes: number;
    readonly maxDepth: number;
    readonly maxValues: number;
}
export declare const LIMITS_BEFORE_CONNECT: FrameLimits;
export declare const LIMITS_AFTER_CONNECT: FrameLimits;
export declare const LIMITS_OF_CLIENT: FrameLimits;
export declare function brokenLimit(text: string, { maxBytes, maxDepth, maxValues }: FrameLimits): keyof FrameLimits | null;

// frames/frames.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const RequestId: import("@poundlock/spec/schema").TypedSchema<string>;
export declare const IdempotencyKey: import("@poundlock/spec/schema").TypedSchema<string>;
export declare const RequestFrame: import("@poundlock/spec/schema").ObjectSchema<{
    type: import("@poundlock/spec/schema").TypedSchema<"request">;
    id: import("@poundlock/spec/schema").TypedSchema<string>;
    method: import("@poundlock/spec/schema").TypedSchema<string>;
    params: import("@poundlock/spec/schema").ObjectSchema<{}>;
    idempotencyKey: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    traceparent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
}>;
export type RequestFrame = Static<typeof RequestFrame>;
export declare const ErrorBody: import("@poundlock/spec/schema").ObjectSchema<{
    code: import("@poundlock/spec/schema").TypedSchema<string>;
    message: import("@poundlock/spec/schema").TypedSchema<string>;
    path: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    expected: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    retryAfterMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    details: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{}>>;
}>;
export type ErrorBody = Static<typeof ErrorBody>;
export declare const ResultFrame: import("@poundlock/spec/schema").ObjectSchema<{
    type: import("@poundlock/spec/schema").TypedSchema<"response">;
    id: import("@poundlock/spec/schema").TypedSchema<string>;
    ok: import("@poundlock/spec/schema").TypedSchema<true>;
    result: import("@poundlock/spec/schema").ObjectSchema<{}>;
}>;
export type ResultFrame = Static<typeof ResultFrame>;
export declare const ErrorFrame: import("@poundlock/spec/schema").ObjectSchema<{
    type: import("@poundlock/spec/schema").TypedSchema<"response">;
    id: import("@poundlock/spec/schema").TypedSchema<string | null>;
    ok: import("@poundlock/spec/schema").TypedSchema<false>;
    error: import("@poundlock/spec/schema").ObjectSchema<{
        code: import("@poundlock/spec/schema").TypedSchema<string>;
        message: import("@poundlock/spec/schema").TypedSchema<string>;
        path: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        expected: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        retryAfterMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        details: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{}>>;
    }>;
}>;
export type ErrorFrame = Static<typeof ErrorFrame>;
export declare const EventFrame: import("@poundlock/spec/schema").ObjectSchema<{
    type: import("@poundlock/spec/schema").TypedSchema<"event">;
    event: import("@poundlock/spec/schema").TypedSchema<string>;
    subscription: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    seq: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    data: import("@poundlock/spec/schema").ObjectSchema<{}>;
}>;
export type EventFrame = Static<typeof EventFrame>;
export type ResponseFrame = ResultFrame | ErrorFrame;
export type Frame = RequestFrame | ResponseFrame | EventFrame;

// handshake/handshake.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const Challenge: import("@poundlock/spec/schema").ObjectSchema<{
    nonce: import("@poundlock/spec/schema").TypedSchema<string>;
    gateway: import("@poundlock/spec/schema").ObjectSchema<{
        id: import("@poundlock/spec/schema").TypedSchema<string>;
        name: import("@poundlock/spec/schema").TypedSchema<string>;
    }>;
    protocol: import("@poundlock/spec/schema").ObjectSchema<{
        min: import("@poundlock/spec/schema").TypedSchema<number>;
        max: import("@poundlock/spec/schema").TypedSchema<number>;
    }>;
    time: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type Challenge = Static<typeof Challenge>;
export declare const ClientInfo: import("@poundlock/spec/schema").ObjectSchema<{
    name: import("@poundlock/spec/schema").TypedSchema<string>;
    version: import("@poundlock/spec/schema").TypedSchema<string>;
    platform: import("@poundlock/spec/schema").TypedSchema<string>;
}>;
export type ClientInfo = Static<typeof ClientInfo>;
export declare const ConnectAuth: import("@poundlock/spec/schema").TypedSchema<{
    kind: "token";
} | {
    codeId: string;
    kind: "setup-code";
    name: string;
} | {
    kind: "pairing";
    name: string;
}>;
export type ConnectAuth = Static<typeof ConnectAuth>;
export declare const ConnectParams: import("@poundlock/spec/schema").ObjectSchema<{
    protocol: import("@poundlock/spec/schema").ObjectSchema<{
        min: import("@poundlock/spec/schema").TypedSchema<number>;
        max: import("@poundlock/spec/schema").TypedSchema<number>;
    }>;
    client: import("@poundlock/spec/schema").ObjectSchema<{
        name: import("@poundlock/spec/schema").TypedSchema<string>;
        version: import("@poundlock/spec/schema").TypedSchema<string>;
        platform: import("@poundlock/spec/schema").TypedSchema<string>;
    }>;
    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
    scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
    device: import("@poundlock/spec/schema").ObjectSchema<{
        id: import("@poundlock/spec/schema").TypedSchema<string>;
        publicKey: import("@poundlock/spec/schema").TypedSchema<string>;
        signedAt: import("@poundlock/spec/schema").TypedSchema<number>;
        signature: import("@poundlock/spec/schema").TypedSchema<string>;
    }>;
    auth: import("@poundlock/spec/schema").TypedSchema<{
        kind: "token";
    } | {
        codeId: string;
        kind: "setup-code";
        name: string;
    } | {
        kind: "pairing";
        name: string;
    }>;
}>;
export type ConnectParams = Static<typeof ConnectParams>;
export declare const HelloLimits: import("@poundlock/spec/schema").ObjectSchema<{
    maxFrameBytes: import("@poundlock/spec/schema").TypedSchema<number>;
    maxDepth: import("@poundlock/spec/schema").TypedSchema<number>;
    maxValues: import("@poundlock/spec/schema").TypedSchema<number>;
    maxRequestsAtOnce: import("@poundlock/spec/schema").TypedSchema<number>;
    maxSubscriptions: import("@poundlock/spec/schema").TypedSchema<number>;
    pingIntervalMs: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type HelloLimits = Static<typeof HelloLimits>;
export declare const Hello: import("@poundlock/spec/schema").ObjectSchema<{
    protocol: import("@poundlock/spec/schema").TypedSchema<number>;
    gateway: import("@poundlock/spec/schema").ObjectSchema<{
        id: import("@poundlock/spec/schema").TypedSchema<string>;
        name: import("@poundlock/spec/schema").TypedSchema<string>;
        version: import("@poundlock/spec/schema").TypedSchema<string>;
        publicKey: import("@poundlock/spec/schema").TypedSchema<string>;
        signature: import("@poundlock/spec/schema").TypedSchema<string>;
    }>;
    connection: import("@poundlock/spec/schema").TypedSchema<string>;
    device: import("@poundlock/spec/schema").ObjectSchema<{
        id: import("@poundlock/spec/schema").TypedSchema<string>;
        name: import("@poundlock/spec/schema").TypedSchema<string>;
    }>;
    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
    scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
    limits: import("@poundlock/spec/schema").ObjectSchema<{
        maxFrameBytes: import("@poundlock/spec/schema").TypedSchema<number>;
        maxDepth: import("@poundlock/spec/schema").TypedSchema<number>;
        maxValues: import("@poundlock/spec/schema").TypedSchema<number>;
        maxRequestsAtOnce: import("@poundlock/spec/schema").TypedSchema<number>;
        maxSubscriptions: import("@poundlock/spec/schema").TypedSchema<number>;
        pingIntervalMs: import("@poundlock/spec/schema").TypedSchema<number>;
    }>;
    time: import("@poundlock/spec/schema").TypedSchema<number>;
    token: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
}>;
export type Hello = Static<typeof Hello>;

// methods/agents.d.ts
export declare const agentMethods: {
    'agents.prompt': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'write';
        readonly idempotency: "required";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            text: import("@poundlock/spec/schema").TypedSchema<string>;
            model: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            seq: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "SETTLED", "IDEMPOTENCY_CONFLICT", "RECORD_FAILED"];
        readonly summary: "Has a model of the gateway work on a prompt in a session, when those before it have ended. Its calls are decided as calls of the caller.";
    };
    'agents.stop': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'write';
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            stopped: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Ends the work on the prompts of a session, with the calls that run for it. The session goes on.";
    };
};

// methods/approvals.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const Answer: import("@poundlock/spec/schema").ObjectSchema<{
    decision: import("@poundlock/spec/schema").TypedSchema<"allow-always" | "allow-once" | "deny">;
    by: import("@poundlock/spec/schema").TypedSchema<string>;
    surface: import("@poundlock/spec/schema").TypedSchema<string>;
    from: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        device: import("@poundlock/spec/schema").TypedSchema<string>;
        name: import("@poundlock/spec/schema").TypedSchema<string>;
        role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
    }>>;
    proof: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal">>;
    reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    at: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type Answer = Static<typeof Answer>;
export declare const Quorum: import("@poundlock/spec/schema").ObjectSchema<{
    approve: import("@poundlock/spec/schema").TypedSchema<number>;
    deny: import("@poundlock/spec/schema").TypedSchema<number>;
    approved: import("@poundlock/spec/schema").TypedSchema<number>;
    denied: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export declare const Approval: import("@poundlock/spec/schema").ObjectSchema<{
    id: import("@poundlock/spec/schema").TypedSchema<string>;
    createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
    expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
    state: import("@poundlock/spec/schema").TypedSchema<"answered" | "cancelled" | "expired" | "pending" | "used">;
    callId: import("@poundlock/spec/schema").TypedSchema<string>;
    tool: import("@poundlock/spec/schema").TypedSchema<string>;
    reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
    reasonOrigins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
        rule?: string;
        source?: string;
    }[]>>;
    sets: import("@poundlock/spec/schema").TypedSchema<string[]>;
    binding: import("@poundlock/spec/schema").ObjectSchema<{
        text: import("@poundlock/spec/schema").TypedSchema<string>;
        argv: import("@poundlock/spec/schema").TypedSchema<string[][] | null>;
        executables: import("@poundlock/spec/schema").TypedSchema<{
            changed: string;
            hash?: string;
            node: string;
            path: string;
            size: number;
            unkept?: string;
        }[]>;
        scripts: import("@poundlock/spec/schema").TypedSchema<{
            changed: string;
            hash?: string;
            node: string;
            path: string;
            size: number;
            unkept?: string;
        }[]>;
        unbound: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        cwd: import("@poundlock/spec/schema").ObjectSchema<{
            path: import("@poundlock/spec/schema").TypedSchema<string>;
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            size: import("@poundlock/spec/schema").TypedSchema<number>;
            changed: import("@poundlock/spec/schema").TypedSchema<string>;
            hash: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            unkept: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        environment: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
        host: import("@poundlock/spec/schema").TypedSchema<string>;
        agent: import("@poundlock/spec/schema").TypedSchema<string>;
        session: import("@poundlock/spec/schema").TypedSchema<string>;
    }>;
    security: import("@poundlock/spec/schema").TypedSchema<string>;
    effects: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
        kind: string;
        path: string | null;
        unknown?: true;
    }[]>>;
    changes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
        kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
        text: string;
    }[]>>;
    warnings: import("@poundlock/spec/schema").TypedSchema<string[]>;
    decisions: import("@poundlock/spec/schema").TypedSchema<("allow-always" | "allow-once" | "deny")[]>;
    grantCovers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
    askedParts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
        end: number;
        start: number;
    }[]>>;
    likeness: import("@poundlock/spec/schema").TypedSchema<string>;
    requestedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        device: import("@poundlock/spec/schema").TypedSchema<string>;
        name: import("@poundlock/spec/schema").TypedSchema<string>;
        role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
    }>>;
    group: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    quorum: import("@poundlock/spec/schema").ObjectSchema<{
        approve: import("@poundlock/spec/schema").TypedSchema<number>;
        deny: import("@poundlock/spec/schema").TypedSchema<number>;
        approved: import("@poundlock/spec/schema").TypedSchema<number>;
        denied: import("@poundlock/spec/schema").TypedSchema<number>;
    }>;
    reasonRequired: import("@poundlock/spec/schema").TypedSchema<boolean>;
    answers: import("@poundlock/spec/schema").TypedSchema<{
        at: number;
        by: string;
        decision: "allow-always" | "allow-once" | "deny";
        from?: {
            device: string;
            name: string;
            role: "agent" | "node" | "operator";
        };
        proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
        reason?: string;
        surface: string;
    }[]>;
    notByCaller: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"answered" | "group" | "scope" | "self-approval">>;
}>;
export type Approval = Static<typeof Approval>;
export declare const GrantView: import("@poundlock/spec/schema").ObjectSchema<{
    id: import("@poundlock/spec/schema").TypedSchema<string>;
    covers: import("@poundlock/spec/schema").TypedSchema<string>;
    agent: import("@poundlock/spec/schema").TypedSchema<string>;
    host: import("@poundlock/spec/schema").TypedSchema<string>;
    session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    by: import("@poundlock/spec/schema").TypedSchema<string>;
    at: import("@poundlock/spec/schema").TypedSchema<number>;
    expiresAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    maxUses: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    uses: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
}>;
export type GrantView = Static<typeof GrantView>;
export declare const approvalMethods: {
    'approvals.list': {
        readonly to: 'gateway';
        readonly scope: 'approvals.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            state: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"pending" | "settled">>;
            session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            limit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            cursor: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            approvals: import("@poundlock/spec/schema").TypedSchema<{
                answers: {
                    at: number;
                    by: string;
                    decision: "allow-always" | "allow-once" | "deny";
                    from?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                    reason?: string;
                    surface: string;
                }[];
                askedParts?: {
                    end: number;
                    start: number;
                }[];
                binding: {
                    agent: string;
                    argv: string[][] | null;
                    cwd: {
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    };
                    environment: Record<string, string>;
                    executables: {
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[];
                    host: string;
                    scripts: {
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[];
                    session: string;
                    text: string;
                    unbound?: string[];
                };
                callId: string;
                changes?: {
                    kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                    text: string;
                }[];
                createdAt: number;
                decisions: ("allow-always" | "allow-once" | "deny")[];
                effects?: {
                    kind: string;
                    path: string | null;
                    unknown?: true;
                }[];
                expiresAt: number;
                grantCovers?: string[];
                group?: string;
                id: string;
                likeness: string;
                notByCaller?: "answered" | "group" | "scope" | "self-approval";
                quorum: {
                    approve: number;
                    approved: number;
                    denied: number;
                    deny: number;
                };
                reasonOrigins?: {
                    rule?: string;
                    source?: string;
                }[];
                reasonRequired: boolean;
                reasons: string[];
                requestedBy?: {
                    device: string;
                    name: string;
                    role: "agent" | "node" | "operator";
                };
                security: string;
                sets: string[];
                state: "answered" | "cancelled" | "expired" | "pending" | "used";
                tool: string;
                warnings: string[];
            }[]>;
            next: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            id: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            approval: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
                state: import("@poundlock/spec/schema").TypedSchema<"answered" | "cancelled" | "expired" | "pending" | "used">;
                callId: import("@poundlock/spec/schema").TypedSchema<string>;
                tool: import("@poundlock/spec/schema").TypedSchema<string>;
                reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                reasonOrigins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    rule?: string;
                    source?: string;
                }[]>>;
                sets: import("@poundlock/spec/schema").TypedSchema<string[]>;
                binding: import("@poundlock/spec/schema").ObjectSchema<{
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    argv: import("@poundlock/spec/schema").TypedSchema<string[][] | null>;
                    executables: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    scripts: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    unbound: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    cwd: import("@poundlock/spec/schema").ObjectSchema<{
                        path: import("@poundlock/spec/schema").TypedSchema<string>;
                        node: import("@poundlock/spec/schema").TypedSchema<string>;
                        size: import("@poundlock/spec/schema").TypedSchema<number>;
                        changed: import("@poundlock/spec/schema").TypedSchema<string>;
                        hash: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                        unkept: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    }>;
                    environment: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    host: import("@poundlock/spec/schema").TypedSchema<string>;
                    agent: import("@poundlock/spec/schema").TypedSchema<string>;
                    session: import("@poundlock/spec/schema").TypedSchema<string>;
                }>;
                security: import("@poundlock/spec/schema").TypedSchema<string>;
                effects: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: string;
                    path: string | null;
                    unknown?: true;
                }[]>>;
                changes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                    text: string;
                }[]>>;
                warnings: import("@poundlock/spec/schema").TypedSchema<string[]>;
                decisions: import("@poundlock/spec/schema").TypedSchema<("allow-always" | "allow-once" | "deny")[]>;
                grantCovers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                askedParts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    end: number;
                    start: number;
                }[]>>;
                likeness: import("@poundlock/spec/schema").TypedSchema<string>;
                requestedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    device: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                }>>;
                group: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                quorum: import("@poundlock/spec/schema").ObjectSchema<{
                    approve: import("@poundlock/spec/schema").TypedSchema<number>;
                    deny: import("@poundlock/spec/schema").TypedSchema<number>;
                    approved: import("@poundlock/spec/schema").TypedSchema<number>;
                    denied: import("@poundlock/spec/schema").TypedSchema<number>;
                }>;
                reasonRequired: import("@poundlock/spec/schema").TypedSchema<boolean>;
                answers: import("@poundlock/spec/schema").TypedSchema<{
                    at: number;
                    by: string;
                    decision: "allow-always" | "allow-once" | "deny";
                    from?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                    reason?: string;
                    surface: string;
                }[]>;
                notByCaller: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"answered" | "group" | "scope" | "self-approval">>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            after: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                epoch: import("@poundlock/spec/schema").TypedSchema<string>;
                seq: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            subscription: import("@poundlock/spec/schema").TypedSchema<string>;
            epoch: import("@poundlock/spec/schema").TypedSchema<string>;
            head: import("@poundlock/spec/schema").TypedSchema<number>;
            gap: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                from: import("@poundlock/spec/schema").TypedSchema<number>;
                to: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
            pending: import("@poundlock/spec/schema").TypedSchema<{
                answers: {
                    at: number;
                    by: string;
                    decision: "allow-always" | "allow-once" | "deny";
                    from?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                    reason?: string;
                    surface: string;
                }[];
                askedParts?: {
                    end: number;
                    start: number;
                }[];
                binding: {
                    agent: string;
                    argv: string[][] | null;
                    cwd: {
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    };
                    environment: Record<string, string>;
                    executables: {
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[];
                    host: string;
                    scripts: {
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[];
                    session: string;
                    text: string;
                    unbound?: string[];
                };
                callId: string;
                changes?: {
                    kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                    text: string;
                }[];
                createdAt: number;
                decisions: ("allow-always" | "allow-once" | "deny")[];
                effects?: {
                    kind: string;
                    path: string | null;
                    unknown?: true;
                }[];
                expiresAt: number;
                grantCovers?: string[];
                group?: string;
                id: string;
                likeness: string;
                notByCaller?: "answered" | "group" | "scope" | "self-approval";
                quorum: {
                    approve: number;
                    approved: number;
                    denied: number;
                    deny: number;
                };
                reasonOrigins?: {
                    rule?: string;
                    source?: string;
                }[];
                reasonRequired: boolean;
                reasons: string[];
                requestedBy?: {
                    device: string;
                    name: string;
                    role: "agent" | "node" | "operator";
                };
                security: string;
                sets: string[];
                state: "answered" | "cancelled" | "expired" | "pending" | "used";
                tool: string;
                warnings: string[];
            }[]>;
            more: import("@poundlock/spec/schema").TypedSchema<number>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            id: import("@poundlock/spec/schema").TypedSchema<string>;
            decision: import("@poundlock/spec/schema").TypedSchema<"allow-always" | "allow-once" | "deny">;
            reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            reach: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                maxUses: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                lastsMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                scope: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"exact" | "folder" | "workspace">>;
                thisSession: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<true>>;
            }>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            counts: import("@poundlock/spec/schema").TypedSchema<boolean>;
            approval: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
                state: import("@poundlock/spec/schema").TypedSchema<"answered" | "cancelled" | "expired" | "pending" | "used">;
                callId: import("@poundlock/spec/schema").TypedSchema<string>;
                tool: import("@poundlock/spec/schema").TypedSchema<string>;
                reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                reasonOrigins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    rule?: string;
                    source?: string;
                }[]>>;
                sets: import("@poundlock/spec/schema").TypedSchema<string[]>;
                binding: import("@poundlock/spec/schema").ObjectSchema<{
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    argv: import("@poundlock/spec/schema").TypedSchema<string[][] | null>;
                    executables: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    scripts: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    unbound: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    cwd: import("@poundlock/spec/schema").ObjectSchema<{
                        path: import("@poundlock/spec/schema").TypedSchema<string>;
                        node: import("@poundlock/spec/schema").TypedSchema<string>;
                        size: import("@poundlock/spec/schema").TypedSchema<number>;
                        changed: import("@poundlock/spec/schema").TypedSchema<string>;
                        hash: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                        unkept: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    }>;
                    environment: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    host: import("@poundlock/spec/schema").TypedSchema<string>;
                    agent: import("@poundlock/spec/schema").TypedSchema<string>;
                    session: import("@poundlock/spec/schema").TypedSchema<string>;
                }>;
                security: import("@poundlock/spec/schema").TypedSchema<string>;
                effects: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: string;
                    path: string | null;
                    unknown?: true;
                }[]>>;
                changes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                    text: string;
                }[]>>;
                warnings: import("@poundlock/spec/schema").TypedSchema<string[]>;
                decisions: import("@poundlock/spec/schema").TypedSchema<("allow-always" | "allow-once" | "deny")[]>;
                grantCovers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                askedParts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    end: number;
                    start: number;
                }[]>>;
                likeness: import("@poundlock/spec/schema").TypedSchema<string>;
                requestedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    device: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                }>>;
                group: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                quorum: import("@poundlock/spec/schema").ObjectSchema<{
                    approve: import("@poundlock/spec/schema").TypedSchema<number>;
                    deny: import("@poundlock/spec/schema").TypedSchema<number>;
                    approved: import("@poundlock/spec/schema").TypedSchema<number>;
                    denied: import("@poundlock/spec/schema").TypedSchema<number>;
                }>;
                reasonRequired: import("@poundlock/spec/schema").TypedSchema<boolean>;
                answers: import("@poundlock/spec/schema").TypedSchema<{
                    at: number;
                    by: string;
                    decision: "allow-always" | "allow-once" | "deny";
                    from?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                    reason?: string;
                    surface: string;
                }[]>;
                notByCaller: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"answered" | "group" | "scope" | "self-approval">>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            ids: import("@poundlock/spec/schema").TypedSchema<string[]>;
            likeness: import("@poundlock/spec/schema").TypedSchema<string>;
            decision: import("@poundlock/spec/schema").TypedSchema<"allow-once" | "deny">;
            reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            answered: import("@poundlock/spec/schema").TypedSchema<{
                approval: {
                    answers: {
                        at: number;
                        by: string;
                        decision: "allow-always" | "allow-once" | "deny";
                        from?: {
                            device: string;
                            name: string;
                            role: "agent" | "node" | "operator";
                        };
                        proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                        reason?: string;
                        surface: string;
                    }[];
                    askedParts?: {
                        end: number;
                        start: number;
                    }[];
                    binding: {
                        agent: string;
                        argv: string[][] | null;
                        cwd: {
                            changed: string;
                            hash?: string;
                            node: string;
                            path: string;
                            size: number;
                            unkept?: string;
                        };
                        environment: Record<string, string>;
                        executables: {
                            changed: string;
                            hash?: string;
                            node: string;
                            path: string;
                            size: number;
                            unkept?: string;
                        }[];
                        host: string;
                        scripts: {
                            changed: string;
                            hash?: string;
                            node: string;
                            path: string;
                            size: number;
                            unkept?: string;
                        }[];
                        session: string;
                        text: string;
                        unbound?: string[];
                    };
                    callId: string;
                    changes?: {
                        kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                        text: string;
                    }[];
                    createdAt: number;
                    decisions: ("allow-always" | "allow-once" | "deny")[];
                    effects?: {
                        kind: string;
                        path: string | null;
                        unknown?: true;
                    }[];
                    expiresAt: number;
                    grantCovers?: string[];
                    group?: string;
                    id: string;
                    likeness: string;
                    notByCaller?: "answered" | "group" | "scope" | "self-approval";
                    quorum: {
                        approve: number;
                        approved: number;
                        denied: number;
                        deny: number;
                    };
                    reasonOrigins?: {
                        rule?: string;
                        source?: string;
                    }[];
                    reasonRequired: boolean;
                    reasons: string[];
                    requestedBy?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    security: string;
                    sets: string[];
                    state: "answered" | "cancelled" | "expired" | "pending" | "used";
                    tool: string;
                    warnings: string[];
                };
                counts: boolean;
            }[]>;
            failed: import("@poundlock/spec/schema").TypedSchema<{
                code: string;
                id: string;
                message: string;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            id: import("@poundlock/spec/schema").TypedSchema<string>;
            group: import("@poundlock/spec/schema").TypedSchema<string>;
            reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            approval: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
                state: import("@poundlock/spec/schema").TypedSchema<"answered" | "cancelled" | "expired" | "pending" | "used">;
                callId: import("@poundlock/spec/schema").TypedSchema<string>;
                tool: import("@poundlock/spec/schema").TypedSchema<string>;
                reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                reasonOrigins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    rule?: string;
                    source?: string;
                }[]>>;
                sets: import("@poundlock/spec/schema").TypedSchema<string[]>;
                binding: import("@poundlock/spec/schema").ObjectSchema<{
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    argv: import("@poundlock/spec/schema").TypedSchema<string[][] | null>;
                    executables: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    scripts: import("@poundlock/spec/schema").TypedSchema<{
                        changed: string;
                        hash?: string;
                        node: string;
                        path: string;
                        size: number;
                        unkept?: string;
                    }[]>;
                    unbound: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    cwd: import("@poundlock/spec/schema").ObjectSchema<{
                        path: import("@poundlock/spec/schema").TypedSchema<string>;
                        node: import("@poundlock/spec/schema").TypedSchema<string>;
                        size: import("@poundlock/spec/schema").TypedSchema<number>;
                        changed: import("@poundlock/spec/schema").TypedSchema<string>;
                        hash: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                        unkept: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    }>;
                    environment: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    host: import("@poundlock/spec/schema").TypedSchema<string>;
                    agent: import("@poundlock/spec/schema").TypedSchema<string>;
                    session: import("@poundlock/spec/schema").TypedSchema<string>;
                }>;
                security: import("@poundlock/spec/schema").TypedSchema<string>;
                effects: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: string;
                    path: string | null;
                    unknown?: true;
                }[]>>;
                changes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    kind: "added" | "context" | "heading" | "hunk" | "note" | "removed";
                    text: string;
                }[]>>;
                warnings: import("@poundlock/spec/schema").TypedSchema<string[]>;
                decisions: import("@poundlock/spec/schema").TypedSchema<("allow-always" | "allow-once" | "deny")[]>;
                grantCovers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                askedParts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    end: number;
                    start: number;
                }[]>>;
                likeness: import("@poundlock/spec/schema").TypedSchema<string>;
                requestedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    device: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                }>>;
                group: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                quorum: import("@poundlock/spec/schema").ObjectSchema<{
                    approve: import("@poundlock/spec/schema").TypedSchema<number>;
                    deny: import("@poundlock/spec/schema").TypedSchema<number>;
                    approved: import("@poundlock/spec/schema").TypedSchema<number>;
                    denied: import("@poundlock/spec/schema").TypedSchema<number>;
                }>;
                reasonRequired: import("@poundlock/spec/schema").TypedSchema<boolean>;
                answers: import("@poundlock/spec/schema").TypedSchema<{
                    at: number;
                    by: string;
                    decision: "allow-always" | "allow-once" | "deny";
                    from?: {
                        device: string;
                        name: string;
                        role: "agent" | "node" | "operator";
                    };
                    proof?: "bearer-token" | "chat-member" | "device-key" | "local-socket" | "signed-webhook" | "terminal";
                    reason?: string;
                    surface: string;
                }[]>;
                notByCaller: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"answered" | "group" | "scope" | "self-approval">>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            groups: import("@poundlock/spec/schema").TypedSchema<{
                id: string;
                label?: string;
                members: number;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            grants: import("@poundlock/spec/schema").TypedSchema<{
                agent: string;
                at: number;
                by: string;
                covers: string;
                expiresAt?: number;
                host: string;
                id: string;
                maxUses?: number;
                session?: string;
                uses?: number;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            id: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            grant: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                covers: import("@poundlock/spec/schema").TypedSchema<string>;
                agent: import("@poundlock/spec/schema").TypedSchema<string>;
                host: import("@poundlock/spec/schema").TypedSchema<string>;
                session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                by: import("@poundlock/spec/schema").TypedSchema<string>;
                at: import("@poundlock/spec/schema").TypedSchema<number>;
                expiresAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                maxUses: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                uses: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            }>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Takes back what was allowed for good.";
    };
};

// methods/audit.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const AuditRecordView: import("@poundlock/spec/schema").ObjectSchema<{
    seq: import("@poundlock/spec/schema").TypedSchema<number>;
    time: import("@poundlock/spec/schema").TypedSchema<string>;
    prev: import("@poundlock/spec/schema").TypedSchema<string>;
    type: import("@poundlock/spec/schema").TypedSchema<string>;
    data: import("@poundlock/spec/schema").ObjectSchema<{}>;
    hash: import("@poundlock/spec/schema").TypedSchema<string>;
    omitted: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<true>>;
}>;
export type AuditRecordView = Static<typeof AuditRecordView>;
export declare const MOST_SHIPPED_LINES = 500;
export declare const AuditOrigin: import("@poundlock/spec/schema").ObjectSchema<{
    origin: import("@poundlock/spec/schema").TypedSchema<string>;
    name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    ok: import("@poundlock/spec/schema").TypedSchema<boolean>;
    chains: import("@poundlock/spec/schema").TypedSchema<number>;
    records: import("@poundlock/spec/schema").TypedSchema<number>;
    head: import("@poundlock/spec/schema").ObjectSchema<{
        seq: import("@poundlock/spec/schema").TypedSchema<number>;
        hash: import("@poundlock/spec/schema").TypedSchema<string>;
    }>;
    announced: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        seq: import("@poundlock/spec/schema").TypedSchema<number>;
        hash: import("@poundlock/spec/schema").TypedSchema<string>;
    }>>;
    announcedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    problems: import("@poundlock/spec/schema").TypedSchema<{
        chain: number;
        kind: string;
        message: string;
        seq: number | null;
    }[]>;
}>;
export type AuditOrigin = Static<typeof AuditOrigin>;
export declare const auditMethods: {
    'audit.tail': {
        readonly to: 'gateway';
        readonly scope: 'audit.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            chain: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            limit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            before: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            types: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
            approver: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            text: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            records: import("@poundlock/spec/schema").TypedSchema<{
                data: {};
                hash: string;
                omitted?: true;
                prev: string;
                seq: number;
                time: string;
                type: string;
            }[]>;
            head: import("@poundlock/spec/schema").ObjectSchema<{
                seq: import("@poundlock/spec/schema").TypedSchema<number>;
                hash: import("@poundlock/spec/schema").TypedSchema<string>;
            }>;
            next: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            broken: import("@poundlock/spec/schema").TypedSchema<number>;
            chains: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS"];
        readonly summary: "Reads a page of the audit log of the gateway or of a node, from its end backwards.";
    };
    'audit.verify': {
        readonly to: 'gateway';
        readonly scope: 'audit.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            head: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            ok: import("@poundlock/spec/schema").TypedSchema<boolean>;
            records: import("@poundlock/spec/schema").TypedSchema<number>;
            head: import("@poundlock/spec/schema").ObjectSchema<{
                seq: import("@poundlock/spec/schema").TypedSchema<number>;
                hash: import("@poundlock/spec/schema").TypedSchema<string>;
            }>;
            recoveries: import("@poundlock/spec/schema").TypedSchema<number>;
            problems: import("@poundlock/spec/schema").TypedSchema<{
                kind: string;
                line: number;
                message: string;
                segment?: string;
                seq: number | null;
            }[]>;
            problemCount: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Verifies the chain of the audit log of the gateway.";
    };
    'audit.origins': {
        readonly to: 'gateway';
        readonly scope: 'audit.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            origins: import("@poundlock/spec/schema").TypedSchema<{
                announced?: {
                    hash: string;
                    seq: number;
                };
                announcedAt?: number;
                chains: number;
                head: {
                    hash: string;
                    seq: number;
                };
                name?: string;
                ok: boolean;
                origin: string;
                problems: {
                    chain: number;
                    kind: string;
                    message: string;
                    seq: number | null;
                }[];
                records: number;
            }[]>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Verifies the copies of the chains of all nodes, and says what is missing, forked or truncated.";
    };
    'audit.head': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            head: import("@poundlock/spec/schema").ObjectSchema<{
                seq: import("@poundlock/spec/schema").TypedSchema<number>;
                hash: import("@poundlock/spec/schema").TypedSchema<string>;
            }>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            from: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["RECORD_FAILED"];
        readonly summary: "A node says where its audit log ends, and learns what to ship.";
    };
    'audit.records': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            lines: import("@poundlock/spec/schema").TypedSchema<string[]>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            from: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["CONFLICT", "RECORD_FAILED"];
        readonly summary: "A node ships records of its audit log, in their order.";
    };
};

// methods/devices.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const Device: import("@poundlock/spec/schema").ObjectSchema<{
    id: import("@poundlock/spec/schema").TypedSchema<string>;
    name: import("@poundlock/spec/schema").TypedSchema<string>;
    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
    scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
    agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    bearer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<true>>;
    pairedAt: import("@poundlock/spec/schema").TypedSchema<number>;
    pairedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    client: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        name: import("@poundlock/spec/schema").TypedSchema<string>;
        version: import("@poundlock/spec/schema").TypedSchema<string>;
        platform: import("@poundlock/spec/schema").TypedSchema<string>;
    }>>;
    connections: import("@poundlock/spec/schema").TypedSchema<number>;
    revokedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
}>;
export type Device = Static<typeof Device>;
export declare const PairingRequest: import("@poundlock/spec/schema").ObjectSchema<{
    request: import("@poundlock/spec/schema").TypedSchema<string>;
    device: import("@poundlock/spec/schema").TypedSchema<string>;
    name: import("@poundlock/spec/schema").TypedSchema<string>;
    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
    scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
    client: import("@poundlock/spec/schema").ObjectSchema<{
        name: import("@poundlock/spec/schema").TypedSchema<string>;
        version: import("@poundlock/spec/schema").TypedSchema<string>;
        platform: import("@poundlock/spec/schema").TypedSchema<string>;
    }>;
    from: import("@poundlock/spec/schema").TypedSchema<string>;
    at: import("@poundlock/spec/schema").TypedSchema<number>;
    expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type PairingRequest = Static<typeof PairingRequest>;
export declare const deviceMethods: {
    'devices.list': {
        readonly to: "gateway";
        readonly scope: "devices.read";
        readonly roles: readonly ["operator"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            devices: import("@poundlock/spec/schema").TypedSchema<{
                agent?: string;
                bearer?: true;
                client?: {
                    name: string;
                    platform: string;
                    version: string;
                };
                connections: number;
                id: string;
                name: string;
                pairedAt: number;
                pairedBy?: string;
                revokedAt?: number;
                role: "agent" | "node" | "operator";
                scopes: ("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[];
                seenAt?: number;
            }[]>;
            pending: import("@poundlock/spec/schema").TypedSchema<{
                at: number;
                client: {
                    name: string;
                    platform: string;
                    version: string;
                };
                device: string;
                expiresAt: number;
                from: string;
                name: string;
                request: string;
                role: "agent" | "node" | "operator";
                scopes: ("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[];
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            after: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                epoch: import("@poundlock/spec/schema").TypedSchema<string>;
                seq: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            subscription: import("@poundlock/spec/schema").TypedSchema<string>;
            epoch: import("@poundlock/spec/schema").TypedSchema<string>;
            head: import("@poundlock/spec/schema").TypedSchema<number>;
            gap: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                from: import("@poundlock/spec/schema").TypedSchema<number>;
                to: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
            devices: import("@poundlock/spec/schema").TypedSchema<{
                agent?: string;
                bearer?: true;
                client?: {
                    name: string;
                    platform: string;
                    version: string;
                };
                connections: number;
                id: string;
                name: string;
                pairedAt: number;
                pairedBy?: string;
                revokedAt?: number;
                role: "agent" | "node" | "operator";
                scopes: ("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[];
                seenAt?: number;
            }[]>;
            pending: import("@poundlock/spec/schema").TypedSchema<{
                at: number;
                client: {
                    name: string;
                    platform: string;
                    version: string;
                };
                device: string;
                expiresAt: number;
                from: string;
                name: string;
                request: string;
                role: "agent" | "node" | "operator";
                scopes: ("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[];
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
            scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
            name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            bearer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            expiresInMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            page: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            code: import("@poundlock/spec/schema").TypedSchema<string>;
            expiresAt: import("@poundlock/spec/schema").TypedSchema<number>;
            gateway: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
            }>;
            link: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                address: import("@poundlock/spec/schema").TypedSchema<string>;
                qr: import("@poundlock/spec/schema").TypedSchema<string[]>;
            }>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            request: import("@poundlock/spec/schema").TypedSchema<string>;
            name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            scopes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>>;
            agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            bearer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            device: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
                agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                bearer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<true>>;
                pairedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                pairedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                client: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                }>>;
                connections: import("@poundlock/spec/schema").TypedSchema<number>;
                revokedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            request: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly errors: readonly ["NOT_FOUND", "SETTLED", "RECORD_FAILED"];
        readonly summary: "Refuses a device that asks to be paired.";
    };
    'devices.rename': {
        readonly to: 'gateway';
        readonly scope: 'devices.manage';
        readonly roles: readonly ["operator"];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            device: import("@poundlock/spec/schema").TypedSchema<string>;
            name: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            device: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
                agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                bearer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<true>>;
                pairedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                pairedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                client: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                }>>;
                connections: import("@poundlock/spec/schema").TypedSchema<number>;
                revokedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            device: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            device: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
                agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                bearer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<true>>;
                pairedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                pairedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                client: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                }>>;
                connections: import("@poundlock/spec/schema").TypedSchema<number>;
                revokedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            }>;
            token: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            device: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            device: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
                scopes: import("@poundlock/spec/schema").TypedSchema<("admin" | "approvals.answer" | "approvals.read" | "audit.read" | "config.read" | "config.write" | "devices.manage" | "devices.read" | "nodes.manage" | "nodes.read" | "nodes.serve" | "sessions.read" | "sessions.write" | "status.read" | "tools.call")[]>;
                agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                bearer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<true>>;
                pairedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                pairedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                client: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    name: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                }>>;
                connections: import("@poundlock/spec/schema").TypedSchema<number>;
                revokedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            }>;
            closed: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "RECORD_FAILED"];
        readonly summary: "Lets a device in no more, and closes its connections at once.";
    };
};

// methods/fleet.d.ts
export declare const fleetMethods: {
    'fleet.check': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            input: import("@poundlock/spec/schema").ObjectSchema<{}>;
            selection: import("@poundlock/spec/schema").TypedSchema<{
                nodes: string;
            } | {
                all: true;
            }>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            decision: import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">;
            rows: import("@poundlock/spec/schema").TypedSchema<{
                callId?: string;
                code?: number | null;
                decision?: "allow" | "ask" | "deny";
                durationMs?: number;
                isError: boolean;
                message: string;
                name: string;
                node: string;
                reasons?: {
                    code: string;
                    layer?: string;
                    message: string;
                    rule?: string;
                    source?: string;
                }[];
                signal?: string | null;
                state: "cancelled" | "denied" | "failed" | "invalid" | "not-started" | "offline" | "ran" | "ready" | "unapproved" | "unavailable" | "unknown";
            }[]>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS"];
        readonly summary: "Selects nodes, and decides a command on each of them. Runs nothing.";
    };
    'fleet.exec': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator"];
        readonly access: "write";
        readonly idempotency: "required";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            input: import("@poundlock/spec/schema").ObjectSchema<{}>;
            nodes: import("@poundlock/spec/schema").TypedSchema<string[]>;
            maxConcurrency: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            record: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            maxErrors: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            rows: import("@poundlock/spec/schema").TypedSchema<{
                callId?: string;
                code?: number | null;
                decision?: "allow" | "ask" | "deny";
                durationMs?: number;
                isError: boolean;
                message: string;
                name: string;
                node: string;
                reasons?: {
                    code: string;
                    layer?: string;
                    message: string;
                    rule?: string;
                    source?: string;
                }[];
                signal?: string | null;
                state: "cancelled" | "denied" | "failed" | "invalid" | "not-started" | "offline" | "ran" | "ready" | "unapproved" | "unavailable" | "unknown";
            }[]>;
            errors: import("@poundlock/spec/schema").TypedSchema<number>;
            stopped: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"cancelled" | "errors" | "unapproved">>;
            approval: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "SETTLED", "IDEMPOTENCY_CONFLICT", "RECORD_FAILED"];
        readonly events: readonly ["fleet.progress"];
        readonly summary: "Runs a command on several nodes: one decision and one approval for all, one node first, then so many at a time, until there are too many errors.";
    };
    'fleet.cancel': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator"];
        readonly access: "write";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            key: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            cancelling: import("@poundlock/spec/schema").TypedSchema<boolean>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Starts a command on no further node, and cancels what runs.";
    };
};

// methods/gateway.d.ts
export declare const gatewayMethods: {
    'gateway.health': {
        readonly to: "gateway";
        readonly scope: "status.read";
        readonly roles: readonly ["operator", "agent", "node"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            state: import("@poundlock/spec/schema").TypedSchema<"draining" | "ready" | "starting">;
            time: import("@poundlock/spec/schema").TypedSchema<number>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            gateway: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                version: import("@poundlock/spec/schema").TypedSchema<string>;
            }>;
            protocol: import("@poundlock/spec/schema").ObjectSchema<{
                min: import("@poundlock/spec/schema").TypedSchema<number>;
                max: import("@poundlock/spec/schema").TypedSchema<number>;
            }>;
            state: import("@poundlock/spec/schema").TypedSchema<"draining" | "ready" | "starting">;
            startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
            time: import("@poundlock/spec/schema").TypedSchema<number>;
            pid: import("@poundlock/spec/schema").TypedSchema<number>;
            addresses: import("@poundlock/spec/schema").TypedSchema<string[]>;
            connections: import("@poundlock/spec/schema").ObjectSchema<{
                operator: import("@poundlock/spec/schema").TypedSchema<number>;
                agent: import("@poundlock/spec/schema").TypedSchema<number>;
                node: import("@poundlock/spec/schema").TypedSchema<number>;
            }>;
            sessions: import("@poundlock/spec/schema").TypedSchema<number>;
            calls: import("@poundlock/spec/schema").TypedSchema<number>;
            approvals: import("@poundlock/spec/schema").TypedSchema<number>;
            problems: import("@poundlock/spec/schema").TypedSchema<string[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            applied: import("@poundlock/spec/schema").TypedSchema<string[]>;
            restart: import("@poundlock/spec/schema").TypedSchema<string[]>;
        }>;
        readonly errors: readonly ["CONFLICT"];
        readonly summary: "Reads the configuration again. A broken one is refused with file and line, and the earlier one stays.";
    };
};

// methods/mcp.d.ts
export declare const mcpMethods: {
    'mcp.servers': {
        readonly to: 'gateway';
        readonly scope: 'config.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            servers: import("@poundlock/spec/schema").TypedSchema<{
                added: string[];
                callable: number;
                changed: string[];
                listedAt: string | null;
                name: string;
                origin?: string;
                problem: string | null;
                quarantined: {
                    name: string;
                    reason: string;
                }[];
                removed: string[];
                state: "configured" | "disabled" | "invoked" | "manifest-known" | "started";
                target: string;
                transport: "http" | "sse" | "stdio";
                version: string | null;
                withheld: number;
            }[]>;
            ignored: import("@poundlock/spec/schema").TypedSchema<{
                name: string;
                origin: string;
                reason: "taken" | "untrusted";
            }[]>;
            problems: import("@poundlock/spec/schema").TypedSchema<string[]>;
            sessions: import("@poundlock/spec/schema").TypedSchema<{
                agent: string;
                id: string;
                label?: string;
                workspace: string;
            }[]>;
        }>;
        readonly errors: readonly ["CONFLICT", "NOT_FOUND"];
        readonly summary: "Lists the MCP servers of the gateway or of a session, their state and what drifted. Starts nothing.";
    };
    'mcp.tools': {
        readonly to: 'gateway';
        readonly scope: 'config.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            server: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            tools: import("@poundlock/spec/schema").TypedSchema<{
                accepted: string | null;
                digest: string | null;
                listed: string | null;
                name: string;
                withheldBy: "added" | "changed" | "unaccepted" | null;
            }[]>;
            more: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["CONFLICT", "NOT_FOUND"];
        readonly summary: "Shows the tools of an MCP server as they are listed, and as they were accepted. Starts nothing.";
    };
    'mcp.refresh': {
        readonly to: 'gateway';
        readonly roles: readonly ["operator"];
        readonly idempotency: 'none';
        readonly access: 'write';
        readonly scope: "admin";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            server: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            callable: import("@poundlock/spec/schema").TypedSchema<number>;
            withheld: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["CONFLICT", "NOT_FOUND"];
        readonly summary: "Starts an MCP server, lists its tools anew, and ends it; one that runs goes on.";
    };
    'mcp.accept': {
        readonly to: 'gateway';
        readonly roles: readonly ["operator"];
        readonly idempotency: 'none';
        readonly access: 'write';
        readonly scope: "admin";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            server: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            tools: import("@poundlock/spec/schema").TypedSchema<{
                digest: string;
                name: string;
            }[]>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            callable: import("@poundlock/spec/schema").TypedSchema<number>;
            withheld: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["CONFLICT", "NOT_FOUND", "RECORD_FAILED"];
        readonly summary: "Accepts tools of an MCP server, exactly as they were shown; one that has changed since is refused.";
    };
    'mcp.withhold': {
        readonly to: 'gateway';
        readonly roles: readonly ["operator"];
        readonly idempotency: 'none';
        readonly access: 'write';
        readonly scope: "config.write";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            server: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            tools: import("@poundlock/spec/schema").TypedSchema<string[]>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            callable: import("@poundlock/spec/schema").TypedSchema<number>;
            withheld: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["CONFLICT", "NOT_FOUND", "RECORD_FAILED"];
        readonly summary: "Takes back that tools of an MCP server are accepted: they cannot be called until they are again.";
    };
};

// methods/method-table.d.ts
import type { Static } from '@poundlock/spec/schema';
import { agentMethods } from './agents.ts';
import { approvalMethods } from './approvals.ts';
import { auditMethods } from './audit.ts';
import { deviceMethods } from './devices.ts';
import { fleetMethods } from './fleet.ts';
import { gatewayMethods } from './gateway.ts';
import { mcpMethods } from './mcp.ts';
import { nodeCommandMethods } from './node-commands.ts';
import { nodeReportMethods } from './node-reports.ts';
import { nodeMethods } from './nodes.ts';
import { policyDocumentMethods } from './policy-documents.ts';
import { policyMethods } from './policy.ts';
import { pushMethods } from './push.ts';
import { recordingMethods } from './recordings.ts';
import { sessionMethods } from './sessions.ts';
import { subscriptionMethods } from './subscription.ts';
import { toolMethods } from './tools.ts';
type Methods = typeof gatewayMethods & typeof deviceMethods & typeof sessionMethods & typeof toolMethods & typeof agentMethods & typeof fleetMethods & typeof approvalMethods & typeof pushMethods & typeof nodeMethods & typeof nodeReportMethods & typeof nodeCommandMethods & typeof policyMethods & typeof policyDocumentMethods & typeof mcpMethods & typeof auditMethods & typeof recordingMethods & typeof subscriptionMethods;
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

// methods/method.d.ts
import type { JsonSchema } from '@poundlock/spec/schema';
import type { Role } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { NodeCommand } from '../values/node.ts';
export interface Method<Params extends JsonSchema = JsonSchema, Result extends JsonSchema = JsonSchema> {
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

// methods/node-commands.d.ts
export declare const nodeCommandMethods: {
    'node.describe': {
        readonly to: 'node';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            description: import("@poundlock/spec/schema").ObjectSchema<{
                instance: import("@poundlock/spec/schema").TypedSchema<string>;
                ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                version: import("@poundlock/spec/schema").TypedSchema<string>;
                platform: import("@poundlock/spec/schema").TypedSchema<string>;
                arch: import("@poundlock/spec/schema").TypedSchema<string>;
                hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                    active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                    backend: import("@poundlock/spec/schema").TypedSchema<string>;
                    reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                }>;
                workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
            }>;
            time: import("@poundlock/spec/schema").TypedSchema<number>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            names: import("@poundlock/spec/schema").TypedSchema<string[]>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            programs: import("@poundlock/spec/schema").TypedSchema<{
                name: string;
                path: string | null;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            agent: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            command: import("@poundlock/spec/schema").TypedSchema<string>;
            workdir: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            env: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, string>>>;
            timeoutMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            pty: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            background: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            decision: import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">;
            reasons: import("@poundlock/spec/schema").TypedSchema<{
                code: string;
                layer?: string;
                message: string;
                rule?: string;
                source?: string;
            }[]>;
            problem: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            cwd: import("@poundlock/spec/schema").TypedSchema<string>;
            home: import("@poundlock/spec/schema").TypedSchema<string>;
            workspace: import("@poundlock/spec/schema").TypedSchema<string>;
            programs: import("@poundlock/spec/schema").TypedSchema<{
                name: string;
                path: string | null;
            }[]>;
            binding: import("@poundlock/spec/schema").TypedSchema<string>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            agent: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            command: import("@poundlock/spec/schema").TypedSchema<string>;
            workdir: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            env: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, string>>>;
            timeoutMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            pty: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            background: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            run: import("@poundlock/spec/schema").TypedSchema<string>;
            binding: import("@poundlock/spec/schema").TypedSchema<string>;
            stream: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            state: import("@poundlock/spec/schema").TypedSchema<"accepted" | "ended" | "none" | "running">;
            outcome: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
                message: import("@poundlock/spec/schema").TypedSchema<string>;
                exit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    code: import("@poundlock/spec/schema").TypedSchema<number | null>;
                    signal: import("@poundlock/spec/schema").TypedSchema<string | null>;
                    reason: import("@poundlock/spec/schema").TypedSchema<"aborted" | "exit" | "signal" | "spawn-failed" | "timeout">;
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    durationMs: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                stdout: import("@poundlock/spec/schema").TypedSchema<string>;
                stderr: import("@poundlock/spec/schema").TypedSchema<string>;
                tail: import("@poundlock/spec/schema").TypedSchema<string>;
                truncated: import("@poundlock/spec/schema").TypedSchema<boolean>;
                decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
                reasons: import("@poundlock/spec/schema").TypedSchema<{
                    code: string;
                    layer?: string;
                    message: string;
                    rule?: string;
                    source?: string;
                }[]>;
                record: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                job: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                startedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                endedAt: import("@poundlock/spec/schema").TypedSchema<number>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            cancelling: import("@poundlock/spec/schema").TypedSchema<boolean>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            state: import("@poundlock/spec/schema").TypedSchema<"accepted" | "ended" | "none" | "running">;
            startedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            tail: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            outcome: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
                message: import("@poundlock/spec/schema").TypedSchema<string>;
                exit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    code: import("@poundlock/spec/schema").TypedSchema<number | null>;
                    signal: import("@poundlock/spec/schema").TypedSchema<string | null>;
                    reason: import("@poundlock/spec/schema").TypedSchema<"aborted" | "exit" | "signal" | "spawn-failed" | "timeout">;
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    durationMs: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                stdout: import("@poundlock/spec/schema").TypedSchema<string>;
                stderr: import("@poundlock/spec/schema").TypedSchema<string>;
                tail: import("@poundlock/spec/schema").TypedSchema<string>;
                truncated: import("@poundlock/spec/schema").TypedSchema<boolean>;
                decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
                reasons: import("@poundlock/spec/schema").TypedSchema<{
                    code: string;
                    layer?: string;
                    message: string;
                    rule?: string;
                    source?: string;
                }[]>;
                record: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                job: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                startedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                endedAt: import("@poundlock/spec/schema").TypedSchema<number>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            agent: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            input: import("@poundlock/spec/schema").ObjectSchema<{}>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
            message: import("@poundlock/spec/schema").TypedSchema<string>;
            content: import("@poundlock/spec/schema").TypedSchema<string[]>;
            reasons: import("@poundlock/spec/schema").TypedSchema<{
                code: string;
                layer?: string;
                message: string;
                rule?: string;
                source?: string;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            agent: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            input: import("@poundlock/spec/schema").ObjectSchema<{}>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
            message: import("@poundlock/spec/schema").TypedSchema<string>;
            content: import("@poundlock/spec/schema").TypedSchema<string[]>;
            reasons: import("@poundlock/spec/schema").TypedSchema<{
                code: string;
                layer?: string;
                message: string;
                rule?: string;
                source?: string;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            agent: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            input: import("@poundlock/spec/schema").ObjectSchema<{}>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
            message: import("@poundlock/spec/schema").TypedSchema<string>;
            content: import("@poundlock/spec/schema").TypedSchema<string[]>;
            reasons: import("@poundlock/spec/schema").TypedSchema<{
                code: string;
                layer?: string;
                message: string;
                rule?: string;
                source?: string;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            document: import("@poundlock/spec/schema").TypedSchema<string | null>;
            hash: import("@poundlock/spec/schema").TypedSchema<string | null>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            document: import("@poundlock/spec/schema").TypedSchema<string>;
            base: import("@poundlock/spec/schema").TypedSchema<string | null>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            hash: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly errors: readonly ["CONFLICT", "RECORD_FAILED"];
        readonly summary: "Replaces the approvals document of the node, where its owner offers that.";
    };
};

// methods/node-reports.d.ts
export declare const nodeReportMethods: {
    'node.attach': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            description: import("@poundlock/spec/schema").ObjectSchema<{
                instance: import("@poundlock/spec/schema").TypedSchema<string>;
                ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                version: import("@poundlock/spec/schema").TypedSchema<string>;
                platform: import("@poundlock/spec/schema").TypedSchema<string>;
                arch: import("@poundlock/spec/schema").TypedSchema<string>;
                hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                    active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                    backend: import("@poundlock/spec/schema").TypedSchema<string>;
                    reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                }>;
                workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
            }>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            epoch: import("@poundlock/spec/schema").TypedSchema<number>;
            name: import("@poundlock/spec/schema").TypedSchema<string>;
            labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
            approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
            startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
            record: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "A command was let through on the node, and runs.";
    };
    'run.output': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
            seq: import("@poundlock/spec/schema").TypedSchema<number>;
            stream: import("@poundlock/spec/schema").TypedSchema<"stderr" | "stdout">;
            text: import("@poundlock/spec/schema").TypedSchema<string>;
            omittedBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Output of a command. The node sends more when this is answered.";
    };
    'run.finished': {
        readonly to: 'gateway';
        readonly scope: 'nodes.serve';
        readonly roles: readonly ['node'];
        readonly access: 'write';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
            outcome: import("@poundlock/spec/schema").ObjectSchema<{
                status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
                message: import("@poundlock/spec/schema").TypedSchema<string>;
                exit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    code: import("@poundlock/spec/schema").TypedSchema<number | null>;
                    signal: import("@poundlock/spec/schema").TypedSchema<string | null>;
                    reason: import("@poundlock/spec/schema").TypedSchema<"aborted" | "exit" | "signal" | "spawn-failed" | "timeout">;
                    text: import("@poundlock/spec/schema").TypedSchema<string>;
                    durationMs: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                stdout: import("@poundlock/spec/schema").TypedSchema<string>;
                stderr: import("@poundlock/spec/schema").TypedSchema<string>;
                tail: import("@poundlock/spec/schema").TypedSchema<string>;
                truncated: import("@poundlock/spec/schema").TypedSchema<boolean>;
                decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
                reasons: import("@poundlock/spec/schema").TypedSchema<{
                    code: string;
                    layer?: string;
                    message: string;
                    rule?: string;
                    source?: string;
                }[]>;
                record: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                job: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                startedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                endedAt: import("@poundlock/spec/schema").TypedSchema<number>;
            }>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            known: import("@poundlock/spec/schema").TypedSchema<boolean>;
        }>;
        readonly errors: readonly ["RECORD_FAILED"];
        readonly summary: "A command has ended, or was not let through. Sent again until it is answered.";
    };
};

// methods/nodes.d.ts
export declare const nodeMethods: {
    'nodes.list': {
        readonly to: 'gateway';
        readonly scope: 'nodes.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            nodes: import("@poundlock/spec/schema").TypedSchema<{
                address?: string;
                approved: ("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[];
                approvedAt?: number;
                approvedBy?: string;
                connected: boolean;
                connectedAt?: number;
                declared: ("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[];
                description?: {
                    arch: string;
                    commands: ("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[];
                    hostname: string;
                    instance: string;
                    labels: Record<string, string>;
                    ledger: string;
                    platform: string;
                    sandbox: {
                        active: boolean;
                        backend: string;
                        reasons: string[];
                    };
                    startedAt: number;
                    version: string;
                    workspace: string;
                };
                draining: boolean;
                epoch: number;
                id: string;
                labels: Record<string, string>;
                name: string;
                pending: boolean;
                runs: number;
                seenAt?: number;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            after: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                epoch: import("@poundlock/spec/schema").TypedSchema<string>;
                seq: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            subscription: import("@poundlock/spec/schema").TypedSchema<string>;
            epoch: import("@poundlock/spec/schema").TypedSchema<string>;
            head: import("@poundlock/spec/schema").TypedSchema<number>;
            gap: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                from: import("@poundlock/spec/schema").TypedSchema<number>;
                to: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
            nodes: import("@poundlock/spec/schema").TypedSchema<{
                address?: string;
                approved: ("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[];
                approvedAt?: number;
                approvedBy?: string;
                connected: boolean;
                connectedAt?: number;
                declared: ("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[];
                description?: {
                    arch: string;
                    commands: ("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[];
                    hostname: string;
                    instance: string;
                    labels: Record<string, string>;
                    ledger: string;
                    platform: string;
                    sandbox: {
                        active: boolean;
                        backend: string;
                        reasons: string[];
                    };
                    startedAt: number;
                    version: string;
                    workspace: string;
                };
                draining: boolean;
                epoch: number;
                id: string;
                labels: Record<string, string>;
                name: string;
                pending: boolean;
                runs: number;
                seenAt?: number;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
                address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                epoch: import("@poundlock/spec/schema").TypedSchema<number>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
                draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
                runs: import("@poundlock/spec/schema").TypedSchema<number>;
                description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    instance: import("@poundlock/spec/schema").TypedSchema<string>;
                    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                    arch: import("@poundlock/spec/schema").TypedSchema<string>;
                    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                        backend: import("@poundlock/spec/schema").TypedSchema<string>;
                        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                    }>;
                    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            commands: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
                address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                epoch: import("@poundlock/spec/schema").TypedSchema<number>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
                draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
                runs: import("@poundlock/spec/schema").TypedSchema<number>;
                description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    instance: import("@poundlock/spec/schema").TypedSchema<string>;
                    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                    arch: import("@poundlock/spec/schema").TypedSchema<string>;
                    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                        backend: import("@poundlock/spec/schema").TypedSchema<string>;
                        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                    }>;
                    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
                address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                epoch: import("@poundlock/spec/schema").TypedSchema<number>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
                draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
                runs: import("@poundlock/spec/schema").TypedSchema<number>;
                description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    instance: import("@poundlock/spec/schema").TypedSchema<string>;
                    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                    arch: import("@poundlock/spec/schema").TypedSchema<string>;
                    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                        backend: import("@poundlock/spec/schema").TypedSchema<string>;
                        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                    }>;
                    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
                address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                epoch: import("@poundlock/spec/schema").TypedSchema<number>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
                draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
                runs: import("@poundlock/spec/schema").TypedSchema<number>;
                description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    instance: import("@poundlock/spec/schema").TypedSchema<string>;
                    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                    arch: import("@poundlock/spec/schema").TypedSchema<string>;
                    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                        backend: import("@poundlock/spec/schema").TypedSchema<string>;
                        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                    }>;
                    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            name: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
                address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                epoch: import("@poundlock/spec/schema").TypedSchema<number>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
                draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
                runs: import("@poundlock/spec/schema").TypedSchema<number>;
                description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    instance: import("@poundlock/spec/schema").TypedSchema<string>;
                    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                    arch: import("@poundlock/spec/schema").TypedSchema<string>;
                    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                        backend: import("@poundlock/spec/schema").TypedSchema<string>;
                        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                    }>;
                    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            set: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, string>>>;
            remove: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
                address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                epoch: import("@poundlock/spec/schema").TypedSchema<number>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
                draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
                runs: import("@poundlock/spec/schema").TypedSchema<number>;
                description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    instance: import("@poundlock/spec/schema").TypedSchema<string>;
                    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                    arch: import("@poundlock/spec/schema").TypedSchema<string>;
                    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                        backend: import("@poundlock/spec/schema").TypedSchema<string>;
                        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                    }>;
                    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                name: import("@poundlock/spec/schema").TypedSchema<string>;
                connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
                address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                epoch: import("@poundlock/spec/schema").TypedSchema<number>;
                labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
                draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
                runs: import("@poundlock/spec/schema").TypedSchema<number>;
                description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    instance: import("@poundlock/spec/schema").TypedSchema<string>;
                    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
                    version: import("@poundlock/spec/schema").TypedSchema<string>;
                    platform: import("@poundlock/spec/schema").TypedSchema<string>;
                    arch: import("@poundlock/spec/schema").TypedSchema<string>;
                    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
                    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
                        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
                        backend: import("@poundlock/spec/schema").TypedSchema<string>;
                        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
                    }>;
                    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
                    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
                    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                }>>;
                connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            document: import("@poundlock/spec/schema").TypedSchema<string | null>;
            hash: import("@poundlock/spec/schema").TypedSchema<string | null>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            node: import("@poundlock/spec/schema").TypedSchema<string>;
            document: import("@poundlock/spec/schema").TypedSchema<string>;
            base: import("@poundlock/spec/schema").TypedSchema<string | null>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            hash: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "AMBIGUOUS", "CONFLICT", "RECORD_FAILED"];
        readonly summary: "Replaces the approvals document of a node, where its owner offers that.";
    };
};

// methods/policy-documents.d.ts
export declare const policyDocumentMethods: {
    'policy.effective': {
        readonly to: 'gateway';
        readonly scope: 'config.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            agent: import("@poundlock/spec/schema").TypedSchema<string>;
            workspace: import("@poundlock/spec/schema").TypedSchema<string>;
            sources: import("@poundlock/spec/schema").TypedSchema<{
                file: string;
                kind: string;
                trusted?: boolean;
            }[]>;
            settings: import("@poundlock/spec/schema").TypedSchema<{
                name: string;
                origin: string;
                value: string;
            }[]>;
            rules: import("@poundlock/spec/schema").TypedSchema<{
                action: "allow" | "ask" | "deny";
                counts: boolean;
                reason?: string;
                rule: string;
                source: string;
            }[]>;
            lists: import("@poundlock/spec/schema").TypedSchema<{
                counts: boolean;
                key: string;
                source: string;
                value: string;
            }[]>;
            tools: import("@poundlock/spec/schema").TypedSchema<{
                because: string;
                name: string;
                source?: string;
            }[]>;
        }>;
        readonly errors: readonly ["CONFLICT"];
        readonly summary: "Says what holds for an agent at the gateway, and where each value and rule comes from.";
    };
    'policy.document': {
        readonly to: 'gateway';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly scope: "config.write";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            document: import("@poundlock/spec/schema").TypedSchema<"approvals" | "config">;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            file: import("@poundlock/spec/schema").TypedSchema<string>;
            text: import("@poundlock/spec/schema").TypedSchema<string | null>;
            hash: import("@poundlock/spec/schema").TypedSchema<string | null>;
        }>;
        readonly errors: readonly ["CONFLICT"];
        readonly summary: "Reads a document of the policy; `null` where there is none.";
    };
    'policy.review': {
        readonly to: 'gateway';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly scope: "config.write";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            document: import("@poundlock/spec/schema").TypedSchema<"approvals" | "config">;
            text: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            problems: import("@poundlock/spec/schema").TypedSchema<{
                column: number;
                line: number;
                message: string;
            }[]>;
            findings: import("@poundlock/spec/schema").TypedSchema<{
                code: string;
                message: string;
                severity: string;
                source: string;
            }[]>;
            replay: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                since: import("@poundlock/spec/schema").TypedSchema<number | null>;
                isWhole: import("@poundlock/spec/schema").TypedSchema<boolean>;
                total: import("@poundlock/spec/schema").TypedSchema<number>;
                left: import("@poundlock/spec/schema").TypedSchema<number>;
                noLongerAsking: import("@poundlock/spec/schema").TypedSchema<number>;
                newly: import("@poundlock/spec/schema").ObjectSchema<{
                    allow: import("@poundlock/spec/schema").ObjectSchema<{
                        count: import("@poundlock/spec/schema").TypedSchema<number>;
                        calls: import("@poundlock/spec/schema").TypedSchema<{
                            before: string;
                            call: string;
                            times: number;
                        }[]>;
                    }>;
                    ask: import("@poundlock/spec/schema").ObjectSchema<{
                        count: import("@poundlock/spec/schema").TypedSchema<number>;
                        calls: import("@poundlock/spec/schema").TypedSchema<{
                            before: string;
                            call: string;
                            times: number;
                        }[]>;
                    }>;
                    deny: import("@poundlock/spec/schema").ObjectSchema<{
                        count: import("@poundlock/spec/schema").TypedSchema<number>;
                        calls: import("@poundlock/spec/schema").TypedSchema<{
                            before: string;
                            call: string;
                            times: number;
                        }[]>;
                    }>;
                }>;
            }>>;
        }>;
        readonly errors: readonly ["CONFLICT"];
        readonly summary: "Checks a document before it is saved: errors with their places, lint, and recorded calls decided anew.";
    };
    'policy.save': {
        readonly to: 'gateway';
        readonly roles: readonly ["operator"];
        readonly idempotency: 'none';
        readonly scope: "config.write";
        readonly access: "write";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            document: import("@poundlock/spec/schema").TypedSchema<"approvals" | "config">;
            text: import("@poundlock/spec/schema").TypedSchema<string>;
            base: import("@poundlock/spec/schema").TypedSchema<string | null>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            hash: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly errors: readonly ["CONFLICT", "RECORD_FAILED"];
        readonly summary: "Replaces a document of the policy where it is still the one that was read, and has new calls decided by it. A change of more than mode, tools and agents, such as hooks, servers and sandboxes, needs the scope admin, too.";
    };
};

// methods/policy.d.ts
export declare const policyMethods: {
    'policy.check': {
        readonly to: "gateway";
        readonly scope: "config.read";
        readonly roles: readonly ["operator"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            tool: import("@poundlock/spec/schema").TypedSchema<string>;
            input: import("@poundlock/spec/schema").ObjectSchema<{}>;
            agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            session: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            cwd: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            decision: import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">;
            reasons: import("@poundlock/spec/schema").TypedSchema<{
                code: string;
                layer?: string;
                message: string;
                rule?: string;
                source?: string;
            }[]>;
            trace: import("@poundlock/spec/schema").TypedSchema<({
                code: string;
                layer?: string;
                message: string;
                rule?: string;
                source?: string;
            } & {
                decision: "allow" | "ask" | "deny";
            })[]>;
            commands: import("@poundlock/spec/schema").TypedSchema<{
                argv: (string | null)[];
                decision: "allow" | "ask" | "deny";
                name: string | null;
                resolved: string | null;
                rule: string | null;
                span: [number, number];
            }[]>;
            effects: import("@poundlock/spec/schema").TypedSchema<{
                kind: string;
                path: string | null;
            }[]>;
            fix: import("@poundlock/spec/schema").TypedSchema<{
                at?: string;
                key?: string;
                message: string;
                value?: unknown;
            }[]>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Says how a call would be decided, with the code that decides calls, and runs nothing.";
    };
};

// methods/push.d.ts
export declare const pushMethods: {
    'push.status': {
        readonly to: 'gateway';
        readonly scope: 'approvals.answer';
        readonly roles: readonly ["operator"];
        readonly idempotency: 'none';
        readonly access: "read";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            key: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            commands: import("@poundlock/spec/schema").TypedSchema<boolean>;
            subscription: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                endpointHash: import("@poundlock/spec/schema").TypedSchema<string>;
                since: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
        }>;
        readonly errors: readonly ["RECORD_FAILED"];
        readonly summary: "Says whether the caller's device is sent pushes (Web Push) of requests that wait.";
    };
    'push.subscribe': {
        readonly to: 'gateway';
        readonly scope: 'approvals.answer';
        readonly roles: readonly ["operator"];
        readonly idempotency: 'none';
        readonly access: "write";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            endpoint: import("@poundlock/spec/schema").TypedSchema<string>;
            keys: import("@poundlock/spec/schema").ObjectSchema<{
                p256dh: import("@poundlock/spec/schema").TypedSchema<string>;
                auth: import("@poundlock/spec/schema").TypedSchema<string>;
            }>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            subscription: import("@poundlock/spec/schema").ObjectSchema<{
                endpointHash: import("@poundlock/spec/schema").TypedSchema<string>;
                since: import("@poundlock/spec/schema").TypedSchema<number>;
            }>;
        }>;
        readonly errors: readonly ["RECORD_FAILED"];
        readonly summary: "Sends the caller's device pushes of requests that it may answer, instead of to where they went before.";
    };
    'push.unsubscribe': {
        readonly to: 'gateway';
        readonly scope: 'approvals.answer';
        readonly roles: readonly ["operator"];
        readonly idempotency: 'none';
        readonly access: "write";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            removed: import("@poundlock/spec/schema").TypedSchema<boolean>;
        }>;
        readonly errors: readonly ["RECORD_FAILED"];
        readonly summary: "Ends the pushes to the caller's device.";
    };
};

// methods/read-params.d.ts
import { ConnectParams } from '../handshake/handshake.ts';
import { type MethodName, type ParamsOf, type ResultOf } from './method-table.ts';
export declare function readParams<Name extends MethodName>(name: Name, params: unknown): ParamsOf<Name>;
export declare function readConnectParams(params: unknown): ConnectParams;
export declare function readMethodResult<Name extends MethodName>(name: Name, result: unknown): ResultOf<Name>;

// methods/recordings.d.ts
export declare const recordingMethods: {
    'recordings.list': {
        readonly to: 'gateway';
        readonly scope: 'audit.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            limit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            recordings: import("@poundlock/spec/schema").TypedSchema<{
                bytes: number;
                callId: string;
                endedAt: number;
                run: string;
                truncated: boolean;
            }[]>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Lists the last recordings of what commands printed, the newest first.";
    };
    'recordings.read': {
        readonly to: 'gateway';
        readonly scope: 'audit.read';
        readonly roles: readonly ["operator"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            run: import("@poundlock/spec/schema").TypedSchema<string>;
            from: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            lines: import("@poundlock/spec/schema").TypedSchema<string[]>;
            next: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            truncated: import("@poundlock/spec/schema").TypedSchema<boolean>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "CONFLICT"];
        readonly summary: "Reads a recording, a part at a time, after its hash was compared with that of its record.";
    };
};

// methods/sessions.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const Session: import("@poundlock/spec/schema").ObjectSchema<{
    id: import("@poundlock/spec/schema").TypedSchema<string>;
    agent: import("@poundlock/spec/schema").TypedSchema<string>;
    label: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
    owner: import("@poundlock/spec/schema").TypedSchema<string>;
    state: import("@poundlock/spec/schema").TypedSchema<"aborted" | "open">;
    createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
    changedAt: import("@poundlock/spec/schema").TypedSchema<number>;
    head: import("@poundlock/spec/schema").TypedSchema<number>;
    running: import("@poundlock/spec/schema").TypedSchema<number>;
    waiting: import("@poundlock/spec/schema").TypedSchema<number>;
    elsewhere: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        gateway: import("@poundlock/spec/schema").TypedSchema<string>;
        name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    }>>;
}>;
export type Session = Static<typeof Session>;
export declare const sessionMethods: {
    'sessions.create': {
        readonly to: 'gateway';
        readonly scope: 'sessions.write';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'write';
        readonly idempotency: 'required';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            label: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            workspace: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                agent: import("@poundlock/spec/schema").TypedSchema<string>;
                label: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                owner: import("@poundlock/spec/schema").TypedSchema<string>;
                state: import("@poundlock/spec/schema").TypedSchema<"aborted" | "open">;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                changedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                head: import("@poundlock/spec/schema").TypedSchema<number>;
                running: import("@poundlock/spec/schema").TypedSchema<number>;
                waiting: import("@poundlock/spec/schema").TypedSchema<number>;
                elsewhere: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    gateway: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                }>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            state: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"aborted" | "open">>;
            agent: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            limit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            cursor: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            sessions: import("@poundlock/spec/schema").TypedSchema<{
                agent: string;
                changedAt: number;
                createdAt: number;
                elsewhere?: {
                    gateway: string;
                    name?: string;
                };
                head: number;
                id: string;
                label?: string;
                owner: string;
                running: number;
                state: "aborted" | "open";
                waiting: number;
                workspace: string;
            }[]>;
            next: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly errors: readonly [];
        readonly summary: "Lists sessions, the newest first; also those of the gateways that share a bus with this one.";
    };
    'sessions.get': {
        readonly to: 'gateway';
        readonly scope: 'sessions.read';
        readonly roles: readonly ["operator", "agent"];
        readonly access: 'read';
        readonly idempotency: 'none';
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                agent: import("@poundlock/spec/schema").TypedSchema<string>;
                label: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                owner: import("@poundlock/spec/schema").TypedSchema<string>;
                state: import("@poundlock/spec/schema").TypedSchema<"aborted" | "open">;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                changedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                head: import("@poundlock/spec/schema").TypedSchema<number>;
                running: import("@poundlock/spec/schema").TypedSchema<number>;
                waiting: import("@poundlock/spec/schema").TypedSchema<number>;
                elsewhere: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    gateway: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                }>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            after: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            limit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            events: import("@poundlock/spec/schema").TypedSchema<({
                at: number;
                by: {
                    device: string;
                    name: string;
                    role: "agent" | "node" | "operator";
                };
                kind: "created";
                seq: number;
                session: string;
            } | {
                at: number;
                by: {
                    device: string;
                    name: string;
                    role: "agent" | "node" | "operator";
                };
                kind: "message";
                seq: number;
                session: string;
                text: string;
            } | {
                answer: string;
                at: number;
                by: {
                    device: string;
                    name: string;
                    role: "agent" | "node" | "operator";
                };
                kind: "directive";
                seq: number;
                session: string;
                text: string;
            } | {
                at: number;
                by: {
                    device: string;
                    name: string;
                    role: "agent" | "node" | "operator";
                };
                kind: "prompt";
                model: string;
                seq: number;
                session: string;
                text: string;
            } | {
                at: number;
                event: {
                    type: string;
                };
                kind: "agent";
                prompt?: number;
                seq: number;
                session: string;
            } | {
                at: number;
                by: {
                    device: string;
                    name: string;
                    role: "agent" | "node" | "operator";
                };
                callId: string;
                kind: "call-requested";
                seq: number;
                session: string;
                summary: string;
                tool: string;
            } | {
                at: number;
                callId: string;
                decision: "allow" | "ask" | "deny";
                kind: "call-decided";
                reasons: {
                    code: string;
                    layer?: string;
                    message: string;
                    rule?: string;
                    source?: string;
                }[];
                seq: number;
                session: string;
            } | {
                approval: string;
                at: number;
                callId: string;
                kind: "call-waiting";
                seq: number;
                session: string;
            } | {
                approval: string;
                at: number;
                by?: string;
                callId: string;
                decision: "allow-always" | "allow-once" | "cancelled" | "deny" | "expired";
                kind: "call-answered";
                reason?: string;
                seq: number;
                session: string;
            } | {
                at: number;
                callId: string;
                kind: "call-started";
                runId?: string;
                seq: number;
                session: string;
            } | {
                at: number;
                callId: string;
                durationMs?: number;
                kind: "call-ended";
                message: string;
                seq: number;
                session: string;
                status: "cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown";
                tail?: string;
            } | {
                at: number;
                by: {
                    device: string;
                    name: string;
                    role: "agent" | "node" | "operator";
                };
                kind: "aborted";
                reason?: string;
                seq: number;
                session: string;
            })[]>;
            head: import("@poundlock/spec/schema").TypedSchema<number>;
            gap: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                from: import("@poundlock/spec/schema").TypedSchema<number>;
                to: import("@poundlock/spec/schema").TypedSchema<number>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            after: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                epoch: import("@poundlock/spec/schema").TypedSchema<string>;
                seq: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            subscription: import("@poundlock/spec/schema").TypedSchema<string>;
            epoch: import("@poundlock/spec/schema").TypedSchema<string>;
            head: import("@poundlock/spec/schema").TypedSchema<number>;
            gap: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                from: import("@poundlock/spec/schema").TypedSchema<number>;
                to: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
            session: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                agent: import("@poundlock/spec/schema").TypedSchema<string>;
                label: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                owner: import("@poundlock/spec/schema").TypedSchema<string>;
                state: import("@poundlock/spec/schema").TypedSchema<"aborted" | "open">;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                changedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                head: import("@poundlock/spec/schema").TypedSchema<number>;
                running: import("@poundlock/spec/schema").TypedSchema<number>;
                waiting: import("@poundlock/spec/schema").TypedSchema<number>;
                elsewhere: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    gateway: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                }>>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            text: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            seq: import("@poundlock/spec/schema").TypedSchema<number>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").ObjectSchema<{
                id: import("@poundlock/spec/schema").TypedSchema<string>;
                agent: import("@poundlock/spec/schema").TypedSchema<string>;
                label: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                workspace: import("@poundlock/spec/schema").TypedSchema<string>;
                owner: import("@poundlock/spec/schema").TypedSchema<string>;
                state: import("@poundlock/spec/schema").TypedSchema<"aborted" | "open">;
                createdAt: import("@poundlock/spec/schema").TypedSchema<number>;
                changedAt: import("@poundlock/spec/schema").TypedSchema<number>;
                head: import("@poundlock/spec/schema").TypedSchema<number>;
                running: import("@poundlock/spec/schema").TypedSchema<number>;
                waiting: import("@poundlock/spec/schema").TypedSchema<number>;
                elsewhere: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    gateway: import("@poundlock/spec/schema").TypedSchema<string>;
                    name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                }>>;
            }>;
            cancelled: import("@poundlock/spec/schema").TypedSchema<number>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "RECORD_FAILED"];
        readonly summary: "Ends a session: its calls are cancelled, what waits is withdrawn, and no new call is taken.";
    };
};

// methods/subscription.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const StreamPosition: import("@poundlock/spec/schema").ObjectSchema<{
    epoch: import("@poundlock/spec/schema").TypedSchema<string>;
    seq: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type StreamPosition = Static<typeof StreamPosition>;
export declare const StreamGap: import("@poundlock/spec/schema").ObjectSchema<{
    from: import("@poundlock/spec/schema").TypedSchema<number>;
    to: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type StreamGap = Static<typeof StreamGap>;
export declare const after: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
    epoch: import("@poundlock/spec/schema").TypedSchema<string>;
    seq: import("@poundlock/spec/schema").TypedSchema<number>;
}>>;
export declare const subscribed: {
    subscription: import("@poundlock/spec/schema").TypedSchema<string>;
    epoch: import("@poundlock/spec/schema").TypedSchema<string>;
    head: import("@poundlock/spec/schema").TypedSchema<number>;
    gap: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        from: import("@poundlock/spec/schema").TypedSchema<number>;
        to: import("@poundlock/spec/schema").TypedSchema<number>;
    }>>;
};
export declare const subscriptionMethods: {
    'subscriptions.end': {
        readonly to: "gateway";
        readonly scope: "status.read";
        readonly roles: readonly ["operator", "agent", "node"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            subscription: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{}>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Ends a subscription of this connection.";
    };
};

// methods/tools.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const Tool: import("@poundlock/spec/schema").ObjectSchema<{
    name: import("@poundlock/spec/schema").TypedSchema<string>;
    description: import("@poundlock/spec/schema").TypedSchema<string>;
    inputSchema: import("@poundlock/spec/schema").ObjectSchema<{}>;
    summary: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    annotations: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readOnlyHint: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        destructiveHint: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        idempotentHint: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        openWorldHint: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
    }>>;
}>;
export type Tool = Static<typeof Tool>;
export declare const CallResult: import("@poundlock/spec/schema").ObjectSchema<{
    callId: import("@poundlock/spec/schema").TypedSchema<string>;
    key: import("@poundlock/spec/schema").TypedSchema<string>;
    session: import("@poundlock/spec/schema").TypedSchema<string>;
    tool: import("@poundlock/spec/schema").TypedSchema<string>;
    status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
    message: import("@poundlock/spec/schema").TypedSchema<string>;
    content: import("@poundlock/spec/schema").TypedSchema<({
        text: string;
        type: "text";
    } | {
        data: string;
        mediaType: string;
        type: "image";
    })[]>;
    exit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        code: import("@poundlock/spec/schema").TypedSchema<number | null>;
        signal: import("@poundlock/spec/schema").TypedSchema<string | null>;
        timedOut: import("@poundlock/spec/schema").TypedSchema<boolean>;
    }>>;
    runId: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
    reasons: import("@poundlock/spec/schema").TypedSchema<{
        code: string;
        layer?: string;
        message: string;
        rule?: string;
        source?: string;
    }[]>;
    approval: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        kind: import("@poundlock/spec/schema").TypedSchema<string>;
        by: import("@poundlock/spec/schema").TypedSchema<string>;
        answer: import("@poundlock/spec/schema").TypedSchema<string>;
        requestId: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    }>>;
    omittedBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    job: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    startedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    endedAt: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type CallResult = Static<typeof CallResult>;
export declare const toolMethods: {
    'tools.list': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            tools: import("@poundlock/spec/schema").TypedSchema<{
                annotations?: {
                    destructiveHint?: boolean;
                    idempotentHint?: boolean;
                    openWorldHint?: boolean;
                    readOnlyHint?: boolean;
                };
                description: string;
                inputSchema: {};
                name: string;
                summary?: string;
            }[]>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            tool: import("@poundlock/spec/schema").TypedSchema<string>;
            input: import("@poundlock/spec/schema").ObjectSchema<{}>;
            cwd: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            stream: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            record: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
            key: import("@poundlock/spec/schema").TypedSchema<string>;
            session: import("@poundlock/spec/schema").TypedSchema<string>;
            tool: import("@poundlock/spec/schema").TypedSchema<string>;
            status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
            message: import("@poundlock/spec/schema").TypedSchema<string>;
            content: import("@poundlock/spec/schema").TypedSchema<({
                text: string;
                type: "text";
            } | {
                data: string;
                mediaType: string;
                type: "image";
            })[]>;
            exit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                code: import("@poundlock/spec/schema").TypedSchema<number | null>;
                signal: import("@poundlock/spec/schema").TypedSchema<string | null>;
                timedOut: import("@poundlock/spec/schema").TypedSchema<boolean>;
            }>>;
            runId: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
            reasons: import("@poundlock/spec/schema").TypedSchema<{
                code: string;
                layer?: string;
                message: string;
                rule?: string;
                source?: string;
            }[]>;
            approval: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                kind: import("@poundlock/spec/schema").TypedSchema<string>;
                by: import("@poundlock/spec/schema").TypedSchema<string>;
                answer: import("@poundlock/spec/schema").TypedSchema<string>;
                requestId: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            }>>;
            omittedBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            job: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            startedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            endedAt: import("@poundlock/spec/schema").TypedSchema<number>;
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
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            call: import("@poundlock/spec/schema").TypedSchema<{
                callId: string;
            } | {
                key: string;
            }>;
            reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
            cancelling: import("@poundlock/spec/schema").TypedSchema<boolean>;
        }>;
        readonly errors: readonly ["NOT_FOUND", "RECORD_FAILED"];
        readonly summary: "Ends a call: what runs is ended with all its processes, what waits is withdrawn.";
    };
    'tools.follow': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            call: import("@poundlock/spec/schema").TypedSchema<{
                callId: string;
            } | {
                key: string;
            }>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
            following: import("@poundlock/spec/schema").TypedSchema<boolean>;
            printed: import("@poundlock/spec/schema").TypedSchema<string>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly events: readonly ["tools.state", "tools.output"];
        readonly summary: "Sends what a call prints from now on to this connection, too, until it ends.";
    };
    'tools.status': {
        readonly to: 'gateway';
        readonly scope: 'tools.call';
        readonly roles: readonly ["operator", "agent"];
        readonly access: "read";
        readonly idempotency: "none";
        readonly params: import("@poundlock/spec/schema").ObjectSchema<{
            call: import("@poundlock/spec/schema").TypedSchema<{
                callId: string;
            } | {
                key: string;
            }>;
        }>;
        readonly result: import("@poundlock/spec/schema").ObjectSchema<{
            callId: import("@poundlock/spec/schema").TypedSchema<string>;
            key: import("@poundlock/spec/schema").TypedSchema<string>;
            state: import("@poundlock/spec/schema").TypedSchema<"accepted" | "ended" | "running" | "waiting">;
            approval: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            result: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                callId: import("@poundlock/spec/schema").TypedSchema<string>;
                key: import("@poundlock/spec/schema").TypedSchema<string>;
                session: import("@poundlock/spec/schema").TypedSchema<string>;
                tool: import("@poundlock/spec/schema").TypedSchema<string>;
                status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
                message: import("@poundlock/spec/schema").TypedSchema<string>;
                content: import("@poundlock/spec/schema").TypedSchema<({
                    text: string;
                    type: "text";
                } | {
                    data: string;
                    mediaType: string;
                    type: "image";
                })[]>;
                exit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    code: import("@poundlock/spec/schema").TypedSchema<number | null>;
                    signal: import("@poundlock/spec/schema").TypedSchema<string | null>;
                    timedOut: import("@poundlock/spec/schema").TypedSchema<boolean>;
                }>>;
                runId: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
                reasons: import("@poundlock/spec/schema").TypedSchema<{
                    code: string;
                    layer?: string;
                    message: string;
                    rule?: string;
                    source?: string;
                }[]>;
                approval: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    kind: import("@poundlock/spec/schema").TypedSchema<string>;
                    by: import("@poundlock/spec/schema").TypedSchema<string>;
                    answer: import("@poundlock/spec/schema").TypedSchema<string>;
                    requestId: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    reason: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                }>>;
                omittedBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                job: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                startedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                endedAt: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
        }>;
        readonly errors: readonly ["NOT_FOUND"];
        readonly summary: "Says what has become of a call, also one that was made before a restart.";
    };
};

// signing/signed-bytes.d.ts
import type { Role } from '../access/roles.ts';
import type { Scope } from '../access/scopes.ts';
import type { ClientInfo, ConnectAuth } from '../handshake/handshake.ts';
import type { VersionRange } from '../version/version-range.ts';
export declare const SIGNING_DOMAINS: {
    readonly connect: 'poundlock-gateway-connect-v1';
    readonly hello: 'poundlock-gateway-hello-v1';
};
export interface ConnectStatement {
    readonly gatewayId: string;
    readonly nonce: string;
    readonly deviceId: string;
    readonly role: Role;
    readonly scopes: readonly Scope[];
    readonly protocol: VersionRange;
    readonly client: ClientInfo;
    readonly signedAt: number;
    readonly auth: ConnectAuth;
    readonly credentialHash: string;
}
export declare function connectBytes(statement: ConnectStatement): Uint8Array<ArrayBuffer>;
export interface HelloStatement {
    readonly gatewayId: string;
    readonly nonce: string;
    readonly deviceId: string;
    readonly connectionId: string;
    readonly connectHash: string;
    readonly protocol: number;
    readonly role: Role;
    readonly scopes: readonly Scope[];
    readonly tokenHash: string;
}
export declare function helloBytes(statement: HelloStatement): Uint8Array<ArrayBuffer>;

// values/decision.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const DecisionReason: import("@poundlock/spec/schema").ObjectSchema<{
    code: import("@poundlock/spec/schema").TypedSchema<string>;
    message: import("@poundlock/spec/schema").TypedSchema<string>;
    layer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    rule: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    source: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
}>;
export type DecisionReason = Static<typeof DecisionReason>;
export declare const CallResultStatus: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
export type CallResultStatus = Static<typeof CallResultStatus>;

// values/fleet-row.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const MOST_FLEET_NODES = 2000;
export declare const FleetRow: import("@poundlock/spec/schema").ObjectSchema<{
    node: import("@poundlock/spec/schema").TypedSchema<string>;
    name: import("@poundlock/spec/schema").TypedSchema<string>;
    state: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "not-started" | "offline" | "ran" | "ready" | "unapproved" | "unavailable" | "unknown">;
    isError: import("@poundlock/spec/schema").TypedSchema<boolean>;
    message: import("@poundlock/spec/schema").TypedSchema<string>;
    decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
    reasons: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
        code: string;
        layer?: string;
        message: string;
        rule?: string;
        source?: string;
    }[]>>;
    callId: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    code: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number | null>>;
    signal: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string | null>>;
    durationMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
}>;
export type FleetRow = Static<typeof FleetRow>;

// values/node.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const NODE_COMMANDS: readonly ['system.run', 'system.which', 'system.file', 'system.execApprovals.get', 'system.execApprovals.set'];
export type NodeCommand = (typeof NODE_COMMANDS)[number];
export declare const NodeCommands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
export declare const NodeLabels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
export type NodeLabels = Static<typeof NodeLabels>;
export declare const NodeDescription: import("@poundlock/spec/schema").ObjectSchema<{
    instance: import("@poundlock/spec/schema").TypedSchema<string>;
    ledger: import("@poundlock/spec/schema").TypedSchema<string>;
    version: import("@poundlock/spec/schema").TypedSchema<string>;
    platform: import("@poundlock/spec/schema").TypedSchema<string>;
    arch: import("@poundlock/spec/schema").TypedSchema<string>;
    hostname: import("@poundlock/spec/schema").TypedSchema<string>;
    sandbox: import("@poundlock/spec/schema").ObjectSchema<{
        active: import("@poundlock/spec/schema").TypedSchema<boolean>;
        backend: import("@poundlock/spec/schema").TypedSchema<string>;
        reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
    }>;
    workspace: import("@poundlock/spec/schema").TypedSchema<string>;
    commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
    startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type NodeDescription = Static<typeof NodeDescription>;
export declare const GatewayNode: import("@poundlock/spec/schema").ObjectSchema<{
    id: import("@poundlock/spec/schema").TypedSchema<string>;
    name: import("@poundlock/spec/schema").TypedSchema<string>;
    connected: import("@poundlock/spec/schema").TypedSchema<boolean>;
    address: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    epoch: import("@poundlock/spec/schema").TypedSchema<number>;
    labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
    declared: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
    approved: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
    pending: import("@poundlock/spec/schema").TypedSchema<boolean>;
    draining: import("@poundlock/spec/schema").TypedSchema<boolean>;
    runs: import("@poundlock/spec/schema").TypedSchema<number>;
    description: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        instance: import("@poundlock/spec/schema").TypedSchema<string>;
        ledger: import("@poundlock/spec/schema").TypedSchema<string>;
        version: import("@poundlock/spec/schema").TypedSchema<string>;
        platform: import("@poundlock/spec/schema").TypedSchema<string>;
        arch: import("@poundlock/spec/schema").TypedSchema<string>;
        hostname: import("@poundlock/spec/schema").TypedSchema<string>;
        sandbox: import("@poundlock/spec/schema").ObjectSchema<{
            active: import("@poundlock/spec/schema").TypedSchema<boolean>;
            backend: import("@poundlock/spec/schema").TypedSchema<string>;
            reasons: import("@poundlock/spec/schema").TypedSchema<string[]>;
        }>;
        workspace: import("@poundlock/spec/schema").TypedSchema<string>;
        commands: import("@poundlock/spec/schema").TypedSchema<("system.execApprovals.get" | "system.execApprovals.set" | "system.file" | "system.run" | "system.which")[]>;
        labels: import("@poundlock/spec/schema").TypedSchema<Record<string, string>>;
        startedAt: import("@poundlock/spec/schema").TypedSchema<number>;
    }>>;
    connectedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    seenAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    approvedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    approvedBy: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
}>;
export type GatewayNode = Static<typeof GatewayNode>;
export declare const RunId: import("@poundlock/spec/schema").TypedSchema<string>;
export declare const BindingHash: import("@poundlock/spec/schema").TypedSchema<string>;
export declare const RunState: import("@poundlock/spec/schema").TypedSchema<"accepted" | "ended" | "none" | "running">;
export type RunState = Static<typeof RunState>;
export declare const MOST_RUN_OUTPUT = 200000;
export declare const RunOutcome: import("@poundlock/spec/schema").ObjectSchema<{
    status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
    message: import("@poundlock/spec/schema").TypedSchema<string>;
    exit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        code: import("@poundlock/spec/schema").TypedSchema<number | null>;
        signal: import("@poundlock/spec/schema").TypedSchema<string | null>;
        reason: import("@poundlock/spec/schema").TypedSchema<"aborted" | "exit" | "signal" | "spawn-failed" | "timeout">;
        text: import("@poundlock/spec/schema").TypedSchema<string>;
        durationMs: import("@poundlock/spec/schema").TypedSchema<number>;
    }>>;
    stdout: import("@poundlock/spec/schema").TypedSchema<string>;
    stderr: import("@poundlock/spec/schema").TypedSchema<string>;
    tail: import("@poundlock/spec/schema").TypedSchema<string>;
    truncated: import("@poundlock/spec/schema").TypedSchema<boolean>;
    decision: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "ask" | "deny">>;
    reasons: import("@poundlock/spec/schema").TypedSchema<{
        code: string;
        layer?: string;
        message: string;
        rule?: string;
        source?: string;
    }[]>;
    record: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    job: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    startedAt: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
    endedAt: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type RunOutcome = Static<typeof RunOutcome>;
export declare const ToolAnswer: import("@poundlock/spec/schema").ObjectSchema<{
    status: import("@poundlock/spec/schema").TypedSchema<"cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown">;
    message: import("@poundlock/spec/schema").TypedSchema<string>;
    content: import("@poundlock/spec/schema").TypedSchema<string[]>;
    reasons: import("@poundlock/spec/schema").TypedSchema<{
        code: string;
        layer?: string;
        message: string;
        rule?: string;
        source?: string;
    }[]>;
}>;
export type ToolAnswer = Static<typeof ToolAnswer>;
export declare const OutputNumber: import("@poundlock/spec/schema").TypedSchema<number>;

// values/session-event.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const Actor: import("@poundlock/spec/schema").ObjectSchema<{
    device: import("@poundlock/spec/schema").TypedSchema<string>;
    name: import("@poundlock/spec/schema").TypedSchema<string>;
    role: import("@poundlock/spec/schema").TypedSchema<"agent" | "node" | "operator">;
}>;
export type Actor = Static<typeof Actor>;
export declare const SessionEvent: import("@poundlock/spec/schema").TypedSchema<{
    at: number;
    by: {
        device: string;
        name: string;
        role: "agent" | "node" | "operator";
    };
    kind: "created";
    seq: number;
    session: string;
} | {
    at: number;
    by: {
        device: string;
        name: string;
        role: "agent" | "node" | "operator";
    };
    kind: "message";
    seq: number;
    session: string;
    text: string;
} | {
    answer: string;
    at: number;
    by: {
        device: string;
        name: string;
        role: "agent" | "node" | "operator";
    };
    kind: "directive";
    seq: number;
    session: string;
    text: string;
} | {
    at: number;
    by: {
        device: string;
        name: string;
        role: "agent" | "node" | "operator";
    };
    kind: "prompt";
    model: string;
    seq: number;
    session: string;
    text: string;
} | {
    at: number;
    event: {
        type: string;
    };
    kind: "agent";
    prompt?: number;
    seq: number;
    session: string;
} | {
    at: number;
    by: {
        device: string;
        name: string;
        role: "agent" | "node" | "operator";
    };
    callId: string;
    kind: "call-requested";
    seq: number;
    session: string;
    summary: string;
    tool: string;
} | {
    at: number;
    callId: string;
    decision: "allow" | "ask" | "deny";
    kind: "call-decided";
    reasons: {
        code: string;
        layer?: string;
        message: string;
        rule?: string;
        source?: string;
    }[];
    seq: number;
    session: string;
} | {
    approval: string;
    at: number;
    callId: string;
    kind: "call-waiting";
    seq: number;
    session: string;
} | {
    approval: string;
    at: number;
    by?: string;
    callId: string;
    decision: "allow-always" | "allow-once" | "cancelled" | "deny" | "expired";
    kind: "call-answered";
    reason?: string;
    seq: number;
    session: string;
} | {
    at: number;
    callId: string;
    kind: "call-started";
    runId?: string;
    seq: number;
    session: string;
} | {
    at: number;
    callId: string;
    durationMs?: number;
    kind: "call-ended";
    message: string;
    seq: number;
    session: string;
    status: "cancelled" | "denied" | "failed" | "invalid" | "ran" | "unapproved" | "unavailable" | "unknown";
    tail?: string;
} | {
    at: number;
    by: {
        device: string;
        name: string;
        role: "agent" | "node" | "operator";
    };
    kind: "aborted";
    reason?: string;
    seq: number;
    session: string;
}>;
export type SessionEvent = Static<typeof SessionEvent>;

// version/negotiate-version.d.ts
import type { VersionRange } from './version-range.ts';
export declare const PROTOCOL_VERSIONS: VersionRange;
export type Negotiation = {
    readonly ok: true;
    readonly version: number;
} | {
    readonly ok: false;
    readonly message: string;
    readonly left: VersionRange;
    readonly right: VersionRange;
};
export declare function negotiateVersion(left: VersionRange, right: VersionRange): Negotiation;

// version/version-range.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const VersionRange: import("@poundlock/spec/schema").ObjectSchema<{
    min: import("@poundlock/spec/schema").TypedSchema<number>;
    max: import("@poundlock/spec/schema").TypedSchema<number>;
}>;
export type VersionRange = Static<typeof VersionRange>;

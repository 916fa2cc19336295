// The public declarations of @poundlock/jsonrpc/node, written by `pnpm api`.

// index.d.ts
export { openStandardInput } from './standard-input.ts';
export { connectStreams, nodePlatform, type StreamOptions } from './streams.ts';

// ../connection/connection-options.d.ts
import { type Framing, type FramingLimits, type FramingProblem, type TextCodec } from '../framing/framing.ts';
import type { MessageId, Params } from '../messages/message.ts';
import { type MessageLimits } from '../messages/read-message.ts';
export interface CancellationStyle {
    readonly method: string;
    readonly params: (id: MessageId, reason: string) => Params;
    readonly idOf: (params: Params | undefined) => unknown;
}
export declare const CANCELLATION: {
    readonly mcp: {
        readonly method: 'notifications/cancelled';
        readonly params: (requestId: MessageId, reason: string) => {
            requestId: MessageId;
            reason: string;
        };
        readonly idOf: (params: Params | undefined) => unknown;
    };
    readonly lsp: {
        readonly method: '$/cancelRequest';
        readonly params: (id: MessageId) => {
            id: MessageId;
        };
        readonly idOf: (params: Params | undefined) => unknown;
    };
};
export interface RequestHandle {
    readonly id: MessageId;
    readonly signal: CancelSignal;
}
export type ProtocolWarning = {
    readonly kind: 'noise';
    readonly bytes: Uint8Array;
} | {
    readonly kind: 'invalid';
    readonly reason: string;
} | {
    readonly kind: 'ignored';
    readonly reason: 'invalid_response' | 'connection_level_error' | 'unknown_response_id' | 'cancel_unknown' | 'duplicate_request_id';
};
export interface Transport {
    send(text: string): Promise<void> | void;
    close(): void;
}
export interface CancelSignal {
    readonly aborted: boolean;
    addEventListener(type: 'abort', listener: () => void, options?: {
        readonly once?: boolean;
    }): void;
    removeEventListener(type: 'abort', listener: () => void): void;
}
export interface Platform extends TextCodec {
    setTimer(action: () => void, milliseconds: number): unknown;
    clearTimer(timer: unknown): void;
    now(): number;
    newCanceller(): {
        readonly signal: CancelSignal;
        abort(): void;
    };
}
export interface ConnectionLimits extends MessageLimits, FramingLimits {
    readonly maxIncoming: number;
    readonly maxOutgoing: number;
    readonly maxUnreadBytes: number;
}
export declare const DEFAULT_CONNECTION_LIMITS: ConnectionLimits;
export interface ConnectionOptions {
    readonly framing: Framing;
    readonly transport: Transport;
    readonly platform: Platform;
    readonly onRequest?: (method: string, params: Params | undefined, context: RequestHandle) => unknown;
    readonly onNotification?: (method: string, params: Params | undefined) => void;
    readonly onWarning?: (warning: ProtocolWarning) => void;
    readonly onClose?: (why: {
        readonly problem?: FramingProblem;
        readonly message: string;
    }) => void;
    readonly cancellation?: CancellationStyle;
    readonly skipsByteOrderMark?: boolean;
    readonly noiseIsExpected?: boolean;
    readonly problemOf?: (text: string) => string | null;
    readonly takesBatches?: () => boolean;
    readonly timeoutMs?: number;
    readonly limits?: Partial<ConnectionLimits>;
}
export interface RequestOptions {
    readonly signal?: CancelSignal;
    readonly timeoutMs?: number;
    readonly onStart?: (request: {
        readonly id: MessageId;
        readonly extend: () => void;
    }) => void;
}

// ../connection/connection.d.ts
import { type Params } from '../messages/message.ts';
import { type ConnectionOptions, type RequestOptions } from './connection-options.ts';
export declare class Connection {
    #private;
    constructor(options: ConnectionOptions);
    get closed(): boolean;
    get pending(): {
        readonly incoming: number;
        readonly outgoing: number;
    };
    request(method: string, params?: Params, options?: RequestOptions): Promise<unknown>;
    notify(method: string, params?: Params): Promise<void>;
    receive(chunk: Uint8Array): void;
    end(): void;
    close(): void;
}

// ../framing/framing.d.ts
export type Framing = 'newline' | 'content-length';
export interface TextCodec {
    decode(bytes: Uint8Array): string;
    decodeAscii?(bytes: Uint8Array): string | undefined;
    byteLength(text: string): number;
}
export type FrameBody = Uint8Array | string;
export declare const bodyBytes: (body: FrameBody) => Uint8Array;
export type FramingProblem = 'frame_too_large' | 'header_too_large' | 'bad_header' | 'bad_length' | 'bad_charset' | 'framing_mismatch' | 'truncated_frame';
export declare class FramingError extends Error {
    readonly name = "FramingError";
    readonly problem: FramingProblem;
    constructor(problem: FramingProblem, message: string);
}
export interface FramingLimits {
    readonly maxFrameBytes: number;
    readonly maxHeaderBytes: number;
}
export declare const DEFAULT_FRAMING_LIMITS: FramingLimits;
export interface FrameDecoder {
    push(chunk: Uint8Array, frame: (body: FrameBody) => void): void;
    end(): void;
}

// ../messages/message.d.ts
export type MessageId = string | number;
export type Params = {
    readonly [name: string]: unknown;
} | readonly unknown[];
export interface RequestMessage {
    readonly jsonrpc: '2.0';
    readonly id: MessageId;
    readonly method: string;
    readonly params?: Params;
}
export interface NotificationMessage {
    readonly jsonrpc: '2.0';
    readonly method: string;
    readonly params?: Params;
}
export interface ResponseMessage {
    readonly jsonrpc: '2.0';
    readonly id: MessageId;
    readonly result: unknown;
}
export interface ErrorMessage {
    readonly jsonrpc: '2.0';
    readonly id: MessageId | null;
    readonly error: ErrorObject;
}
export interface ErrorObject {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
}
export type Message = RequestMessage | NotificationMessage | ResponseMessage | ErrorMessage;
export declare const RPC_ERROR_CODES: {
    readonly parseError: -32700;
    readonly invalidRequest: -32600;
    readonly methodNotFound: -32601;
    readonly invalidParams: -32602;
    readonly internalError: -32603;
    readonly serverBusy: -32000;
    readonly requestCancelled: -32800;
};

// ../messages/read-message.d.ts
import { type ErrorObject, type MessageId, type ErrorMessage, type NotificationMessage, type RequestMessage, type ResponseMessage } from './message.ts';
export type ReadMessage = {
    readonly kind: 'request';
    readonly message: RequestMessage;
} | {
    readonly kind: 'notification';
    readonly message: NotificationMessage;
} | {
    readonly kind: 'response';
    readonly message: ResponseMessage | ErrorMessage;
}
 | {
    readonly kind: 'invalid';
    readonly id: MessageId | null;
    readonly error: ErrorObject;
    readonly spoiled?: SpoiledAnswers;
}
 | {
    readonly kind: 'ignored';
    readonly reason: 'invalid_response' | 'connection_level_error';
    readonly spoiled?: SpoiledAnswers;
    readonly refusal?: {
        readonly id: MessageId | null;
        readonly error: ErrorObject;
    };
}
 | {
    readonly kind: 'batch';
    readonly items: readonly unknown[];
};
export interface SpoiledAnswers {
    readonly ids: readonly MessageId[];
    readonly reason: 'batch' | 'malformed';
    readonly why: string;
}
export interface MessageLimits {
    readonly maxDepth: number;
    readonly maxIdLength: number;
}
export declare const DEFAULT_MESSAGE_LIMITS: MessageLimits;
export declare function readMessage(value: unknown, limits?: MessageLimits, options?: {
    readonly takesBatches?: boolean;
}): ReadMessage;
export declare function checkMessage(value: unknown, limits: MessageLimits, options: {
    readonly mayBeDeep: boolean;
    readonly takesBatches?: boolean;
}): ReadMessage;

// standard-input.d.ts
import type { Readable } from 'node:stream';
export declare function openStandardInput(): Readable;

// streams.d.ts
import type { Readable, Writable } from 'node:stream';
import type { ConnectionOptions, Platform } from '../connection/connection-options.ts';
import { Connection } from '../connection/connection.ts';
import type { MessageId, Params } from '../messages/message.ts';
export declare const nodePlatform: Platform;
export type StreamOptions = Omit<ConnectionOptions, 'transport' | 'platform' | 'onRequest'> & {
    readonly onRequest?: (method: string, params: Params | undefined, context: {
        readonly id: MessageId;
        readonly signal: AbortSignal;
    }) => unknown;
};
export declare function connectStreams(input: Readable, output: Writable, options: StreamOptions): Connection;

// The public declarations of @poundlock/mcp, written by `pnpm api`.

// index.d.ts
export type { McpClientSide, McpConnection, McpConnectionEvents, McpProgress, McpRoot, McpServerInfo, } from './connection/mcp-connection.ts';
export type { AuthorizationStore, McpAuthorization } from './http/authorization.ts';
export type { LinkEvents, LinkRequest, McpLink } from './link/mcp-link.ts';
export { type Backoff } from './manager/backoff.ts';
export type { ManagedCallOptions } from './manager/managed-call.ts';
export { createMcpManager, type McpManager, type McpManagerOptions, type ServerQuestion, } from './manager/mcp-manager.ts';
export { serverCommand, type ServerCommand, type ServerSurroundings } from './manager/open-server.ts';
export type { McpServerReport, McpServerState } from './manager/server-report.ts';
export { recognizeTools } from './manager/recognize-tools.ts';
export type { McpManifest, McpPins, ToolDrift } from './manifest/manifest.ts';
export { type McpStore, openMcpStore } from './manifest/mcp-store.ts';
export { McpError, type McpErrorCode } from './mcp-error.ts';
export type { ToolPair } from './names/name-table.ts';
export { publicToolName } from './names/public-name.ts';
export type { McpContent, McpToolResult } from './results/mcp-result.ts';
export { questionFault, type QuestionMethod } from './questions/read-question.ts';
export { type HttpTransport, type McpServerDefinition, SERVER_DEFAULTS, type StdioTransport, } from './servers/server-definition.ts';
export { type LogLevel } from './server/log-level.ts';
export { type AskThroughClient, type ClientAnswer, type ClientQuestion, type ClientQuestions, type McpServed, type ServedCall, type ServedResult, type ToolForClients, } from './server/served.ts';
export type { McpPassThrough, PassedRequest, PassedResult } from './server/pass-through/pass-through.ts';
export type { BodyReader } from './server/http/http-endpoint.ts';
export type { ReadBody } from './server/http/read-body.ts';
export { type McpHttpEndpoint, openHttpEndpoint } from './server/http/open-http-endpoint.ts';
export { type McpHttpServing, serveHttp, type ServeHttpOptions } from './server/http/serve-http.ts';
export { type McpServing, serveStreams, type ServingEnd } from './server/serve-streams.ts';
export { readResult, type ResultLimits } from './results/read-result.ts';
export { findInputIssues } from './tools/check-input.ts';
export { type McpToolHandler, mcpToolHandler, mcpToolSpec } from './tools/tool-handlers.ts';
export { serverProgram } from './tools/named-inputs.ts';
export type { ListedMcpTool, McpTool, NamedInputs, QuarantinedTool, ToolHold } from './tools/mcp-tool.ts';
export type { UnmatchedPattern } from './tools/wanted-tools.ts';

// connection/mcp-connection.d.ts
export interface McpServerInfo {
    readonly name: string;
    readonly version: string;
    readonly protocolVersion: string;
    readonly instructions?: string;
}
export interface McpProgress {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
}
export interface McpRequestOptions {
    readonly signal?: AbortSignal;
    readonly timeoutMs: number;
}
export interface McpCallOptions extends McpRequestOptions {
    readonly longestCallMs: number;
    readonly onProgress?: (progress: McpProgress) => void;
}
export interface ToolPage {
    readonly tools: readonly unknown[];
    readonly nextCursor?: string;
}
export interface McpConnection {
    readonly info: McpServerInfo;
    readonly hasTools: boolean;
    readonly pid?: number;
    listTools(cursor: string | undefined, options: McpRequestOptions): Promise<ToolPage>;
    callTool(tool: string, input: Readonly<Record<string, unknown>>, options: McpCallOptions): Promise<unknown>;
    close(): Promise<void>;
}
export interface McpRoot {
    readonly uri: string;
    readonly name?: string;
}
export interface McpClientSide {
    readonly name: string;
    readonly version: string;
    readonly roots?: readonly McpRoot[];
    readonly onSampling?: (params: unknown, signal: AbortSignal) => Promise<unknown>;
    readonly onElicitation?: (params: unknown, signal: AbortSignal) => Promise<unknown>;
}
export interface McpConnectionEvents {
    readonly onToolsChanged: () => void;
    readonly onClose: (why: string) => void;
}

// http/authorization.d.ts
export interface AuthorizationStore {
    read(server: string): Readonly<Record<string, unknown>>;
    write(server: string, values: Readonly<Record<string, unknown>>): void;
}
export interface McpAuthorization {
    readonly store: AuthorizationStore;
    readonly redirectUrl: string;
    readonly authorize: (server: string, address: URL) => Promise<URLSearchParams>;
    readonly client?: (server: string, address: URL) => {
        readonly client_id: string;
        readonly client_secret?: string;
    } | undefined;
    readonly clientMetadataUrl?: string;
}

// link/mcp-link.d.ts
import type { MessageId, Params } from '@poundlock/jsonrpc';
export interface LinkEvents {
    readonly onRequest: (method: string, params: Params | undefined, signal: AbortSignal) => Promise<unknown>;
    readonly onNotification: (method: string, params: Params | undefined) => void;
    readonly onClose: (why: string) => void;
}
export interface LinkRequest {
    readonly signal?: AbortSignal;
    readonly timeoutMs: number;
    readonly onStart?: (request: {
        readonly id: MessageId;
        readonly extend: () => void;
    }) => void;
}
export interface McpLink {
    request(method: string, params: Params | undefined, options: LinkRequest): Promise<unknown>;
    notify(method: string, params?: Params): Promise<void>;
    agreed(revision: string): void;
    close(): Promise<void>;
}

// manager/backoff.d.ts
export interface Backoff {
    readonly firstMs: number;
    readonly longestMs: number;
    readonly mostFailures: number;
    readonly restMs: number;
}
export declare const DEFAULT_BACKOFF: Backoff;
export declare class FailureCount {
    #private;
    constructor(backoff: Backoff);
    get failures(): number;
    failed(now: number): void;
    reset(): void;
    isDown(now: number): boolean;
    delay(now: number): number;
}

// manager/managed-call.d.ts
import type { McpProgress } from '../connection/mcp-connection.ts';
export interface ManagedCallOptions {
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: McpProgress) => void;
    readonly digest?: string;
}

// manager/mcp-manager.d.ts
import type { McpRoot } from '../connection/mcp-connection.ts';
import type { LinkEvents, McpLink } from '../link/mcp-link.ts';
import type { McpStore } from '../manifest/mcp-store.ts';
import { type ToolPair } from '../names/name-table.ts';
import type { McpToolResult } from '../results/mcp-result.ts';
import type { McpServerDefinition } from '../servers/server-definition.ts';
import type { McpTool } from '../tools/mcp-tool.ts';
import { type Backoff } from './backoff.ts';
import type { ManagedCallOptions } from './managed-call.ts';
import { type ServerSurroundings } from './open-server.ts';
import type { McpServerReport } from './server-report.ts';
export type ServerQuestion = (server: string, params: unknown, signal: AbortSignal) => Promise<unknown>;
export interface McpManagerOptions extends ServerSurroundings {
    readonly servers: readonly McpServerDefinition[];
    readonly store: McpStore;
    readonly client: {
        readonly name: string;
        readonly version: string;
    };
    readonly roots?: readonly McpRoot[];
    readonly onSampling?: ServerQuestion;
    readonly onElicitation?: ServerQuestion;
    readonly spillDirectory?: string;
    readonly backoff?: Partial<Backoff>;
    readonly onChange?: (server: string) => void;
}
export interface McpManager {
    servers(): readonly McpServerReport[];
    server(name: string): McpServerReport | null;
    tools(server?: string): readonly McpTool[];
    find(publicName: string): McpTool | null;
    refresh(server: string, signal?: AbortSignal): Promise<McpServerReport>;
    accept(server: string, tools: readonly Pick<McpTool, 'name' | 'digest'>[]): void;
    reread(server: string): void;
    call(pair: ToolPair, input: unknown, options?: ManagedCallOptions): Promise<McpToolResult>;
    open(server: string, events: LinkEvents): Promise<McpLink>;
    stop(server: string): Promise<void>;
    close(): Promise<void>;
}
export declare function createMcpManager(options: McpManagerOptions): McpManager;

// manager/open-server.d.ts
import { type ProcessCommand } from '@poundlock/process';
import type { ProcessHandle } from '@poundlock/spec';
import type { McpClientSide, McpConnection, McpConnectionEvents } from '../connection/mcp-connection.ts';
import type { McpAuthorization } from '../http/authorization.ts';
import { type HttpTransport, type McpServerDefinition, type StdioTransport } from '../servers/server-definition.ts';
import type { StderrRing } from '../stdio/stderr-ring.ts';
export type ServerCommand = Required<Pick<ProcessCommand, 'file' | 'args' | 'cwd' | 'env'>>;
export interface ServerSurroundings {
    readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
    readonly cwd: string;
    readonly startContained?: (definition: McpServerDefinition, command: ServerCommand) => Promise<ProcessHandle>;
    readonly runningDirectory?: string;
    readonly authorization?: McpAuthorization;
}
export interface OpenRequest {
    readonly definition: McpServerDefinition;
    readonly side: McpClientSide;
    readonly events: McpConnectionEvents;
    readonly stderr: StderrRing;
    readonly signal?: AbortSignal;
    readonly lastRevision?: string;
}
export declare function openServer(request: OpenRequest, surroundings: ServerSurroundings): Promise<McpConnection>;
export declare function reachedAt(server: string, transport: HttpTransport, variables: ServerSurroundings['hostEnvironment']): {
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
};
export declare function serverCommand(server: string, transport: StdioTransport, { hostEnvironment, cwd }: Pick<ServerSurroundings, 'hostEnvironment' | 'cwd'>): ServerCommand;
export declare function refuseWithheldStart({ name, startsForCallsOnly }: McpServerDefinition): void;
export declare function startServer(definition: McpServerDefinition, surroundings: ServerSurroundings): Promise<ProcessHandle>;

// manager/recognize-tools.d.ts
import type { McpTool } from '../tools/mcp-tool.ts';
import type { McpManager } from './mcp-manager.ts';
export declare function recognizeTools(manager: Pick<McpManager, 'tools'>, server: string, listed: readonly unknown[], look: () => Promise<void>): Promise<ReadonlyMap<string, McpTool>>;

// manager/server-report.d.ts
import type { McpServerInfo } from '../connection/mcp-connection.ts';
import type { ToolDrift } from '../manifest/manifest.ts';
import type { QuarantinedTool } from '../tools/mcp-tool.ts';
import type { UnmatchedPattern } from '../tools/wanted-tools.ts';
export type McpServerState = 'configured' | 'manifest-known' | 'started' | 'invoked';
export interface McpServerReport {
    readonly name: string;
    readonly state: McpServerState;
    readonly origin: string | undefined;
    readonly transport: 'stdio' | 'http' | 'sse';
    readonly target: string;
    readonly info: McpServerInfo | null;
    readonly listedAt: string | null;
    readonly callable: number;
    readonly withheld: number;
    readonly quarantined: readonly QuarantinedTool[];
    readonly drift: ToolDrift;
    readonly unmatched: readonly UnmatchedPattern[];
    readonly problem: string | null;
    readonly failures: number;
    readonly restarts: number;
    readonly down: boolean;
    readonly pid: number | null;
    readonly stderr: string;
}

// manifest/manifest.d.ts
import type { McpServerInfo } from '../connection/mcp-connection.ts';
import type { McpServerDefinition } from '../servers/server-definition.ts';
import type { ListedMcpTool, QuarantinedTool, ToolHold } from '../tools/mcp-tool.ts';
export interface McpManifest {
    readonly launch: string;
    readonly listedAt: string;
    readonly info: McpServerInfo;
    readonly tools: readonly ListedMcpTool[];
    readonly quarantined: readonly QuarantinedTool[];
    readonly problem: string | null;
}
export type McpPins = ReadonlyMap<string, string>;
export declare function launchDigest({ transport }: McpServerDefinition): string;
export declare function holdOf(tool: Pick<ListedMcpTool, 'name' | 'digest'>, pins: McpPins | null, mode: NonNullable<McpServerDefinition['pins']>): ToolHold | null;
export interface ToolDrift {
    readonly changed: readonly string[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
}
export declare function driftOf(tools: readonly ListedMcpTool[], pins: McpPins | null): ToolDrift;

// manifest/mcp-store.d.ts
import type { ListedMcpTool } from '../tools/mcp-tool.ts';
import type { McpManifest, McpPins } from './manifest.ts';
export interface McpStore {
    readManifest(server: string): McpManifest | null;
    writeManifest(server: string, manifest: McpManifest): void;
    readPins(server: string): McpPins | null;
    writePins(server: string, pins: McpPins): void;
    readAccepted(server: string): readonly ListedMcpTool[];
    writeAccepted(server: string, tools: readonly ListedMcpTool[]): void;
    remove(server: string): void;
}
export declare function openMcpStore(directory: string): McpStore;

// mcp-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type McpErrorCode = 'MCP_DEFINITION' | 'MCP_START' | 'MCP_DOWN' | 'MCP_CLOSED' | 'MCP_TIMEOUT' | 'MCP_CANCELLED' | 'MCP_REMOTE' | 'MCP_RESULT' | 'MCP_TOOL_UNKNOWN' | 'MCP_TOOL_HELD' | 'MCP_INPUT' | 'MCP_AUTHORIZATION' | 'MCP_STATE';
export declare class McpError extends PoundlockError<McpErrorCode> {
    readonly name = "McpError";
}

// names/name-table.d.ts
export interface ToolPair {
    readonly server: string;
    readonly tool: string;
}
export declare class NameTable {
    #private;
    add(pair: ToolPair): string | null;
    find(name: string): ToolPair | null;
}

// names/public-name.d.ts
export declare function publicToolName(server: string, tool: string): string;
export declare function publicServerPrefix(server: string): string;
export declare function namePart(raw: string, longest: number): string;

// questions/read-question.d.ts
export type QuestionMethod = 'sampling/createMessage' | 'elicitation/create';
export declare function questionFault(method: QuestionMethod, params: unknown): string | null;

// results/mcp-result.d.ts
export type McpContent = {
    readonly type: 'text';
    readonly text: string;
} | {
    readonly type: 'image';
    readonly mediaType: string;
    readonly data: string;
};
export interface McpToolResult {
    readonly content: readonly McpContent[];
    readonly structured?: unknown;
    readonly isError: boolean;
    readonly spillFile?: string;
}

// results/read-result.d.ts
import type { McpToolResult } from './mcp-result.ts';
export interface ResultLimits {
    readonly maxResultCharacters: number;
    readonly spillDirectory?: string;
}
export declare function readResult(server: string, value: unknown, limits: ResultLimits): Promise<McpToolResult>;

// server/client-peer.d.ts
import type { Connection, MessageId, Params } from '@poundlock/jsonrpc';
export interface PeerRequest {
    readonly id: MessageId;
    readonly signal: AbortSignal;
}
export type ToClient = Pick<Connection, 'request' | 'notify'>;
export interface ClientPeer {
    readonly revision: string | undefined;
    attach(connection: ToClient): void;
    answer(method: string, params: Params | undefined, request: PeerRequest): Promise<unknown>;
    notified(method: string, params: Params | undefined): void;
    toolsChanged(): void;
    close(): void;
}
export interface ClientOptions {
    readonly session: string;
    readonly end: (why: string) => void;
    readonly isOneRequest?: boolean;
}
export interface ClientPeers {
    readonly revisions: readonly string[];
    make(client: ClientOptions): ClientPeer;
    close(): Promise<void>;
}

// server/client-request.d.ts
import { RpcFailure, type Params } from '@poundlock/jsonrpc';
import { type LogLevel } from './log-level.ts';
export type Values = Readonly<Record<string, unknown>>;
export declare const isValues: (value: unknown) => value is Values;
export interface ClientSide {
    readonly name: string;
    readonly revision: string;
    readonly showsForms: boolean;
    readonly samples: boolean;
}
export declare const SERVED_REVISIONS: readonly string[];
export declare const invalidParams: (message: string) => RpcFailure;
export declare function valuesOf(params: Params | undefined): Values;
export declare function readInitialize(params: Values): ClientSide;
export declare function isStateless(params: Params | undefined): boolean;
export declare function readStatelessClient(params: Values, supported?: readonly string[]): ClientSide & {
    readonly logLevel: LogLevel | null;
};
export declare const unsupportedRevision: (requested: string, supported: readonly string[]) => RpcFailure;
export declare function readToolCall(params: Values): {
    readonly name: string;
    readonly input: unknown;
};
export declare function progressTokenOf(params: Values): string | number | undefined;
export declare function readLogLevel({ level }: Values): LogLevel;

// server/http/gate.d.ts
import type { IncomingMessage } from 'node:http';
export interface GateOptions {
    readonly token: string;
    readonly hosts: readonly string[];
    readonly origins: readonly string[];
}
export interface HttpRefusal {
    readonly status: number;
    readonly message: string;
    readonly headers?: Readonly<Record<string, string>>;
}
export declare function refuse(request: IncomingMessage, { token, hosts, origins }: GateOptions): HttpRefusal | null;

// server/http/http-endpoint.d.ts
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientPeers } from '../client-peer.ts';
import { type ReadBody } from './read-body.ts';
export type BodyReader = (request: IncomingMessage) => Promise<ReadBody>;
export declare class HttpEndpoint {
    #private;
    constructor(peers: ClientPeers, body?: BodyReader);
    toolsChanged(): void;
    close(): void;
    answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

// server/http/open-http-endpoint.d.ts
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServed } from '../served.ts';
import { type BodyReader } from './http-endpoint.ts';
export interface McpHttpEndpoint {
    answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
    toolsChanged(): void;
    close(): Promise<void>;
}
export declare function openHttpEndpoint(served: McpServed, options?: {
    readonly readBody?: BodyReader;
}): McpHttpEndpoint;

// server/http/read-body.d.ts
import type { IncomingMessage } from 'node:http';
export type ReadBody = {
    readonly kind: 'json';
    readonly value: unknown;
} | {
    readonly kind: 'too-large';
} | {
    readonly kind: 'ambiguous';
    readonly message: string;
} | {
    readonly kind: 'broken';
    readonly message: string;
};
export declare function readBody(request: IncomingMessage, maxBytes: number): Promise<ReadBody>;

// server/http/serve-http.d.ts
import { type IncomingMessage, type ServerResponse } from 'node:http';
import type { McpPassThrough } from '../pass-through/pass-through.ts';
import type { McpServing } from '../serve-streams.ts';
import type { McpServed } from '../served.ts';
import { type GateOptions } from './gate.ts';
export interface ServeHttpOptions extends GateOptions {
    readonly address: string;
    readonly port: number;
    readonly otherPaths?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}
export interface McpHttpServing extends McpServing {
    readonly url: string;
}
export declare function serveHttp(served: McpServed | McpPassThrough, options: ServeHttpOptions): Promise<McpHttpServing>;

// server/log-level.d.ts
export declare const LOG_LEVELS: readonly ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
export type LogLevel = (typeof LOG_LEVELS)[number];

// server/pass-through/pass-through.d.ts
import type { LinkEvents, McpLink } from '../../link/mcp-link.ts';
import type { Values } from '../client-request.ts';
import type { ServedCall } from '../served.ts';
export interface McpPassThrough {
    readonly server: string;
    readonly questions: {
        readonly sampling: boolean;
        readonly elicitation: boolean;
    };
    readonly limits: {
        readonly timeoutMs: number;
        readonly longestCallMs: number;
    };
    open(events: LinkEvents): Promise<McpLink>;
    callable(tools: readonly unknown[], session: string): Promise<ReadonlySet<string>>;
    take(request: PassedRequest): Promise<PassedResult>;
}
export interface PassedRequest extends Pick<ServedCall, 'session' | 'client' | 'signal' | 'ask'> {
    readonly method: string;
    readonly tool?: string;
    readonly digest?: string;
    readonly input: Values;
    readonly pass: (input: Values) => Promise<Values>;
}
export type PassedResult = {
    readonly kind: 'passed';
    readonly result: Values;
}
 | {
    readonly kind: 'refused';
    readonly message: string;
};

// server/serve-streams.d.ts
import type { Readable, Writable } from 'node:stream';
import type { FramingProblem } from '@poundlock/jsonrpc';
import type { McpPassThrough } from './pass-through/pass-through.ts';
import type { McpServed } from './served.ts';
export interface McpServing {
    toolsChanged(): void;
    readonly closed: Promise<ServingEnd>;
    close(): Promise<void>;
}
export interface ServingEnd {
    readonly message: string;
    readonly problem?: FramingProblem;
    readonly isFault: boolean;
}
export declare const MOST_CALLS = 64;
export declare const LARGEST_MESSAGE: number;
export declare function serveStreams(served: McpServed | McpPassThrough, streams: {
    readonly input: Readable;
    readonly output: Writable;
}): McpServing;
export declare const newSession: () => string;

// server/served.d.ts
import type { ToolAnnotations } from '@poundlock/spec';
import type { QuestionMethod } from '../questions/read-question.ts';
import type { McpContent } from '../results/mcp-result.ts';
import type { Values } from './client-request.ts';
import type { LogLevel } from './log-level.ts';
export interface McpServed {
    readonly info: {
        readonly name: string;
        readonly title?: string;
        readonly version: string;
    };
    readonly instructions?: string;
    tools(session: string): readonly ToolForClients[] | Promise<readonly ToolForClients[]>;
    call(call: ServedCall): Promise<ServedResult>;
    sessionEnded?(session: string): void;
}
export interface ToolForClients {
    readonly name: string;
    readonly title?: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly annotations?: ToolAnnotations;
}
export interface ServedCall {
    readonly name: string;
    readonly input: unknown;
    readonly session: string;
    readonly client: string;
    readonly signal: AbortSignal;
    readonly wantsProgress: boolean;
    readonly onProgress: (text: string) => void;
    readonly onNotice: (level: LogLevel, text: string) => void;
    readonly ask: AskThroughClient | null;
    readonly questions: ClientQuestions | null;
}
export interface ClientQuestions {
    readonly sampling: boolean;
    readonly elicitation: boolean;
    put(method: QuestionMethod, params: Values, signal: AbortSignal): Promise<Values>;
}
export interface ServedResult {
    readonly content: readonly McpContent[];
    readonly structured?: Readonly<Record<string, unknown>>;
    readonly isError: boolean;
}
export interface ClientQuestion {
    readonly message: string;
    readonly title: string;
    readonly choices: readonly [string, ...string[]];
}
export type ClientAnswer = {
    readonly kind: 'chosen';
    readonly choice: string;
} | {
    readonly kind: 'declined';
} | {
    readonly kind: 'dismissed';
} | {
    readonly kind: 'unanswered';
    readonly message: string;
};
export type AskThroughClient = (question: ClientQuestion, signal: AbortSignal) => Promise<ClientAnswer>;

// servers/server-definition.d.ts
import type { RequiredPermission } from '@poundlock/spec';
export interface StdioTransport {
    readonly kind: 'stdio';
    readonly command: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly passEnvironment: readonly string[];
    readonly cwd?: string;
}
export interface HttpTransport {
    readonly kind: 'http' | 'sse';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
}
export type InputUse = 'read' | 'write' | 'delete' | 'url' | 'command' | 'none';
export interface McpServerDefinition {
    readonly name: string;
    readonly transport: StdioTransport | HttpTransport;
    readonly origin?: string;
    readonly includeTools?: readonly string[];
    readonly excludeTools?: readonly string[];
    readonly permissions?: Readonly<Record<string, RequiredPermission>>;
    readonly inputs?: Readonly<Record<string, Readonly<Record<string, InputUse>>>>;
    readonly pins?: 'first-use' | 'explicit';
    readonly timeoutMs?: number;
    readonly longestCallMs?: number;
    readonly startTimeoutMs?: number;
    readonly idleMs?: number;
    readonly maxResultCharacters?: number;
    readonly maxMessageBytes?: number;
    readonly sampling?: boolean;
    readonly elicitation?: boolean;
    readonly contained?: boolean;
    readonly offline?: boolean;
    readonly startsForCallsOnly?: {
        readonly reason: string;
        readonly remedy: string;
    };
    readonly networkUnchanged?: boolean;
}
export declare const SERVER_DEFAULTS: {
    readonly timeoutMs: 60000;
    readonly longestCallMs: number;
    readonly startTimeoutMs: 60000;
    readonly idleMs: number;
    readonly maxResultCharacters: 100000;
    readonly maxMessageBytes: number;
};

// stdio/stderr-ring.d.ts
export declare class StderrRing {
    #private;
    add(chunk: Uint8Array): void;
    text(): string;
    lastLines(count: number): string;
}

// tools/check-input.d.ts
import type { ReadSchema } from '@poundlock/spec/validation';
import type { ListedMcpTool } from './mcp-tool.ts';
export declare function findInputIssues(tool: ListedMcpTool, input: unknown): ReturnType<ReadSchema['check']>;
export declare function checkInput(server: string, tool: ListedMcpTool, input: unknown): Readonly<Record<string, unknown>>;

// tools/mcp-tool.d.ts
import type { RequiredPermission, ToolAnnotations } from '@poundlock/spec';
import type { InputUse } from '../servers/server-definition.ts';
export interface ListedMcpTool {
    readonly name: string;
    readonly title?: string;
    readonly description: string;
    readonly inputSchema: string;
    readonly annotations: ToolAnnotations;
    readonly digest: string;
}
export interface NamedInputs {
    readonly uses: Readonly<Record<string, InputUse>>;
    readonly guess: 'all' | 'addresses';
    readonly onlyReads: boolean;
    readonly program: 'uncontained' | 'contained' | 'offline' | 'elsewhere';
    readonly networkUnchanged?: boolean;
    readonly base?: string;
}
export type ToolHold =
'changed'
 | 'added'
 | 'unaccepted';
export interface McpTool extends ListedMcpTool {
    readonly server: string;
    readonly publicName: string;
    readonly requiredPermission: RequiredPermission;
    readonly inputs: NamedInputs;
    readonly withheldBy: ToolHold | null;
}
export interface QuarantinedTool {
    readonly name: string;
    readonly reason: string;
}

// tools/named-inputs.d.ts
import type { RequiredPermission, ToolAnnotations } from '@poundlock/spec';
import type { McpServerDefinition } from '../servers/server-definition.ts';
import type { NamedInputs } from './mcp-tool.ts';
export declare function namedInputsOf(tool: {
    readonly name: string;
    readonly annotations: ToolAnnotations;
    readonly requiredPermission: RequiredPermission;
}, definition: McpServerDefinition, cwd: string): NamedInputs;
export declare function serverProgram({ transport, contained, offline }: McpServerDefinition): NamedInputs['program'];

// tools/tool-handlers.d.ts
import { PoundlockError, type ToolSpec } from '@poundlock/spec';
import type { ValidationIssue } from '@poundlock/spec/validation';
import type { McpManager } from '../manager/mcp-manager.ts';
import type { ToolPair } from '../names/name-table.ts';
import type { McpContent } from '../results/mcp-result.ts';
import type { McpTool, NamedInputs } from './mcp-tool.ts';
export interface McpToolHandler {
    readonly spec: ToolSpec;
    readonly served: ToolPair;
    readonly inputs: NamedInputs;
    readonly check: (input: unknown) => readonly ValidationIssue[];
    run(input: unknown, context: {
        readonly abortSignal: AbortSignal;
        readonly onUpdate?: (update: {
            readonly text: string;
        }) => void;
    }): Promise<{
        readonly content: readonly McpContent[];
        readonly structured?: unknown;
        readonly error?: PoundlockError;
    }>;
}
export declare function mcpToolSpec(tool: McpTool): ToolSpec;
export declare function mcpToolHandler(manager: McpManager, tool: McpTool): McpToolHandler;

// tools/wanted-tools.d.ts
import type { McpServerDefinition } from '../servers/server-definition.ts';
export interface UnmatchedPattern {
    readonly key: 'includeTools' | 'excludeTools' | 'permissions' | 'inputs';
    readonly pattern: string;
}
type Patterns = Pick<McpServerDefinition, UnmatchedPattern['key']>;
export declare function isWanted({ includeTools, excludeTools }: Patterns, tool: string): boolean;
export declare function unmatchedPatterns(definition: Patterns, tools: readonly {
    readonly name: string;
}[]): readonly UnmatchedPattern[];
export {};

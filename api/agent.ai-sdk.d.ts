// The public declarations of @poundlock/agent/ai-sdk, written by `pnpm api`.

// index.d.ts
export { aiSdkModel } from './ai-sdk-model.ts';
export type { ResponseBounds } from './bounded-fetch.ts';
export { MODEL_PROVIDERS, openModel, type ModelProvider, type OpenModelOptions } from './open-model.ts';

// ai-sdk-model.d.ts
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AgentModel } from '../model/model.ts';
import type { Provider } from '../provider.ts';
import { type ModelOrigin } from './model-failure.ts';
export declare function aiSdkModel(model: LanguageModelV4, format: Provider, origin?: Partial<ModelOrigin>): AgentModel;

// bounded-fetch.d.ts
export interface ResponseBounds {
    readonly bytes: number;
    readonly idleMs: number;
}
export declare const RESPONSE_BOUNDS: ResponseBounds;
export declare function boundedFetch(inner: typeof fetch, { bytes, idleMs }: ResponseBounds): typeof fetch;

// model-failure.d.ts
import { ModelError, type ModelErrorCode, type ModelErrorOptions } from '../model/model-error.ts';
export interface ModelOrigin {
    readonly provider: string;
    readonly keyVariable?: string;
}
export declare function modelError(code: ModelErrorCode, message: string, more?: Partial<Omit<ModelErrorOptions, 'code'>>): ModelError;
export declare function modelFailure(error: unknown, origin: ModelOrigin): ModelError;
export declare function missingKey({ provider, keyVariable }: ModelOrigin): ModelError;

// open-model.d.ts
import type { AgentModel } from '../model/model.ts';
import { type ResponseBounds } from './bounded-fetch.ts';
export declare const MODEL_PROVIDERS: readonly ['anthropic', 'openai', 'openai-chat', 'google', 'mistral', 'compatible'];
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];
export interface OpenModelOptions {
    readonly baseUrl?: string;
    readonly apiKey?: string;
    readonly keyVariable?: string;
    readonly fetch?: typeof fetch;
    readonly bounds?: Partial<ResponseBounds>;
}
export declare function openModel(name: string, options?: OpenModelOptions): Promise<AgentModel>;

// ../define-tools.d.ts
import type { ToolSpec } from '@poundlock/spec';
import type { JsonObject, Provider } from './provider.ts';
export type ModelTool = Pick<ToolSpec, 'name' | 'description'> & {
    readonly inputSchema: unknown;
};
export interface DefineOptions {
    readonly strict?: boolean;
}
export interface ToolDefinitions {
    readonly definitions: readonly JsonObject[];
    readonly quarantined: readonly {
        readonly name: string;
        readonly reason: string;
    }[];
}
export declare function defineTools(provider: Provider, tools: readonly ModelTool[], { strict }?: DefineOptions): ToolDefinitions;
interface PortableTool {
    readonly name: string;
    readonly description: string;
    readonly schema: JsonObject;
}
export declare function portableTools(provider: Provider, tools: readonly ModelTool[]): {
    readonly tools: readonly PortableTool[];
    readonly quarantined: ToolDefinitions['quarantined'];
};
export {};

// ../loop/conversation.d.ts
import type { ToolContent } from '@poundlock/spec';
import type { ModelResult } from '../pair-results.ts';
import type { JsonObject } from '../provider.ts';
import type { ModelCall } from '../read-calls.ts';
export type AnswerPart = {
    readonly type: 'text';
    readonly text: string;
    readonly replay?: JsonObject;
} | {
    readonly type: 'reasoning';
    readonly text: string;
    readonly replay?: JsonObject;
} | {
    readonly type: 'call';
    readonly call: ModelCall;
};
export type ConversationMessage = {
    readonly role: 'user';
    readonly content: readonly ToolContent[];
} | {
    readonly role: 'assistant';
    readonly parts: readonly AnswerPart[];
} | {
    readonly role: 'tool';
    readonly calls: readonly ModelCall[];
    readonly results: readonly ModelResult[];
};
export declare function callsOf(parts: readonly AnswerPart[]): readonly ModelCall[];
export declare function textOf(parts: readonly AnswerPart[]): string;
export declare function inTurns(messages: readonly ConversationMessage[]): readonly ConversationMessage[];

// ../model/model-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type ModelErrorCode = 'MODEL_REFUSED' | 'MODEL_KEY' | 'MODEL_BUSY' | 'MODEL_STREAM' | 'MODEL_ANSWER' | 'MODEL_ANSWER_EMPTY' | 'MODEL_ANSWER_TOO_LONG' | 'MODEL_CONTEXT_FULL' | 'MODEL_UNKNOWN';
export interface ModelErrorOptions {
    readonly code: ModelErrorCode;
    readonly remedy: string;
    readonly status?: number;
    readonly retryAfterMs?: number;
    readonly isFinal?: boolean;
    readonly cause?: unknown;
}
export declare class ModelError extends PoundlockError {
    #private;
    readonly name: string;
    readonly code: ModelErrorCode;
    readonly retryAfterMs: number | undefined;
    constructor(message: string, { status, retryAfterMs, isFinal, ...options }: ModelErrorOptions);
    get isRetried(): boolean;
}

// ../model/model.d.ts
import type { ModelTool } from '../define-tools.ts';
import type { AnswerPart, ConversationMessage } from '../loop/conversation.ts';
export interface ModelUsage {
    readonly inputTokens: number;
    readonly cachedTokens: number;
    readonly outputTokens: number;
}
export interface ModelRequest {
    readonly system: string;
    readonly messages: readonly ConversationMessage[];
    readonly tools: readonly ModelTool[];
    readonly maxOutputTokens?: number;
}
export type StopReason = 'end' | 'calls' | 'length' | 'filtered';
export type ModelEvent = {
    readonly type: 'text-delta';
    readonly text: string;
} | {
    readonly type: 'reasoning-delta';
    readonly text: string;
}
 | {
    readonly type: 'call-begun';
}
 | {
    readonly type: 'input-delta';
    readonly text: string;
} | {
    readonly type: 'part';
    readonly part: AnswerPart;
}
 | {
    readonly type: 'left-out';
    readonly tools: readonly {
        readonly name: string;
        readonly reason: string;
    }[];
}
 | {
    readonly type: 'end';
    readonly reason: StopReason;
    readonly usage: ModelUsage;
};
export interface AgentModel {
    readonly provider: string;
    readonly id: string;
    streamTurn(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
export declare function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage;
export declare const NO_USAGE: ModelUsage;

// ../pair-results.d.ts
import type { ToolContent } from '@poundlock/spec';
import type { ModelCall } from './read-calls.ts';
export interface ModelResult {
    readonly callId: string;
    readonly content: readonly ToolContent[];
    readonly isError?: boolean;
}
export declare function pairResults(calls: readonly ModelCall[], results: readonly ModelResult[]): readonly ModelResult[];
export declare function resultText({ content }: ModelResult): string;

// ../provider.d.ts
export declare const PROVIDERS: readonly ['anthropic', 'openai', 'openai-responses', 'gemini', 'mistral'];
export type Provider = (typeof PROVIDERS)[number];
export type JsonObject = {
    readonly [key: string]: unknown;
};

// ../read-calls.d.ts
import { type ToolCall } from '@poundlock/spec';
import type { ModelTool } from './define-tools.ts';
import type { JsonObject, Provider } from './provider.ts';
export interface ModelCall extends ToolCall {
    readonly problem?: string;
    readonly replay?: JsonObject;
}
export interface ReadCallsOptions {
    readonly tools?: readonly ModelTool[];
    readonly newId: (index: number) => string;
}
export declare function readCalls(provider: Provider, response: unknown, { tools, newId }: ReadCallsOptions): readonly ModelCall[];
export declare function parseInput(text: string): {
    readonly input: unknown;
    readonly problem?: string;
};

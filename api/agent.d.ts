// The public declarations of @poundlock/agent, written by `pnpm api`.

// index.d.ts
export { callIds } from './call-ids.ts';
export { defineTools, type DefineOptions, type ModelTool, type ToolDefinitions } from './define-tools.ts';
export type { ModelResult } from './pair-results.ts';
export { PROVIDERS, type JsonObject, type Provider } from './provider.ts';
export { readCalls, type ModelCall, type ReadCallsOptions } from './read-calls.ts';
export { resultCallId } from './result-call-id.ts';
export { toolingSection } from './tooling-section.ts';
export { writeTurns, type ToolTurn, type TurnMessages } from './write-messages.ts';

// call-ids.d.ts
import type { Provider } from './provider.ts';
export declare function callIds(provider: Provider, ids: readonly string[]): readonly string[];

// define-tools.d.ts
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

// pair-results.d.ts
import type { ToolContent } from '@poundlock/spec';
import type { ModelCall } from './read-calls.ts';
export interface ModelResult {
    readonly callId: string;
    readonly content: readonly ToolContent[];
    readonly isError?: boolean;
}
export declare function pairResults(calls: readonly ModelCall[], results: readonly ModelResult[]): readonly ModelResult[];
export declare function resultText({ content }: ModelResult): string;

// provider.d.ts
export declare const PROVIDERS: readonly ['anthropic', 'openai', 'openai-responses', 'gemini', 'mistral'];
export type Provider = (typeof PROVIDERS)[number];
export type JsonObject = {
    readonly [key: string]: unknown;
};

// read-calls.d.ts
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

// result-call-id.d.ts
export declare function resultCallId(result: unknown): string | null;

// tooling-section.d.ts
import { type ToolSpec } from '@poundlock/spec';
export declare function toolingSection(tools: readonly Pick<ToolSpec, 'name' | 'summary'>[]): string;

// write-messages.d.ts
import { type ModelResult } from './pair-results.ts';
import type { JsonObject, Provider } from './provider.ts';
import type { ModelCall } from './read-calls.ts';
export interface ToolTurn {
    readonly calls: readonly ModelCall[];
    readonly results: readonly ModelResult[];
}
export interface TurnMessages {
    readonly calls: readonly JsonObject[];
    readonly results: readonly JsonObject[];
}
export declare function writeTurns(provider: Provider, turns: readonly ToolTurn[]): readonly TurnMessages[];

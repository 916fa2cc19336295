// The public declarations of @poundlock/agent, written by `pnpm api`.

// index.d.ts
export { callIds } from './call-ids.ts';
export { systemPrompt, type SystemPromptParts } from './context/system-prompt.ts';
export { defineTools, type DefineOptions, type ModelTool, type ToolDefinitions } from './define-tools.ts';
export { AgentLoop, type AgentLoopOptions, type PromptEnd } from './loop/agent-loop.ts';
export type { AgentEvent, PromptEndReason } from './loop/agent-event.ts';
export type { AgentTools, AnswerStatus, AgentCallAnswer, CallProgress, StartedCall } from './loop/agent-tools.ts';
export type { RetryOptions } from './loop/ask-model.ts';
export type { AnswerPart, ConversationMessage } from './loop/conversation.ts';
export { Conversation, type OpenCall } from './loop/conversation-state.ts';
export type { FeedLimits } from './loop/event-feed.ts';
export type { LoopBounds, ModelPrice } from './loop/loop-limits.ts';
export type { AnswerLimits } from './loop/read-answer.ts';
export type { TranscriptEntry, WriteEntry } from './loop/transcript-entry.ts';
export { ModelError, type ModelErrorCode, type ModelErrorOptions } from './model/model-error.ts';
export type { AgentModel, ModelEvent, ModelRequest, ModelUsage, StopReason } from './model/model.ts';
export type { ModelResult } from './pair-results.ts';
export { PROVIDERS, type JsonObject, type Provider } from './provider.ts';
export { readCalls, type ModelCall, type ReadCallsOptions } from './read-calls.ts';
export { resultCallId } from './result-call-id.ts';
export { outcomeAnswer } from './results/outcome-answer.ts';
export { runText, type KeepResult } from './results/run-text.ts';
export { runtimeTools, type RuntimeToolsOptions } from './results/runtime-tools.ts';
export { listTranscripts, type TranscriptSummary } from './session/list-transcripts.ts';
export { createTranscript, forkTranscript, openTranscript, type NewSession, type OpenTranscript, } from './session/open-transcript.ts';
export { findTranscript, readTranscript, type ReadTranscript, type SessionEntry } from './session/read-transcript.ts';
export { TranscriptError, type TranscriptErrorCode } from './session/transcript-error.ts';
export { toolingSection } from './tooling-section.ts';
export { writeTurns, type ToolTurn, type TurnMessages } from './write-messages.ts';

// call-ids.d.ts
import type { Provider } from './provider.ts';
export declare function callIds(provider: Provider, ids: readonly string[]): readonly string[];

// context/system-prompt.d.ts
import type { AgentTools } from '../loop/agent-tools.ts';
export interface SystemPromptParts {
    readonly tools: ReturnType<AgentTools['list']>;
    readonly situation: readonly string[];
    readonly instructions?: readonly {
        readonly source: string;
        readonly text: string;
    }[];
    readonly skills?: readonly {
        readonly name: string;
        readonly description: string;
    }[];
}
export declare function systemPrompt({ tools, situation, instructions, skills }: SystemPromptParts): string;

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

// loop/agent-event.d.ts
import type { Decision } from '@poundlock/spec';
import type { ModelUsage } from '../model/model.ts';
import type { AnswerStatus } from './agent-tools.ts';
export type PromptEndReason = 'answered' | 'aborted' | 'failed' | 'limit-turns' | 'limit-tokens' | 'limit-cost' | 'limit-time';
export type AgentEvent = {
    readonly type: 'prompt-started';
    readonly text: string;
} | {
    readonly type: 'turn-started';
    readonly turn: number;
} | {
    readonly type: 'text-delta';
    readonly text: string;
} | {
    readonly type: 'reasoning-delta';
    readonly text: string;
}
 | {
    readonly type: 'retrying';
    readonly attempt: number;
    readonly delayMs: number;
    readonly code: string;
    readonly message: string;
}
 | {
    readonly type: 'tool-called';
    readonly callId: string;
    readonly tool: string;
    readonly input: unknown;
}
 | {
    readonly type: 'tool-started';
    readonly callId: string;
    readonly runId: string;
    readonly decision: Decision;
    readonly reasons: readonly string[];
} | {
    readonly type: 'tool-updated';
    readonly callId: string;
    readonly text: string;
}
 | {
    readonly type: 'asked';
    readonly callId: string;
    readonly command: string;
    readonly reasons: readonly string[];
    readonly agents: readonly string[];
    readonly request?: string;
} | {
    readonly type: 'answered';
    readonly callId: string;
    readonly answer: string;
    readonly by: string | null;
} | {
    readonly type: 'tool-ended';
    readonly callId: string;
    readonly runId: string | null;
    readonly status: AnswerStatus;
    readonly isError: boolean;
    readonly text: string;
}
 | {
    readonly type: 'tools-left-out';
    readonly tools: readonly {
        readonly name: string;
        readonly reason: string;
    }[];
} | {
    readonly type: 'usage';
    readonly turn: ModelUsage;
    readonly total: ModelUsage;
    readonly cost: number | null;
} | {
    readonly type: 'compacted';
    readonly messages: number;
    readonly summarised: boolean;
} | {
    readonly type: 'turn-ended';
    readonly turn: number;
    readonly reason: 'calls' | 'end' | 'broken';
} | {
    readonly type: 'prompt-ended';
    readonly reason: PromptEndReason;
    readonly turns: number;
    readonly text: string;
    readonly error?: {
        readonly code: string;
        readonly message: string;
        readonly remedy?: string;
    };
}
 | {
    readonly type: 'events-skipped';
    readonly count: number;
};

// loop/agent-loop.d.ts
import type { PoundlockError, ToolContent } from '@poundlock/spec';
import { type AgentModel, type ModelUsage } from '../model/model.ts';
import type { AgentEvent, PromptEndReason } from './agent-event.ts';
import type { AgentTools } from './agent-tools.ts';
import { type RetryOptions } from './ask-model.ts';
import { Conversation } from './conversation-state.ts';
import { type FeedLimits } from './event-feed.ts';
import { type LoopBounds, type ModelPrice } from './loop-limits.ts';
import { type AnswerLimits } from './read-answer.ts';
import type { WriteEntry } from './transcript-entry.ts';
export interface AgentLoopOptions {
    readonly model: AgentModel;
    readonly tools: AgentTools;
    readonly system: string | (() => string);
    readonly conversation?: Conversation;
    readonly write?: WriteEntry;
    readonly bounds?: LoopBounds;
    readonly price?: ModelPrice;
    readonly contextTokens?: number;
    readonly maxOutputTokens?: number;
    readonly answerLimits?: AnswerLimits;
    readonly retries?: RetryOptions;
}
export interface PromptEnd {
    readonly reason: PromptEndReason;
    readonly text: string;
    readonly turns: number;
    readonly usage: ModelUsage;
    readonly error?: PoundlockError;
}
export declare class AgentLoop {
    #private;
    constructor(options: AgentLoopOptions);
    get conversation(): Conversation;
    subscribe(limits?: FeedLimits): AsyncGenerator<AgentEvent, void, void>;
    close(): void;
    prompt(prompt: string | readonly ToolContent[], { signal }?: {
        readonly signal?: AbortSignal;
    }): Promise<PromptEnd>;
}

// loop/agent-tools.d.ts
import type { Decision, ToolCall, ToolContent, ToolSpec } from '@poundlock/spec';
export type AnswerStatus = 'ran' | 'denied' | 'unapproved' | 'invalid' | 'unavailable' | 'failed' | 'skipped' | 'unknown';
export interface AgentCallAnswer {
    readonly status: AnswerStatus;
    readonly content: readonly ToolContent[];
    readonly isError: boolean;
    readonly runId: string | null;
}
export interface StartedCall {
    readonly runId: string;
    readonly onlyReads: boolean;
    readonly decision: Decision;
    readonly reasons: readonly string[];
}
export interface CallProgress {
    readonly abortSignal: AbortSignal;
    readonly beforeRun: (started: StartedCall) => Promise<void>;
    readonly onUpdate: (text: string) => void;
    readonly onQuestion: (question: {
        readonly command: string;
        readonly reasons: readonly string[];
        readonly agents: readonly string[];
        readonly request?: string;
    }) => void;
    readonly onAnswered: (answered: {
        readonly answer: string;
        readonly by: string | null;
    }) => void;
}
export interface AgentTools {
    list(): readonly Pick<ToolSpec, 'name' | 'description' | 'summary' | 'inputSchema' | 'requiredPermission' | 'annotations'>[];
    call(call: ToolCall, progress: CallProgress): Promise<AgentCallAnswer>;
    beginPrompt?(): Promise<readonly string[]>;
}

// loop/ask-model.d.ts
import type { AgentModel, ModelRequest } from '../model/model.ts';
import type { AgentEvent } from './agent-event.ts';
import { type AnswerLimits, type BrokenAnswer, type ModelAnswer } from './read-answer.ts';
export interface RetryOptions {
    readonly attempts: number;
    readonly baseMs: number;
    readonly maxMs: number;
}
export declare const RETRIES: RetryOptions;
export interface AskModelOptions {
    readonly signal: AbortSignal;
    readonly limits: AnswerLimits;
    readonly retries: RetryOptions;
    readonly newId: (index: number) => string;
    readonly emit: (event: AgentEvent) => void;
}
export declare function askModel(model: AgentModel, request: ModelRequest, { signal, limits, retries, newId, emit }: AskModelOptions): Promise<ModelAnswer | BrokenAnswer>;

// loop/conversation-state.d.ts
import type { ToolContent } from '@poundlock/spec';
import type { ModelCall } from '../read-calls.ts';
import { type ConversationMessage } from './conversation.ts';
import type { TranscriptEntry } from './transcript-entry.ts';
export interface OpenCall {
    readonly call: ModelCall;
    readonly runId: string | null;
}
export declare class Conversation {
    #private;
    constructor(entries?: Iterable<TranscriptEntry>);
    get turn(): number;
    get stored(): readonly ConversationMessage[];
    messages(): readonly ConversationMessage[];
    openCalls(): readonly OpenCall[];
    apply(entry: TranscriptEntry): void;
}
export declare function orphanContent(hasStarted: boolean): readonly ToolContent[];

// loop/conversation.d.ts
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

// loop/event-feed.d.ts
import type { AgentEvent } from './agent-event.ts';
export interface FeedLimits {
    readonly events: number;
    readonly characters: number;
}
export declare class EventFeed {
    #private;
    emit(event: AgentEvent): void;
    subscribe(limits?: FeedLimits): AsyncGenerator<AgentEvent, void, void>;
    close(): void;
}

// loop/loop-limits.d.ts
import type { ModelUsage } from '../model/model.ts';
import type { PromptEndReason } from './agent-event.ts';
export interface LoopBounds {
    readonly turns?: number;
    readonly tokens?: number;
    readonly cost?: number;
    readonly milliseconds?: number;
}
export interface ModelPrice {
    readonly input: number;
    readonly output: number;
    readonly cachedInput?: number;
}
export declare function costOf({ inputTokens, cachedTokens, outputTokens }: ModelUsage, { input, output, cachedInput }: ModelPrice): number;
export declare function reachedLimit(bounds: LoopBounds, { turns, usage, cost }: {
    readonly turns: number;
    readonly usage: ModelUsage;
    readonly cost: number | null;
}): PromptEndReason | null;

// loop/read-answer.d.ts
import { ModelError } from '../model/model-error.ts';
import type { AgentModel, ModelRequest, ModelUsage, StopReason } from '../model/model.ts';
import { type AnswerPart } from './conversation.ts';
export interface AnswerLimits {
    readonly calls: number;
    readonly characters: number;
}
export declare const ANSWER_LIMITS: AnswerLimits;
export interface ModelAnswer {
    readonly parts: readonly AnswerPart[];
    readonly reason: StopReason;
    readonly usage: ModelUsage;
}
export interface BrokenAnswer {
    readonly text: string;
    readonly error: ModelError;
    readonly isRetried?: boolean;
}
export interface AnswerObserver {
    delta(type: 'text-delta' | 'reasoning-delta', text: string): void;
    leftOut(tools: readonly {
        readonly name: string;
        readonly reason: string;
    }[]): void;
}
export declare function readAnswer(model: AgentModel, request: ModelRequest, { signal, limits, newId, observer }: ReadAnswerOptions): Promise<ModelAnswer | BrokenAnswer>;
interface ReadAnswerOptions {
    readonly signal: AbortSignal;
    readonly limits: AnswerLimits;
    readonly newId: (index: number) => string;
    readonly observer: AnswerObserver;
}
export {};

// loop/transcript-entry.d.ts
import type { ToolContent } from '@poundlock/spec';
import type { ModelUsage } from '../model/model.ts';
import type { PromptEndReason } from './agent-event.ts';
import type { AnswerStatus } from './agent-tools.ts';
import type { AnswerPart } from './conversation.ts';
export type TranscriptEntry = {
    readonly type: 'session';
    readonly version: 1;
    readonly id: string;
    readonly createdAt: string;
    readonly agent: string;
    readonly workspace: string;
    readonly model: string;
    readonly parent?: string;
} | {
    readonly type: 'prompt';
    readonly content: readonly ToolContent[];
}
 | {
    readonly type: 'answer';
    readonly turn: number;
    readonly parts: readonly AnswerPart[];
    readonly usage: ModelUsage;
    readonly isPartial?: true;
}
 | {
    readonly type: 'call-started';
    readonly callId: string;
    readonly runId: string;
    readonly onlyReads: boolean;
} | {
    readonly type: 'result';
    readonly callId: string;
    readonly content: readonly ToolContent[];
    readonly isError: boolean;
    readonly status: AnswerStatus;
    readonly runId: string | null;
}
 | {
    readonly type: 'compaction';
    readonly messages: number;
    readonly summary: string;
} | {
    readonly type: 'prompt-ended';
    readonly reason: PromptEndReason;
};
export type WriteEntry = (entry: TranscriptEntry) => Promise<void>;

// model/model-error.d.ts
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

// model/model.d.ts
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
export declare function parseInput(text: string): {
    readonly input: unknown;
    readonly problem?: string;
};

// result-call-id.d.ts
export declare function resultCallId(result: unknown): string | null;

// results/outcome-answer.d.ts
import { type CallOutcome } from '@poundlock/runtime';
import type { AgentCallAnswer } from '../loop/agent-tools.ts';
import { type KeepResult } from './run-text.ts';
export declare function outcomeAnswer(outcome: CallOutcome, keep: KeepResult): AgentCallAnswer;

// results/run-text.d.ts
import type { CallOutcome } from '@poundlock/runtime';
export declare const MOST_OUTPUT = 40000;
export type KeepResult = (output: {
    readonly text: string;
} | {
    readonly file: string;
}) => string | undefined;
export declare function runText({ stdout, stderr, truncated, spillFile, reason, exitCode }: NonNullable<CallOutcome['run']>, message: string, keep: KeepResult): string;
export declare const restIn: (file: string) => string;
export declare function shortened(whole: string, most?: number): string;

// results/runtime-tools.d.ts
import type { AskForApproval, CallContext, Runtime } from '@poundlock/runtime';
import type { ToolSpec } from '@poundlock/spec';
import type { AgentTools } from '../loop/agent-tools.ts';
import type { KeepResult } from './run-text.ts';
export interface RuntimeToolsOptions {
    readonly runtime: Runtime;
    readonly context: CallContext;
    readonly ask?: AskForApproval;
    readonly offered?: () => readonly ToolSpec[];
    readonly keep?: KeepResult;
    readonly agents?: readonly string[];
}
export declare function runtimeTools(options: RuntimeToolsOptions): AgentTools;

// session/list-transcripts.d.ts
export interface TranscriptSummary {
    readonly id: string;
    readonly agent: string;
    readonly workspace: string;
    readonly model: string;
    readonly title: string;
    readonly prompts: number;
    readonly turns: number;
    readonly ended: string | null;
    readonly parent?: string;
}
export declare function listTranscripts(folder: string, limit: number): readonly TranscriptSummary[];

// session/open-transcript.d.ts
import type { TranscriptEntry, WriteEntry } from '../loop/transcript-entry.ts';
import { type SessionEntry } from './read-transcript.ts';
export interface OpenTranscript {
    readonly session: SessionEntry;
    readonly entries: readonly TranscriptEntry[];
    readonly write: WriteEntry;
    close(): void;
}
export type NewSession = Pick<SessionEntry, 'agent' | 'workspace' | 'model' | 'parent'> & {
    readonly id?: string;
};
export declare function createTranscript(folder: string, given: NewSession): Promise<OpenTranscript>;
export declare function forkTranscript(folder: string, id: string): Promise<OpenTranscript>;
export declare function openTranscript(folder: string, id: string): Promise<OpenTranscript>;

// session/read-transcript.d.ts
import type { TranscriptEntry } from '../loop/transcript-entry.ts';
export type SessionEntry = Extract<TranscriptEntry, {
    type: 'session';
}>;
export interface ReadTranscript {
    readonly session: SessionEntry;
    readonly entries: readonly TranscriptEntry[];
    readonly wholeBytes: number;
}
export declare function transcriptFile(folder: string, id: string): string;
export declare function transcriptIds(folder: string): readonly string[];
export declare function findTranscript(folder: string, named: string): string;
export declare function readTranscript(folder: string, id: string): ReadTranscript;

// session/transcript-error.d.ts
import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec';
export type TranscriptErrorCode = 'SESSION_UNKNOWN' | 'SESSION_BUSY' | 'SESSION_INVALID' | 'SESSION_BROKEN';
export declare class TranscriptError extends PoundlockError<TranscriptErrorCode> {
    readonly name: string;
    constructor(message: string, options: PoundlockErrorOptions<TranscriptErrorCode> & {
        readonly remedy: string;
    });
}

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

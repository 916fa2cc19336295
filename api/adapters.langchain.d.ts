// The public declarations of @poundlock/adapters/langchain, written by `pnpm api`.

// index.d.ts
export { guardLangChain } from './guard-langchain.ts';
export type { LangChainAnswer, LangChainGuard, LangChainRequest } from './langchain-guard.ts';

// ../guard-decision.d.ts
import type { CallToApprove } from '@poundlock/runtime';
export type GuardDecision = {
    readonly decision: 'allow';
} | {
    readonly decision: 'ask';
    readonly request: CallToApprove;
} | {
    readonly decision: 'deny';
    readonly message: string;
};

// guard-langchain.d.ts
import type { LocalHost } from '@poundlock/local-host';
import { type GuardOptions } from '../tool-guard.ts';
import type { LangChainGuard } from './langchain-guard.ts';
export declare function guardLangChain(host: LocalHost, names: readonly string[], options?: GuardOptions): LangChainGuard;

// langchain-guard.d.ts
import type { AgentMiddleware, StructuredTool } from 'langchain';
import type { GuardAnswer, GuardedToolCall } from '../tool-guard.ts';
export interface LangChainRequest extends GuardedToolCall {
    readonly tool: string;
    readonly command: string;
    readonly reasons: readonly string[];
}
export type LangChainAnswer = {
    readonly approved: true;
} | {
    readonly approved: false;
    readonly message: string;
};
export interface LangChainGuard {
    readonly tools: StructuredTool[];
    readonly middleware: AgentMiddleware;
    readonly answer: (request: LangChainRequest, answer: GuardAnswer) => Promise<LangChainAnswer>;
    close(): void;
}

// ../tool-guard.d.ts
import type { LocalHost } from '@poundlock/local-host';
import type { CallOutcome } from '@poundlock/runtime';
import type { ToolSpec } from '@poundlock/spec';
import type { GuardDecision } from './guard-decision.ts';
export interface GuardedToolCall {
    readonly id: string;
    readonly input: unknown;
}
export interface GuardAnswer {
    readonly approved: boolean;
    readonly by: string;
    readonly reason?: string;
}
export interface GuardedTool {
    readonly spec: ToolSpec;
    decide(call: GuardedToolCall): Promise<GuardDecision>;
    answer(call: GuardedToolCall, answer: GuardAnswer): Promise<GuardDecision>;
    run(call: GuardedToolCall, abortSignal?: AbortSignal): Promise<CallOutcome>;
    close(): void;
}
export interface GuardOptions {
    readonly expiresAfterMs?: number;
}
export declare function guardTool(host: Pick<LocalHost, 'call' | 'runtime'>, name: string, { expiresAfterMs }?: GuardOptions): GuardedTool;

// The public declarations of @poundlock/adapters/openai-agents, written by `pnpm api`.

// index.d.ts
export { guardOpenAiAgents } from './guard-openai-agents.ts';
export type { OpenAiAgentsGuard } from './openai-agents-guard.ts';

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

// guard-openai-agents.d.ts
import type { LocalHost } from '@poundlock/local-host';
import { type GuardOptions } from '../tool-guard.ts';
import type { OpenAiAgentsGuard } from './openai-agents-guard.ts';
export declare function guardOpenAiAgents(host: LocalHost, names: readonly string[], options?: GuardOptions): OpenAiAgentsGuard;

// openai-agents-guard.d.ts
import type { Agent, FunctionTool, RunState, RunToolApprovalItem } from '@openai/agents';
import type { GuardAnswer } from '../tool-guard.ts';
export interface OpenAiAgentsGuard {
    readonly tools: FunctionTool<unknown, never>[];
    readonly answer: (state: Pick<RunState<unknown, Agent>, 'approve' | 'reject'>, interruption: RunToolApprovalItem, answer: GuardAnswer) => Promise<void>;
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

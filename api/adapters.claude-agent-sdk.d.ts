// The public declarations of @poundlock/adapters/claude-agent-sdk, written by `pnpm api`.

// index.d.ts
export { guardClaudeAgent } from './guard-claude-agent.ts';
export type { ClaudeAgentGuard } from './claude-agent-guard.ts';
export type { AskPerson, GuardRequest } from '../ask-person.ts';

// ../ask-person.d.ts
import type { CallToApprove } from '@poundlock/runtime';
import type { GuardAnswer, GuardedTool, GuardedToolCall } from './tool-guard.ts';
export interface GuardRequest extends GuardedToolCall {
    readonly tool: string;
    readonly request: CallToApprove;
}
export type AskPerson = (request: GuardRequest, signal?: AbortSignal) => Promise<GuardAnswer>;
export declare function refusalOf(guard: GuardedTool, call: GuardedToolCall, ask: AskPerson, signal?: AbortSignal): Promise<string | null>;

// claude-agent-guard.d.ts
import type { Options } from '@anthropic-ai/claude-agent-sdk';
export interface ClaudeAgentGuard {
    readonly options: Pick<Options, 'tools' | 'mcpServers' | 'strictMcpConfig' | 'hooks' | 'canUseTool'>;
    close(): void;
}

// guard-claude-agent.d.ts
import type { LocalHost } from '@poundlock/local-host';
import { type AskPerson } from '../ask-person.ts';
import { type GuardOptions } from '../tool-guard.ts';
import type { ClaudeAgentGuard } from './claude-agent-guard.ts';
export declare function guardClaudeAgent(host: LocalHost, names: readonly string[], ask: AskPerson, options?: GuardOptions): ClaudeAgentGuard;

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

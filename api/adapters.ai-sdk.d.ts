// The public declarations of @poundlock/adapters/ai-sdk, written by `pnpm api`.

// index.d.ts
export { guardAiSdk, type AiSdkGuard, type AiSdkRequest } from './guard-ai-sdk.ts';

// guard-ai-sdk.d.ts
import type { LocalHost } from '@poundlock/local-host';
import type { ToolContent } from '@poundlock/spec';
import { type SingleToolApprovalFunction, type Tool, type ToolModelMessage } from 'ai';
import { type GuardAnswer, type GuardOptions } from '../tool-guard.ts';
export interface AiSdkRequest {
    readonly approvalId: string;
    readonly toolCall: {
        readonly toolCallId: string;
        readonly toolName: string;
        readonly input: unknown;
    };
}
export interface AiSdkGuard {
    readonly tools: Record<string, Tool<unknown, readonly ToolContent[]>>;
    readonly toolApproval: Record<string, SingleToolApprovalFunction<unknown, unknown, unknown>>;
    readonly answer: (request: AiSdkRequest, answer: GuardAnswer) => Promise<ToolModelMessage>;
    close(): void;
}
export declare function guardAiSdk(host: LocalHost, names: readonly string[], options?: GuardOptions): AiSdkGuard;

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

// The public declarations of @poundlock/adapters, written by `pnpm api`.

// index.d.ts
export type { GuardDecision } from './guard-decision.ts';
export { guardTool, type GuardAnswer, type GuardedTool, type GuardedToolCall, type GuardOptions } from './tool-guard.ts';

// guard-decision.d.ts
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

// tool-guard.d.ts
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

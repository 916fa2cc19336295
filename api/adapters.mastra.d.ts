// The public declarations of @poundlock/adapters/mastra, written by `pnpm api`.

// index.d.ts
export { guardMastra } from './guard-mastra.ts';
export type { MastraAnswer, MastraGuard, MastraRequest, MastraToolContext, MastraToolOptions } from './mastra-guard.ts';

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

// guard-mastra.d.ts
import type { LocalHost } from '@poundlock/local-host';
import { type GuardOptions } from '../tool-guard.ts';
import { type MastraGuard, type MastraToolOptions } from './mastra-guard.ts';
export declare function guardMastra<Tool>(host: LocalHost, names: readonly string[], createTool: (options: MastraToolOptions) => Tool, options?: GuardOptions): MastraGuard<Tool>;

// mastra-guard.d.ts
import type { ToolContent } from '@poundlock/spec';
import type { GuardAnswer, GuardedToolCall } from '../tool-guard.ts';
export interface MastraToolOptions {
    readonly id: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly suspendSchema: object;
    readonly resumeSchema: object;
    execute(input: unknown, context: MastraToolContext): Promise<unknown>;
    toModelOutput(output: unknown): unknown;
}
export interface MastraToolContext {
    readonly abortSignal?: AbortSignal | undefined;
    readonly agent?: {
        readonly toolCallId: string;
        readonly resumeData?: unknown;
        suspend(payload: MastraRequest): Promise<void>;
    } | undefined;
}
export interface MastraRequest extends GuardedToolCall {
    readonly tool: string;
    readonly command: string;
    readonly reasons: string[];
}
export type MastraAnswer = {
    readonly approved: true;
} | {
    readonly approved: false;
    readonly message: string;
};
export interface MastraGuard<Tool> {
    readonly tools: Record<string, Tool>;
    readonly answer: (request: MastraRequest, answer: GuardAnswer) => Promise<MastraAnswer>;
    close(): void;
}
export declare const mediaParts: (content: readonly ToolContent[]) => object[];

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

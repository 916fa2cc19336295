// The public declarations of @poundlock/adapters/pi, written by `pnpm api`.

// index.d.ts
export { guardPi } from './guard-pi.ts';
export type { PiContent, PiGuard, PiRefusal, PiTool, PiToolCall } from './pi-guard.ts';
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

// guard-pi.d.ts
import type { LocalHost } from '@poundlock/local-host';
import { type AskPerson } from '../ask-person.ts';
import { type GuardOptions } from '../tool-guard.ts';
import { type PiGuard } from './pi-guard.ts';
export declare function guardPi(host: LocalHost, names: readonly string[], ask: AskPerson, options?: GuardOptions): PiGuard;

// pi-guard.d.ts
import type { ToolContent } from '@poundlock/spec';
export interface PiToolCall {
    readonly toolCall: {
        readonly id: string;
        readonly name: string;
    };
    readonly args: unknown;
}
export interface PiTool {
    readonly name: string;
    readonly label: string;
    readonly description: string;
    readonly parameters: object;
    readonly execute: (id: string, input: unknown, signal?: AbortSignal) => Promise<{
        content: PiContent[];
        details: undefined;
        isError: boolean;
    }>;
}
export type PiContent = {
    type: 'text';
    text: string;
} | {
    type: 'image';
    data: string;
    mimeType: string;
};
export interface PiGuard {
    readonly tools: PiTool[];
    readonly beforeToolCall: (call: PiToolCall, signal?: AbortSignal) => Promise<PiRefusal | undefined>;
    close(): void;
}
export interface PiRefusal {
    readonly block: true;
    readonly reason: string;
}
export declare const piContent: (content: readonly ToolContent[]) => PiContent[];

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

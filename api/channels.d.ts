// The public declarations of @poundlock/channels, written by `pnpm api`.

// index.d.ts
export type { Channel, ChannelAnswer, SentMessage, TakeAnswer } from './channel.ts';
export { ChannelsError, type ChannelsErrorCode } from './channels-error.ts';
export { discordChannel, type DiscordOptions } from './discord/discord-channel.ts';
export type { IncomingCall, OutgoingAnswer } from './inbound/incoming-call.ts';
export { openChannels, type ChannelsOptions, type ConfiguredChannel, type OpenChannels } from './open-channels.ts';
export { slackChannel, type SlackOptions } from './slack/slack-channel.ts';
export { telegramChannel } from './telegram/telegram-channel.ts';
export type { TelegramOptions } from './telegram/telegram-options.ts';
export { webhookChannel, type WebhookOptions } from './webhook/webhook-channel.ts';

// channel.d.ts
import type { ApprovalDecision, ApprovalRecord, ApprovalRequest, GivenReach } from '@poundlock/approvals';
import type { IncomingCall, OutgoingAnswer } from './inbound/incoming-call.ts';
export interface ChannelAnswer {
    readonly approver: string;
    readonly id: string;
    readonly decision: ApprovalDecision;
    readonly reach?: GivenReach;
    readonly reason?: string;
}
export type TakeAnswer = (answer: ChannelAnswer) => string | null;
export interface SentMessage {
    readonly to: string;
    readonly message: string;
    readonly whole: boolean;
}
export interface Channel {
    readonly name: string;
    readonly sendsWhole?: true;
    send(to: string, request: ApprovalRequest): Promise<SentMessage>;
    settle(sent: Omit<SentMessage, 'whole'>, record: ApprovalRecord): Promise<void>;
    receive?(call: IncomingCall, take: TakeAnswer): Promise<OutgoingAnswer>;
    poll?(take: TakeAnswer, signal: AbortSignal, onProblem: (error: unknown) => void): Promise<void>;
}

// channels-error.d.ts
import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec';
export type ChannelsErrorCode = 'CHANNEL_REFUSED' | 'CHANNEL_UNREACHABLE' | 'CHANNEL_LISTEN';
export declare class ChannelsError extends PoundlockError<ChannelsErrorCode> {
    readonly name = "ChannelsError";
    readonly remedy: string;
    constructor(message: string, options: PoundlockErrorOptions<ChannelsErrorCode> & {
        readonly remedy: string;
    });
}

// discord/discord-channel.d.ts
import type { Channel } from '../channel.ts';
export interface DiscordOptions {
    readonly botToken: string;
    readonly publicKey?: string;
    readonly apiUrl?: string;
}
export declare function discordChannel(options: DiscordOptions): Channel;

// inbound/incoming-call.d.ts
export interface IncomingCall {
    readonly body: Buffer;
    readonly header: (name: string) => string | undefined;
    readonly now: number;
}
export interface OutgoingAnswer {
    readonly status: number;
    readonly json?: unknown;
    readonly after?: () => Promise<unknown>;
}
export declare const refusal: (status: number, message: string) => OutgoingAnswer;
export declare function jsonObject(text: string | Uint8Array): Readonly<Record<string, unknown>> | null;
export declare function below(value: unknown, ...path: readonly (string | number)[]): unknown;
export declare const asText: (value: unknown) => string | undefined;

// open-channels.d.ts
import { type ApprovalRequest } from '@poundlock/approvals';
import type { RequestStore, Surface } from '@poundlock/approvals/node';
import type { Channel } from './channel.ts';
import { type IncomingCall, type OutgoingAnswer } from './inbound/incoming-call.ts';
type AnswerStore = Pick<RequestStore, 'answer' | 'pending'>;
export interface ConfiguredChannel {
    readonly channel: Channel;
    readonly approvers: readonly string[];
}
export interface ChannelsOptions {
    readonly store: AnswerStore;
    readonly channels: readonly ConfiguredChannel[];
    readonly targetsOf: (request: ApprovalRequest) => readonly {
        readonly channel: string;
        readonly to: string;
    }[];
    readonly listen?: {
        readonly host: string;
        readonly port: number;
    };
    readonly onProblem: (channel: string, error: unknown) => void;
    readonly now?: () => number;
}
export interface OpenChannels extends Surface {
    readonly port: number | null;
    readonly receivers: readonly string[];
    receive(channel: string, call: IncomingCall): Promise<OutgoingAnswer>;
    close(): Promise<void>;
}
export declare function openChannels(options: ChannelsOptions): Promise<OpenChannels>;
export {};

// slack/slack-channel.d.ts
import type { Channel } from '../channel.ts';
export interface SlackOptions {
    readonly botToken: string;
    readonly signingSecret?: string;
    readonly apiUrl?: string;
}
export declare function slackChannel(options: SlackOptions): Channel;

// telegram/telegram-channel.d.ts
import type { Channel } from '../channel.ts';
import type { TelegramOptions } from './telegram-options.ts';
export declare function telegramChannel(options: TelegramOptions): Channel;

// telegram/telegram-options.d.ts
export interface TelegramOptions {
    readonly botToken: string;
    readonly botName?: string;
    readonly webhookSecret?: string;
    readonly apiUrl?: string;
    readonly pollSeconds?: number;
}

// webhook/webhook-channel.d.ts
import type { Channel } from '../channel.ts';
export interface WebhookOptions {
    readonly secret: string;
}
export declare function webhookChannel({ secret }: WebhookOptions): Channel;

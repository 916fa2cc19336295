// The public declarations of @poundlock/egress, written by `pnpm api`.

// index.d.ts
export type { AskEgress, EgressAnswer } from './ask-egress.ts';
export { createEgressProxy, type EgressProxy, type EgressProxyOptions } from './egress-proxy.ts';
export type { EgressDenial } from './egress-report.ts';
export type { EgressBounds } from './egress-run.ts';
export { findSpecialNetwork } from './check-address.ts';
export { type LocalService, localServices } from './local-services.ts';
export { proxyEnvironment } from './proxy-environment.ts';
export type { ResolveHost } from './reach.ts';
export type { SpecialNetwork } from './special-networks.ts';

// ask-egress.d.ts
import { type EgressRule, type EgressTarget } from '@poundlock/spec';
export type EgressAnswer = {
    readonly allowed: true;
} | EgressRefusal;
export interface EgressRefusal {
    readonly allowed: false;
    readonly reason: string;
    readonly remedy?: string;
}
export type AskEgress = (target: EgressTarget, signal: AbortSignal) => Promise<EgressAnswer>;
export type AskForRule = (target: EgressTarget) => Promise<EgressRule | EgressRefusal>;
export declare function askOnce(ask: AskEgress, rules: EgressRule[], signal: AbortSignal): AskForRule;

// check-address.d.ts
import { type EgressRule, type EgressTarget } from '@poundlock/spec';
import { type SpecialNetwork } from './special-networks.ts';
export interface AddressRefusal {
    readonly address: string;
    readonly purpose: string;
    readonly opens: SpecialNetwork['opens'];
}
export declare function findSpecialNetwork(address: string): SpecialNetwork | null;
export declare function checkAddress(address: string, target: EgressTarget, rule: EgressRule, rules: readonly EgressRule[]): AddressRefusal | null;

// egress-proxy.d.ts
import type { Server } from 'node:net';
import { type EgressRuleInput } from '@poundlock/spec';
import { type AskEgress } from './ask-egress.ts';
import { type EgressDenial } from './egress-report.ts';
import { type EgressBounds } from './egress-run.ts';
import type { LocalService } from './local-services.ts';
import { type ResolveHost } from './reach.ts';
export interface EgressProxyOptions {
    readonly rules: readonly EgressRuleInput[];
    readonly resolve?: ResolveHost;
    readonly bounds?: Partial<EgressBounds>;
}
export interface EgressProxy {
    readonly serve: (server: Server) => void;
    readonly forward: (server: Server, service: LocalService) => void;
    readonly askWith: (ask: AskEgress) => void;
    readonly limitToSending: () => void;
    readonly denials: () => readonly EgressDenial[];
    readonly close: () => void;
}
export declare function createEgressProxy(options: EgressProxyOptions): EgressProxy;

// egress-report.d.ts
export interface EgressDenial {
    readonly kind: 'network';
    readonly target: string | null;
    readonly message: string;
}
export declare class EgressReport {
    #private;
    add(target: string | null, message: string): void;
    denials(): readonly EgressDenial[];
}

// egress-run.d.ts
import type { Socket } from 'node:net';
import { type EgressRule, type EgressTarget } from '@poundlock/spec';
import type { AskForRule } from './ask-egress.ts';
import type { EgressReport } from './egress-report.ts';
import { type ResolveHost, type Unreached } from './reach.ts';
export interface EgressBounds {
    readonly connections: number;
    readonly startMilliseconds: number;
    readonly idleMilliseconds: number;
}
export interface EgressRun {
    readonly bounds: EgressBounds;
    begun(client: Socket): void;
    reach(target: EgressTarget): Promise<Socket | Unreached>;
    limitToSending(): void;
    tunnel(client: Socket, upstream: Socket, target: EgressTarget, start: Buffer): void;
    join(client: Socket, upstream: Socket): void;
    refuse(message: string): void;
}
export interface EgressRunOptions {
    readonly rules: readonly EgressRule[];
    readonly ask: () => AskForRule | undefined;
    readonly resolve: ResolveHost;
    readonly bounds: EgressBounds;
    readonly report: EgressReport;
    readonly onUpstream: (socket: Socket) => void;
    readonly onBegun: (client: Socket) => void;
}
export declare function createEgressRun(options: EgressRunOptions): EgressRun;

// local-services.d.ts
import { type EgressRuleInput, type EgressTarget } from '@poundlock/spec';
export interface LocalService {
    readonly address: string;
    readonly target: EgressTarget;
}
export declare function localServices(rules: readonly EgressRuleInput[]): readonly LocalService[];

// proxy-environment.d.ts
export declare function proxyEnvironment(port: number, named?: readonly string[]): Readonly<Record<string, string>>;

// reach.d.ts
import { type Socket } from 'node:net';
import { type EgressRule, type EgressTarget } from '@poundlock/spec';
import type { AskForRule } from './ask-egress.ts';
export type ResolveHost = (name: string) => Promise<readonly string[]>;
export interface Unreached {
    readonly kind: 'refused' | 'failed';
    readonly message: string;
}
export interface ReachOptions {
    readonly rules: readonly EgressRule[];
    readonly sends?: boolean;
    readonly ask?: AskForRule;
    readonly resolve: ResolveHost;
    readonly connectMilliseconds: number;
}
export declare const systemResolver: ResolveHost;
export declare function reach(target: EgressTarget, options: ReachOptions): Promise<Socket | Unreached>;

// special-networks.d.ts
export interface SpecialNetwork {
    readonly network: string;
    readonly purpose: string;
    readonly opens: 'private' | 'named' | 'never';
}
export declare const SPECIAL_NETWORKS: readonly SpecialNetwork[];

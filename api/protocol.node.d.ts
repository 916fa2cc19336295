// The public declarations of @poundlock/protocol/node, written by `pnpm api`.

// index.d.ts
export { keyIdentity, newDeviceKey } from './key-identity.ts';
export { openLocalSocket } from './open-local-socket.ts';
export { openSocket, type TlsTrust } from './open-socket.ts';

// ../client/client-socket.d.ts
export interface ClientSocket {
    readonly bufferedAmount: number;
    send(text: string): void;
    close(code?: number, reason?: string): void;
    addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: ClientSocketEvent) => void): void;
}
export interface ClientSocketEvent {
    readonly data?: unknown;
    readonly code?: number;
    readonly reason?: string;
    readonly error?: unknown;
}
export type OpenSocket = () => ClientSocket | Promise<ClientSocket>;

// ../client/device-identity.d.ts
export interface DeviceIdentity {
    readonly publicKey: Uint8Array;
    sign(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>;
}
type WebKey = Parameters<typeof crypto.subtle.sign>[1];
export declare function webIdentity(keys: {
    readonly publicKey: WebKey;
    readonly privateKey: WebKey;
}): Promise<DeviceIdentity>;
export {};

// key-identity.d.ts
import { type KeyObject } from 'node:crypto';
import type { DeviceIdentity } from '../client/device-identity.ts';
export declare function newDeviceKey(): string;
export declare function keyIdentity(key: string | KeyObject): DeviceIdentity;

// open-local-socket.d.ts
import type { ClientSocket } from '../client/client-socket.ts';
export declare function openLocalSocket(path: string): ClientSocket;

// open-socket.d.ts
import type { Socket } from 'node:net';
import { type ConnectionOptions } from 'node:tls';
import type { ClientSocket } from '../client/client-socket.ts';
export type TlsTrust =
{
    readonly ca: string;
}
 | {
    readonly fingerprint: string;
};
export declare function openSocket(url: string, trust?: TlsTrust): ClientSocket;
export interface SocketOptions {
    readonly ca?: string;
    readonly createConnection?: (options: ConnectionOptions) => Socket;
}
export declare function openWebSocket(url: string, { ca, createConnection }: SocketOptions): ClientSocket;

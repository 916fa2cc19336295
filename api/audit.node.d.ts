// The public declarations of @poundlock/audit/node, written by `pnpm api`.

// index.d.ts
export { openAuditLog, type AuditLog, type AuditLogOptions } from './audit-log.ts';
export { readAuditBackwards, type BackwardsOptions } from './read-audit-backwards.ts';
export { readAuditTail, type TailEntry, type TailOptions } from './read-audit-tail.ts';
export { verifyAuditLog, type LogVerification, type VerifyOptions } from './verify-audit-log.ts';
export { readAuditLine } from './read-audit-line.ts';

// audit-log.d.ts
import type { DataOf } from '../record-data.ts';
import type { AuditRecord, ChainHead } from '../record.ts';
export interface AuditLogOptions {
    readonly clock?: () => Date;
    readonly durability?: 'run-start' | 'all' | 'none';
    readonly segmentBytes?: number;
    readonly lockTimeoutMs?: number;
}
export interface AuditLog {
    readonly directory: string;
    readonly head: ChainHead;
    append<Type extends string>(type: Type, data: DataOf<Type>): Promise<AuditRecord<Type>>;
    sync(): Promise<void>;
    close(): Promise<void>;
}
export declare function openAuditLog(directory: string, options?: AuditLogOptions): Promise<AuditLog>;

// read-audit-backwards.d.ts
import { type TailEntry } from './read-audit-tail.ts';
export interface BackwardsOptions {
    readonly before?: number;
}
export declare function readAuditBackwards(directory: string, { before }?: BackwardsOptions): AsyncGenerator<TailEntry, void, undefined>;

// read-audit-line.d.ts
import { type AuditRecord } from '../record.ts';
export declare function readAuditLine(line: string): AuditRecord | null;

// read-audit-tail.d.ts
import { type AuditRecord } from '../record.ts';
import { type LocatedLine } from './read-lines.ts';
export interface TailOptions {
    readonly follow?: boolean;
    readonly abortSignal?: AbortSignal;
}
export interface TailEntry {
    readonly record: AuditRecord | null;
    readonly text: string | null;
    readonly segment: string;
}
export declare function readAuditTail(directory: string, count: number, options?: TailOptions): AsyncGenerator<TailEntry, void, undefined>;
export declare function tailEntry(line: LocatedLine): TailEntry;

// read-lines.d.ts
import type { AuditLine } from '../verify/verification.ts';
export declare const MAX_LINE_BYTES: number;
export interface LocatedLine extends AuditLine {
    readonly next: number;
}
export declare function readLines(descriptor: number, range: {
    readonly from: number;
    readonly to: number;
    readonly segment: string;
}): AsyncGenerator<LocatedLine, void, undefined>;

// verify-audit-log.d.ts
import { type ChainHead } from '../record.ts';
import type { Verification } from '../verify/verification.ts';
export interface VerifyOptions {
    readonly head?: string;
    readonly start?: ChainHead;
}
export interface LogVerification extends Verification {
    readonly segments: number;
}
export declare function verifyAuditLog(directory: string, options?: VerifyOptions): Promise<LogVerification>;

// ../record-data.d.ts
export interface AuditReason {
    readonly code: string;
    readonly message: string;
    readonly layer?: string;
    readonly rule?: string;
    readonly source?: string;
}
export interface AuditApproval {
    readonly kind: 'policy' | 'grant' | 'person' | 'hook' | 'fallback' | 'timeout';
    readonly by: string;
    readonly answer: 'allow' | 'allow-once' | 'allow-always' | 'deny' | 'unknown';
    readonly requestId?: string;
    readonly reason?: string;
}
export interface AuditFile {
    readonly access: 'read' | 'write' | 'delete';
    readonly path: string;
}
export interface DecisionData {
    readonly callId: string;
    readonly tool: string;
    readonly decision: 'allow' | 'ask' | 'deny';
    readonly outcome: 'allowed' | 'denied' | 'handed-on';
    readonly approval: AuditApproval;
    readonly reasons: readonly AuditReason[];
    readonly rewrittenBy?: readonly string[];
    readonly command?: string;
    readonly cwd?: string;
    readonly files?: readonly AuditFile[];
    readonly urls?: readonly string[];
    readonly surface?: string;
    readonly host?: string;
    readonly agent?: string;
    readonly session?: string;
    readonly provider?: string;
    readonly model?: string;
}
export interface TryStartData {
    readonly callId: string;
    readonly tool: string;
    readonly command?: string;
    readonly cwd?: string;
    readonly reasons: readonly AuditReason[];
    readonly agent?: string;
    readonly session?: string;
}
export interface TryEndData {
    readonly tryId: string;
    readonly callId?: string;
    readonly workspace: string;
    readonly outcome: 'applied' | 'discarded' | 'kept' | 'conflicting' | 'undone';
    readonly by: string;
    readonly forced?: boolean;
    readonly changes: Readonly<Record<string, number>>;
    readonly digest: string;
}
export interface RunStartData {
    readonly runId: string;
    readonly callId: string;
    readonly file: string;
    readonly args: readonly string[];
    readonly cwd: string;
    readonly approvedBy: string;
    readonly environment?: readonly string[];
    readonly tryId?: string;
    readonly sandbox?: {
        readonly backend: string;
        readonly active: boolean;
        readonly fallbackReasons?: readonly string[];
    } | null;
}
export interface RunEndData {
    readonly runId: string;
    readonly callId: string;
    readonly outcome: 'exited' | 'signalled' | 'timed-out' | 'aborted' | 'not-started' | 'unknown';
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly durationMs?: number;
    readonly truncated?: boolean;
    readonly spillFile?: string;
    readonly message?: string;
    readonly denials?: readonly string[];
}
export interface ToolStartData {
    readonly runId: string;
    readonly callId: string;
    readonly tool: string;
    readonly approvedBy: string;
}
export interface ToolEndData {
    readonly runId: string;
    readonly callId: string;
    readonly tool: string;
    readonly outcome: 'done' | 'refused' | 'aborted' | 'failed' | 'unknown';
    readonly durationMs?: number;
    readonly code?: string;
    readonly message?: string;
}
export interface ResultWithheldData {
    readonly callId: string;
    readonly runId?: string;
    readonly by: string;
    readonly reason: string;
}
export interface DirectiveData {
    readonly agent: string;
    readonly session: string;
    readonly text: string;
    readonly by: string;
    readonly ok: boolean;
    readonly message: string;
}
export interface RecordingData {
    readonly runId: string;
    readonly callId: string;
    readonly sha256: string;
    readonly bytes: number;
    readonly truncated: boolean;
    readonly failure?: string;
}
export interface UndoData {
    readonly undoId: string | null;
    readonly runs: readonly string[];
    readonly workspace: string;
    readonly restored: number;
    readonly left: number;
    readonly by: string;
}
export interface RecoveryData {
    readonly bytes: number;
    readonly hash: string;
}
export interface AuditRecordData {
    readonly decision: DecisionData;
    readonly 'try-start': TryStartData;
    readonly 'try-end': TryEndData;
    readonly undo: UndoData;
    readonly 'run-start': RunStartData;
    readonly 'run-end': RunEndData;
    readonly 'tool-start': ToolStartData;
    readonly 'tool-end': ToolEndData;
    readonly 'result-withheld': ResultWithheldData;
    readonly directive: DirectiveData;
    readonly recording: RecordingData;
    readonly recovery: RecoveryData;
}
export type KnownRecordType = keyof AuditRecordData;
export type DataOf<Type extends string> = Type extends KnownRecordType ? AuditRecordData[Type] : object;

// ../record.d.ts
import type { DataOf } from './record-data.ts';
export type AuditHash = (text: string) => string;
export interface AuditRecord<Type extends string = string> {
    readonly seq: number;
    readonly time: string;
    readonly prev: string;
    readonly type: Type;
    readonly data: DataOf<Type>;
    readonly hash: string;
}
export interface ChainHead {
    readonly seq: number;
    readonly hash: string;
}
export declare const EMPTY_HEAD: ChainHead;
export declare const MAX_LINE_LENGTH: number;
export declare function isHash(text: unknown): text is string;
export declare function formRecord(head: ChainHead, content: {
    readonly type: string;
    readonly data: string;
    readonly time: string;
}, hash: AuditHash): {
    seq: number;
    hash: string;
    line: string;
};
export interface RecordFault {
    readonly kind: 'garbage' | 'changed';
    readonly message: string;
    readonly claimed?: AuditRecord;
}
export declare function parseRecord(line: string, hash: AuditHash): {
    record: AuditRecord;
} | {
    fault: RecordFault;
};

// ../verify/verification.d.ts
import type { ChainHead } from '../record.ts';
export type AuditProblemKind = 'garbage' | 'torn' | 'changed' | 'removed' | 'duplicate' | 'out-of-order' | 'broken-link' | 'recovery' | 'segment' | 'anchor';
export interface AuditProblem {
    readonly line: number;
    readonly segment?: string;
    readonly seq: number | null;
    readonly kind: AuditProblemKind;
    readonly message: string;
}
export interface Verification {
    readonly ok: boolean;
    readonly records: number;
    readonly head: ChainHead;
    readonly recoveries: number;
    readonly problems: readonly AuditProblem[];
    readonly problemCount: number;
}
export interface AuditLine {
    readonly text: string | null;
    readonly bytes: number;
    readonly digest: () => string;
    readonly complete: boolean;
    readonly number: number;
    readonly segment?: string;
}

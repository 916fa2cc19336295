// The public declarations of @poundlock/audit, written by `pnpm api`.

// index.d.ts
export { AuditError, type AuditErrorCode } from './audit-error.ts';
export { canonicalJson } from './canonical-json.ts';
export { createChain, type AuditChain } from './chain.ts';
export { matchesAuditFilter, type AuditFilter } from './filter.ts';
export type { AuditApproval, AuditReason, AuditRecordData, DataOf, DecisionData, DirectiveData, RecordingData, RecoveryData, ResultWithheldData, RunEndData, RunStartData, ToolEndData, ToolStartData, TryEndData, TryStartData, UndoData, } from './record-data.ts';
export { type AuditHash, type AuditRecord, type ChainHead } from './record.ts';
export type { AuditLine, AuditProblem, AuditProblemKind, Verification } from './verify/verification.ts';
export type { VerifierOptions } from './verify/verifier.ts';
export { verifyChain } from './verify/verify-chain.ts';

// audit-error.d.ts
import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec';
export type AuditErrorCode = 'AUDIT_DATA' | 'AUDIT_DIRECTORY' | 'AUDIT_UNTRUSTED' | 'AUDIT_REPLACED' | 'AUDIT_DAMAGED' | 'AUDIT_LOCKED' | 'AUDIT_DISK_FULL' | 'AUDIT_READ_ONLY' | 'AUDIT_PERMISSION' | 'AUDIT_IO' | 'AUDIT_CLOSED';
export declare class AuditError extends PoundlockError<AuditErrorCode> {
    readonly name = "AuditError";
    readonly remedy: string;
    constructor(message: string, options: PoundlockErrorOptions<AuditErrorCode> & {
        readonly remedy: string;
    });
}

// canonical-json.d.ts
export declare function canonicalJson(value: unknown): string;

// chain.d.ts
import type { DataOf } from './record-data.ts';
import { type AuditHash, type AuditRecord, type ChainHead } from './record.ts';
export interface AuditChain {
    readonly head: ChainHead;
    append<Type extends string>(type: Type, data: DataOf<Type>, time: string): {
        record: AuditRecord<Type>;
        line: string;
    };
}
export declare function createChain(options: {
    readonly hash: AuditHash;
    readonly head?: ChainHead;
}): AuditChain;

// filter.d.ts
import type { AuditRecord } from './record.ts';
export interface AuditFilter {
    readonly types?: readonly string[];
    readonly agent?: string;
    readonly decision?: 'allow' | 'ask' | 'deny';
    readonly approver?: string;
    readonly text?: string;
}
export declare function matchesAuditFilter({ type, data }: AuditRecord, filter: AuditFilter): boolean;

// record-data.d.ts
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

// record.d.ts
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

// verify/verification.d.ts
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

// verify/verifier.d.ts
import { type AuditHash, type ChainHead } from '../record.ts';
import type { AuditLine, AuditProblem, Verification } from './verification.ts';
export interface VerifierOptions {
    readonly hash: AuditHash;
    readonly anchor?: string;
    readonly start?: ChainHead;
}
export interface Verifier {
    accept(line: AuditLine): void;
    report(problem: AuditProblem): void;
    finish(): Verification;
}
export declare function createVerifier(options: VerifierOptions): Verifier;

// verify/verify-chain.d.ts
import type { AuditLine, Verification } from './verification.ts';
import { type VerifierOptions } from './verifier.ts';
export declare function verifyChain(lines: Iterable<string | AuditLine> | AsyncIterable<string | AuditLine>, options: VerifierOptions): Promise<Verification>;

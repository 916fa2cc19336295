export { AuditError, type AuditErrorCode } from './audit-error.ts'
export { canonicalJson } from './canonical-json.ts'
export { createChain, type AuditChain } from './chain.ts'
export { matchesAuditFilter, type AuditFilter } from './filter.ts'
export type {
  AuditApproval,
  AuditReason,
  AuditRecordData,
  DataOf,
  DecisionData,
  DirectiveData,
  RecordingData,
  RecoveryData,
  ResultWithheldData,
  RunEndData,
  RunStartData,
  ToolEndData,
  ToolStartData,
  TryEndData,
  TryStartData,
  UndoData,
} from './record-data.ts'
export { type AuditHash, type AuditRecord, type ChainHead } from './record.ts'
export type { AuditLine, AuditProblem, AuditProblemKind, Verification } from './verify/verification.ts'
export type { VerifierOptions } from './verify/verifier.ts'
export { verifyChain } from './verify/verify-chain.ts'

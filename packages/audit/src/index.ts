export { AuditError, type AuditErrorCode, type AuditErrorOptions } from './audit-error.ts'
export { canonicalJson } from './canonical-json.ts'
export { createChain, type AuditChain } from './chain.ts'
export type {
  AuditApproval,
  AuditFile,
  AuditReason,
  AuditRecordData,
  DataOf,
  DecisionData,
  KnownRecordType,
  DirectiveData,
  RecoveryData,
  ResultWithheldData,
  RunEndData,
  RunStartData,
  ToolEndData,
  ToolStartData,
  TryEndData,
  TryStartData,
} from './record-data.ts'
export { EMPTY_HEAD, MAX_LINE_LENGTH, type AuditHash, type AuditRecord, type ChainHead } from './record.ts'
export type { AuditLine, AuditProblem, AuditProblemKind, Verification } from './verify/verification.ts'
export type { VerifierOptions } from './verify/verifier.ts'
export { verifyChain } from './verify/verify-chain.ts'

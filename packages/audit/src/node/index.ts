export { openAuditLog, type AuditLog, type AuditLogOptions } from './audit-log.ts'
export { readAuditTail, type TailEntry, type TailOptions } from './read-audit-tail.ts'
export { verifyAuditLog, type LogVerification, type VerifyOptions } from './verify-audit-log.ts'

export { ApprovalsError, type ApprovalsErrorCode } from './approvals-error.ts'
export { findDrift, unkeptFiles, type Binding, type Drift, type FileIdentity } from './binding/binding.ts'
export { addToAllowlist, removeFromAllowlist } from './document/edit-document.ts'
export { checkDocument, EMPTY_DOCUMENT, MAX_DOCUMENT_LENGTH, parseDocument } from './document/parse-document.ts'
export { resolveApprovals, type Resolved, type ResolvedApprovals } from './document/resolve-approvals.ts'
export { ApprovalsDocument, type AgentApprovals, type AllowlistEntry } from './document/schema.ts'
export {
  GRANT_SCOPES,
  reachFrom,
  REACH_USAGE,
  readDuration,
  readReach,
  readUses,
  type GivenReach,
  type GrantReach,
  type GrantScope,
} from './grants/grant-reach.ts'
export { StoredGrant } from './grants/stored-grant.ts'
export { CHAT_USAGE, readChatCommand, type ChatCommand } from './requests/chat-command.ts'
export { offeredDecisions } from './requests/offered-decisions.ts'
export {
  stateOf,
  type ApprovalAnswer,
  type ApprovalDecision,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalState,
} from './requests/request.ts'
export { SOCKET_PROTOCOL, type SocketCall, type SocketEvent } from './socket/protocol.ts'

export { ApprovalsError, type ApprovalsErrorCode } from './approvals-error.ts'
export { findDrift, unkeptFiles, type Binding, type Drift, type FileIdentity } from './binding/binding.ts'
export { addToAllowlist, removeFromAllowlist } from './document/edit-document.ts'
export { noteUses, type EntryUse } from './document/note-uses.ts'
export { checkDocument, parseApprovals } from './document/parse-document.ts'
export { resolveApprovals, type ResolvedApprovals } from './document/resolve-approvals.ts'
export { ApprovalsDocument } from './document/schema.ts'
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
export { readChatCommand, type ChatCommand } from './requests/chat-command.ts'
export { findRequirements, type ApproverGroups, type RequirementRule } from './requests/requirements.ts'
export { offeredDecisions } from './requests/offered-decisions.ts'
export { voterOf } from './requests/quorum.ts'
export {
  approversOf,
  stateOf,
  type AnswerAuthor,
  type ApprovalAnswer,
  type ApprovalDecision,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalRequirements,
  type AskedPart,
  type ApprovalState,
  type ApprovalVote,
  type Approvers,
  type ChangeLine,
  type Delegation,
  type ReasonOrigin,
  type RequestEffect,
  type RequestOrigin,
} from './requests/request.ts'
export { type SocketCall, type SocketEvent } from './socket/protocol.ts'

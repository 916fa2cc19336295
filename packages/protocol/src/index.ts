export { ROLES, type Role } from './access/roles.ts'
export { grantedScopes, isScope, ROLE_SCOPES, SCOPES, scopesBeyond, type Scope } from './access/scopes.ts'
export { CLOSE_CODES, closeReason, type CloseMeaning, type CloseReason } from './errors/close-codes.ts'
export {
  ERROR_CODES,
  FORBIDDEN_REASONS,
  GENERAL_ERRORS,
  isErrorCode,
  type ErrorCode,
  type ErrorMeaning,
  type ForbiddenReason,
} from './errors/error-codes.ts'
export { HTTP_ERRORS, type HttpError } from './errors/http-errors.ts'
export { errorBody, GatewayError, type GatewayErrorOptions } from './errors/gateway-error.ts'
export { EVENTS, isEventName, type EventData, type EventName, type EventSpec } from './events/event-table.ts'
export { decodeFrame } from './frames/decode-frame.ts'
export { decodeJson } from './frames/decode-json.ts'
export { encodeJson } from './frames/encode-json.ts'
export { encodeFrame } from './frames/encode-frame.ts'
export {
  LIMITS_AFTER_CONNECT,
  LIMITS_BEFORE_CONNECT,
  LIMITS_OF_CLIENT,
  type FrameLimits,
} from './frames/frame-limits.ts'
export {
  ErrorBody,
  ErrorFrame,
  EventFrame,
  IdempotencyKey,
  RequestFrame,
  ResultFrame,
  type Frame,
  type ResponseFrame,
} from './frames/frames.ts'
export { Challenge, ClientInfo, ConnectAuth, HelloLimits, ConnectParams, Hello } from './handshake/handshake.ts'
export { Answer, Approval, GrantView, Quorum } from './methods/approvals.ts'
export { AuditOrigin, AuditRecordView, MOST_SHIPPED_LINES } from './methods/audit.ts'
export { Device, PairingRequest } from './methods/devices.ts'
export { type Method, type MethodTable } from './methods/method.ts'
export {
  isMethodName,
  METHODS,
  type MethodName,
  type MethodsOf,
  type ParamsOf,
  type ResultOf,
  type SubscribingMethod,
} from './methods/method-table.ts'
export { readConnectParams, readParams, readMethodResult } from './methods/read-params.ts'
export { Session } from './methods/sessions.ts'
export { StreamGap, StreamPosition } from './methods/subscription.ts'
export { CallResult, Tool } from './methods/tools.ts'
export {
  connectBytes,
  helloBytes,
  SIGNING_DOMAINS,
  type ConnectStatement,
  type HelloStatement,
} from './signing/signed-bytes.ts'
export { CallResultStatus, DecisionReason } from './values/decision.ts'
export { FleetRow, MOST_FLEET_NODES } from './values/fleet-row.ts'
export {
  NodeLabels,
  MOST_RUN_OUTPUT,
  GatewayNode,
  NODE_COMMANDS,
  NodeDescription,
  RunOutcome,
  RunState,
  ToolAnswer,
  type NodeCommand,
} from './values/node.ts'
export { Actor, SessionEvent } from './values/session-event.ts'
export { negotiateVersion, PROTOCOL_VERSIONS, type Negotiation } from './version/negotiate-version.ts'
export { VersionRange } from './version/version-range.ts'

export {
  openApprovalsStore,
  type ApprovalsStore,
  type ApprovalsStoreOptions,
  type StoredApprovals,
} from './approvals-store.ts'
export { openGrantStore, type GrantLimits, type GrantStore, type NewGrant, type StoredGrants } from './grant-store.ts'
export type { GrantUses } from './grant-uses.ts'
export { observeFile } from './observe-file.ts'
export {
  openRequestStore,
  type Answered,
  type NewRequest,
  type RequestStore,
  type RequestStoreOptions,
  type Requested,
  type Use,
} from './request-store.ts'
export { openDesk, type Desk, type DeskOptions, type DeskSurface } from './desk/desk.ts'
export { connectApprovals, type ApprovalsClient, type ConnectOptions } from './socket/connect-approvals.ts'
export type { PeerLimits } from './socket/served-peer.ts'
export { serveApprovals, type ServedApprovals, type ServeOptions } from './socket/serve-approvals.ts'
export { socketToken } from './socket/socket-token.ts'

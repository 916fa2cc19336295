export {
  openApprovalsStore,
  type ApprovalsStore,
  type ApprovalsStoreOptions,
  type StoredApprovals,
} from './approvals-store.ts'
export { openGrantStore, type GrantStore, type NewGrant, type StoredGrants } from './grant-store.ts'
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

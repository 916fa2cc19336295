import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

/**
 * - `APPROVALS_INVALID`: the document is no JSON, of another version, or holds what does not belong there;
 * - `APPROVALS_UNTRUSTED`: a file or folder is a link, another user's, or open to others;
 * - `APPROVALS_IO`: the system refused to read or write;
 * - `APPROVALS_CHANGED`: it is not what it was when it was read; read it again;
 * - `APPROVALS_LOCKED`: another process held the lock for too long;
 * - `APPROVAL_NOT_FOUND`, `APPROVAL_AMBIGUOUS`: no request, or several, have this id;
 * - `APPROVAL_SETTLED`: the request has another answer already, has expired or was cancelled;
 * - `APPROVAL_OWN`: nobody allows what they, or their agent, asked for;
 * - `APPROVAL_GROUP`: the request is for a group that the answerer does not belong to;
 * - `APPROVAL_REASON`: a person who allows this request says why;
 * - `APPROVAL_LIMIT`: too many requests of one session, or one that is too large;
 * - `APPROVALS_SOCKET_PATH`: the path of the socket is too long for the system, or not absolute;
 * - `APPROVALS_SOCKET_BUSY`: another process serves it; `APPROVALS_SOCKET_ABSENT`: none does;
 * - `APPROVALS_SOCKET_REFUSED`: the other side did not prove who it is, or refused this one.
 */
export type ApprovalsErrorCode =
  | 'APPROVALS_INVALID'
  | 'APPROVALS_UNTRUSTED'
  | 'APPROVALS_IO'
  | 'APPROVALS_CHANGED'
  | 'APPROVALS_LOCKED'
  | 'APPROVAL_NOT_FOUND'
  | 'APPROVAL_AMBIGUOUS'
  | 'APPROVAL_SETTLED'
  | 'APPROVAL_OWN'
  | 'APPROVAL_GROUP'
  | 'APPROVAL_REASON'
  | 'APPROVAL_LIMIT'
  | 'APPROVALS_SOCKET_PATH'
  | 'APPROVALS_SOCKET_BUSY'
  | 'APPROVALS_SOCKET_ABSENT'
  | 'APPROVALS_SOCKET_REFUSED'

/** Thrown when the document or a request cannot be read, changed or answered; nothing becomes allowed by it. */
export class ApprovalsError extends PoundlockError<ApprovalsErrorCode> {
  override readonly name = 'ApprovalsError'
  declare readonly remedy: string

  constructor(message: string, options: PoundlockErrorOptions<ApprovalsErrorCode> & { readonly remedy: string }) {
    super(message, options)
  }
}

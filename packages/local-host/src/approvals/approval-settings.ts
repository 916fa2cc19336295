import type { ConfigDocument, ConfigSource } from '@poundlock/config'

/** `approvals` of `poundlock.json`. */
export type ApprovalSettings = NonNullable<ConfigDocument['approvals']>

/**
 * Where requests go and who may answer: as the user says, or else the organisation. A file that came with a repository
 * has no say: it would choose who approves it.
 */
export function approvalSettings(sources: readonly ConfigSource[]): ApprovalSettings {
  const own = sources.filter(({ kind }) => kind !== 'workspace').map(({ document }) => document.approvals ?? {})
  return Object.assign({}, ...own) as ApprovalSettings
}

import { ConfigError } from '../config-error.ts'
import type { ConfigSource } from '../config-source.ts'
import { pointerKeys } from '../document/source-text.ts'
import { resolveConfig, type ResolvedConfig } from '../resolve-config.ts'
import type { ConfigDocument } from '../schema.ts'
import { findApprovalSettings } from './approval-settings.ts'
import type { Ineffective, IneffectiveSetting } from './ineffective-setting.ts'
import { findOwnerSettings } from './owner-settings.ts'
import { findWorkspaceSettings } from './workspace-settings.ts'

/**
 * Finds settings that have no effect in the combination of all files.
 *
 * @param resolved the same sources, combined for every agent
 */
export function findIneffectiveSettings(
  sources: readonly ConfigSource[],
  resolved: ResolvedConfig,
): readonly IneffectiveSetting[] {
  const owners = sources.filter(({ kind }) => kind !== 'workspace')
  const together = {
    resolved,
    resolvedFor: (agent: string) => resolveConfig(sources, agent, { backend: resolved.sandbox.backend }),
    documents: sources.map(({ document }) => document),
  }
  const approvals = Object.assign({}, ...owners.map(({ document }) => document.approvals)) as NonNullable<
    ConfigDocument['approvals']
  >
  return sources.flatMap(({ kind, document, source, trusted }) => {
    const found: readonly Ineffective[] =
      kind === 'workspace'
        ? findWorkspaceSettings(document, trusted === true)
        : [...findOwnerSettings(document, together), ...findApprovalSettings(document.approvals ?? {}, approvals)]
    return found.map(({ pointer, message, refused = false }) => ({
      key: pointerKeys(pointer).join('.'),
      pointer,
      file: source.file,
      origin: source.locate(pointer),
      message,
      refused,
    }))
  })
}

/**
 * Refuses files with settings that their owners rely on and that change nothing.
 *
 * @throws ConfigError `CONFIG_INVALID`
 */
export function refuseIneffective(sources: readonly ConfigSource[], resolved: ResolvedConfig): void {
  const refused = findIneffectiveSettings(sources, resolved).filter((setting) => setting.refused)
  const [first] = refused
  if (first === undefined) return
  const issues = refused.flatMap(({ file, pointer, key, message }) => {
    const source = sources.find((one) => one.source.file === file)?.source
    return source && file === first.file
      ? [{ ...source.position(pointer), pointer, problem: message, message: `${key}: ${message}` }]
      : []
  })
  throw ConfigError.invalid(first.file, issues)
}

import { lstatSync } from 'node:fs'
import { checkDocument, parseApprovals, resolveApprovals, type ApprovalsDocument } from '@poundlock/approvals'
import { openApprovalsStore } from '@poundlock/approvals/node'
import type { HostApprovals } from '@poundlock/policy'
import { readOwnFile } from '../state/own-file.ts'

/**
 * Reads the document that the owner of a host keeps; `null` when there is none.
 *
 * @param options.vouchedFor when the user has named the file
 * @param options.skills the programs of trusted skills, looked up where the document lets them through
 * @throws ApprovalsError, StateError when it cannot be read or is not only the owner's; nothing may run then
 */
export function readApprovals(
  file: string,
  agent: string,
  options: { readonly vouchedFor: boolean; readonly skills?: () => readonly string[] },
): HostApprovals | null {
  if (options.vouchedFor) {
    const named = parseApprovals(readOwnFile(file, options) ?? '', file, { isProposal: true })
    return hostApprovals(named, agent, file, options.skills)
  }
  // Most hosts have none: then nothing of the store is loaded.
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return null
  const { document, hash } = openApprovalsStore(file).read()
  return hash === null ? null : hostApprovals(document, agent, file, options.skills)
}

/**
 * What the owner of this host laid down for an agent, from a document that was read already.
 *
 * @throws ApprovalsError
 */
export function approvalsFor(
  value: unknown,
  agent: string,
  source: string,
  skills?: () => readonly string[],
): HostApprovals {
  return hostApprovals(checkDocument(value, source, { isProposal: true }), agent, source, skills)
}

/**
 * What an approvals document says for one agent; with `autoAllowSkills` the programs of trusted skills are on its
 * allowlist too.
 *
 * @param skills paths, or patterns of paths
 */
function hostApprovals(
  document: ApprovalsDocument,
  agent: string,
  source: string,
  skills: () => readonly string[] = () => [],
): HostApprovals {
  const { security, ask, askFallback, autoAllowSkills, allowlist } = resolveApprovals(document, agent)
  return {
    source,
    ...(security && { security: security.value }),
    ...(ask && { ask: ask.value }),
    ...(askFallback && { askFallback: askFallback.value }),
    allowlist: [
      ...allowlist.flatMap(({ value }) =>
        value.map(({ pattern, args }) => ({ command: pattern, ...(args !== undefined && { args }) })),
      ),
      ...(autoAllowSkills?.value === true ? skills().map((command) => ({ command })) : []),
    ],
  }
}

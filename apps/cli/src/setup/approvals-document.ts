import type { HostApprovals } from '@poundlock/policy'
import { createValidator } from '@poundlock/spec'
import { UsageError } from '../usage-error.ts'
import { ApprovalsDocument } from './approvals-schema.ts'
import { readOwnFile } from './own-file.ts'

const validate = createValidator(ApprovalsDocument)

/**
 * Reads the document that the owner of a host keeps; `null` when there is none.
 *
 * @param options.vouchedFor when the user has named the file
 * @param options.skills the programs of trusted skills, looked up where the document lets them through
 */
export function readApprovals(
  file: string,
  agent: string,
  options: { readonly vouchedFor: boolean; readonly skills?: () => readonly string[] },
): HostApprovals | null {
  const text = readOwnFile(file, options)
  if (text === null) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`, 'Mend the file; until then nothing runs.')
  }
  return approvalsFor(value, agent, file, options.skills)
}

/**
 * What an approvals document says for one agent: its own values over those for `*` over the defaults; the allowlists of
 * both add up, and with `autoAllowSkills` the programs of trusted skills are on it too.
 *
 * @param skills paths, or patterns of paths
 */
export function approvalsFor(
  value: unknown,
  agent: string,
  source: string,
  skills: () => readonly string[] = () => [],
): HostApprovals {
  const issues = validate(value)
  if (issues.length > 0) {
    throw new UsageError(
      issues.map((issue) => `${source}: ${issue.pointer.slice(1) || 'the document'}: ${issue.message}`).join('\n'),
      'Mend the document; until then nothing runs.',
    )
  }
  const document = value as ApprovalsDocument
  const own = document.agents && Object.hasOwn(document.agents, agent) ? document.agents[agent] : undefined
  const all = document.agents && Object.hasOwn(document.agents, '*') ? document.agents['*'] : undefined
  const { security, ask, askFallback, autoAllowSkills } = { ...document.defaults, ...all, ...own }
  return {
    source,
    ...(security && { security }),
    ...(ask && { ask }),
    ...(askFallback && { askFallback }),
    allowlist: [
      ...[...(all?.allowlist ?? []), ...(own?.allowlist ?? [])].map(({ pattern, args }) => ({
        command: pattern,
        ...(args !== undefined && { args }),
      })),
      ...(autoAllowSkills === true ? skills().map((command) => ({ command })) : []),
    ],
  }
}

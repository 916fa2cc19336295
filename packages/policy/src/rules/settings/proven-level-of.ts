import type { PermissionMode } from '@poundlock/spec'
import type { ExecSettings, Setting } from '../../model/decision.ts'
import { type PolicyLayer, PROVEN_LEVELS, type ProvenLevel } from '../../model/layer.ts'

/** What each mode lets pass without a rule at most. */
const BY_MODE: Readonly<Record<PermissionMode, ProvenLevel>> = {
  'read-only': 'read',
  'workspace-write': 'write',
  'danger-full-access': 'write',
  allow: 'write',
  prompt: 'off',
}

const stricterLevel = (one: ProvenLevel, other: ProvenLevel): ProvenLevel =>
  PROVEN_LEVELS.indexOf(one) < PROVEN_LEVELS.indexOf(other) ? one : other

/**
 * The latest level of the layers that may loosen, tightened by all others and by every mode in force. `off` where no
 * layer has one.
 */
export function provenLevelOf(layers: readonly PolicyLayer[], modes: readonly Setting<PermissionMode>[]): ProvenLevel {
  let level: ProvenLevel = 'off'
  for (const { exec, mayLoosen } of layers) if (mayLoosen && exec?.proven !== undefined) level = exec.proven
  for (const { exec, mayLoosen } of layers) {
    if (!mayLoosen && exec?.proven !== undefined) level = stricterLevel(level, exec.proven)
  }
  for (const { value } of modes) level = stricterLevel(level, BY_MODE[value])
  return level
}

/**
 * The level for one call. It stands for a rule of an allowlist where a miss is asked about: who wants each miss refused or
 * each call shown gets that, and on a node only the node sees what a line would touch.
 */
export const levelFor = (level: ProvenLevel, { host, security, ask }: ExecSettings): ProvenLevel =>
  host.value === 'gateway' && security.value === 'allowlist' && ask.value === 'on-miss' ? level : 'off'

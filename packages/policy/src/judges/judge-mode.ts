import { PERMISSION_TABLE, type PermissionMode, type RequiredPermission } from '@poundlock/spec/vocabulary'
import type { Setting, TraceStep } from '../decision.ts'
import { answer } from './answer.ts'

/** Holds the permission that a call needs against every mode in force; the texts are stable. */
export function judgeMode(
  modes: readonly Setting<PermissionMode>[],
  tool: string,
  required: RequiredPermission,
  covered: boolean,
): readonly TraceStep[] {
  return modes.map(({ value: mode, origin }) => {
    const from = { source: origin }
    const row = PERMISSION_TABLE[mode]
    const decision = Object.hasOwn(row, required) ? row[required] : 'deny'
    if (decision === 'allow') {
      return answer('mode', 'allow', 'MODE_ALLOW', `mode ${mode} allows what needs ${required} permission`, from)
    }
    if (decision === 'deny') {
      return answer(
        'mode',
        'deny',
        'MODE_DENY',
        `tool '${tool}' requires ${required} permission; current mode is ${mode}`,
        from,
      )
    }
    // Consent given in advance answers this one `ask`; `prompt` exists to be asked.
    if (mode === 'workspace-write' && covered) {
      return answer(
        'mode',
        'allow',
        'MODE_CONSENT',
        'allow rules that cover the whole line stand for the approval',
        from,
      )
    }
    return answer(
      'mode',
      'ask',
      'MODE_ASK',
      `tool '${tool}' requires approval to escalate from ${mode} to ${required}`,
      from,
    )
  })
}

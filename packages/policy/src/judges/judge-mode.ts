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
  return modes.map((mode) => judgeOne(mode, tool, required, covered))
}

function judgeOne(
  { value: mode, origin }: Setting<PermissionMode>,
  tool: string,
  required: RequiredPermission,
  covered: boolean,
): TraceStep {
  const row = PERMISSION_TABLE[mode]
  const from = { source: origin }
  switch (Object.hasOwn(row, required) ? row[required] : 'deny') {
    case 'allow':
      return answer('mode', 'allow', 'MODE_ALLOW', `mode ${mode} allows what needs ${required} permission`, from)
    case 'deny': {
      const message = `tool '${tool}' requires ${required} permission; current mode is ${mode}`
      return answer('mode', 'deny', 'MODE_DENY', message, from)
    }
    case 'ask': {
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
      const message = `tool '${tool}' requires approval to escalate from ${mode} to ${required}`
      return answer('mode', 'ask', 'MODE_ASK', message, from)
    }
  }
}

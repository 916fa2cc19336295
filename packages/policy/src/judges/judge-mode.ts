import {
  PERMISSION_TABLE,
  type Decision,
  type PermissionMode,
  type RequiredPermission,
} from '@poundlock/spec/vocabulary'
import type { Setting, TraceStep } from '../decision.ts'
import type { ReasonCode } from '../reason-codes.ts'
import { answer } from './answer.ts'

/** Holds the permission that a call needs against every mode in force; the texts are stable. */
export function judgeMode(
  modes: readonly Setting<PermissionMode>[],
  tool: string,
  required: RequiredPermission,
  covered: boolean,
): readonly TraceStep[] {
  return modes.map(({ value: mode, origin }) => {
    const row = PERMISSION_TABLE[mode]
    const say = (decision: Decision, code: ReasonCode, message: string) =>
      answer('mode', decision, code, message, { source: origin })
    switch (Object.hasOwn(row, required) ? row[required] : 'deny') {
      case 'allow':
        return say('allow', 'MODE_ALLOW', `mode ${mode} allows what needs ${required} permission`)
      case 'deny':
        return say('deny', 'MODE_DENY', `tool '${tool}' requires ${required} permission; current mode is ${mode}`)
      case 'ask':
        // Consent given in advance answers this one `ask`; `prompt` exists to be asked.
        return mode === 'workspace-write' && covered
          ? say('allow', 'MODE_CONSENT', 'allow rules that cover the whole line stand for the approval')
          : say('ask', 'MODE_ASK', `tool '${tool}' requires approval to escalate from ${mode} to ${required}`)
    }
  })
}

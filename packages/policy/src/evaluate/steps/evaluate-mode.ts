import { PERMISSION_TABLE, type PermissionMode, type RequiredPermission } from '@poundlock/spec'
import type { Setting, TraceStep } from '../../model/decision.ts'
import { answer } from '../../model/trace-step.ts'

/** What is known of a call when the modes are compared with it. */
export interface ModeQuestion {
  readonly tool: string
  readonly required: RequiredPermission
  /** True when allow rules cover the whole line. */
  readonly covered: boolean
  /** True when the session is elevated to full, and the owner of the host asks for no approval. */
  readonly consent?: boolean
}

/** Compares the permission that a call needs with every mode in force; the texts are stable. */
export function evaluateMode(modes: readonly Setting<PermissionMode>[], question: ModeQuestion): readonly TraceStep[] {
  return modes.map((mode) => evaluateOne(mode, question))
}

function evaluateOne(
  { value: mode, origin }: Setting<PermissionMode>,
  { tool, required, covered, consent = false }: ModeQuestion,
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
      if (mode !== 'prompt' && consent) {
        return answer('mode', 'allow', 'ELEVATED_CONSENT', 'the session is elevated to full', from)
      }
      const message = `tool '${tool}' requires approval to escalate from ${mode} to ${required}`
      return answer('mode', 'ask', 'MODE_ASK', message, from)
    }
  }
}

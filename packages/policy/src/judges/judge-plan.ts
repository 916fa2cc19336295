import { visibleText } from '@poundlock/spec/vocabulary'
import { ownCommand } from '../commands/own-command.ts'
import type { TraceStep } from '../decision.ts'
import { UNREADABLE } from '../line-judge.ts'
import type { CommandPlan } from '../request.ts'
import { answer } from './answer.ts'
import { findRemoteCode } from './remote-code.ts'

/**
 * Characters that make a line look like another one: bidirectional controls, fillers that look like blanks, further
 * ends of lines and controls, invisible ones that no script needs (CVE-2021-42574, "Trojan Source"). Joiners stay: emoji are made of them.
 */
const HIDING =
  /[\u0080-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0001}-\u{E007F}]|\u034F|[\u17B4\u17B5]|[\u{E0100}-\u{E01EF}]/u

/** What people write where they are asked: an agent that runs it wants to answer for them. */
const CONTROL = /^\/(?:approve|exec|elevated|elev)$/i

function firstOwn(commands: CommandPlan['commands']): string | null {
  for (const command of commands) {
    const own = ownCommand(command)
    if (own !== null) return own
  }
  return null
}

/** Adds whether the line can be read, and whether it would run what the network sends. */
export function judgePlan(plan: CommandPlan, contained: boolean, steps: TraceStep[]): void {
  if (plan.refusal) steps.push(answer('plan', 'ask', 'COMMAND_REFUSED', `${UNREADABLE}: ${plan.refusal.message}`))
  const control = plan.commands.find(({ argv }) => CONTROL.test(argv[0] ?? ''))
  if (control) {
    const message = `${visibleText(control.argv[0]!)} is for people, who give it where they are asked; no command stands for their answer`
    steps.push(answer('plan', 'deny', 'COMMAND_CONTROL', message))
  }
  const own = firstOwn(plan.commands)
  if (own !== null) {
    const message = `${visibleText(own)} changes what is allowed, or answers for a person; people do that, and no call does`
    steps.push(answer('plan', 'deny', 'COMMAND_CONTROL', message))
  }
  if (plan.refusal) return
  const hidden = HIDING.exec(plan.text)
  if (hidden) {
    const message = `the line holds ${visibleText(hidden[0])}, which hides or reorders what a person would read`
    steps.push(answer('plan', 'ask', 'COMMAND_HIDDEN', message))
  }
  if (!plan.complete || plan.commands.some((command) => command.name === null)) {
    const why = plan.unresolved.length === 0 ? 'a command is only known when the line runs' : plan.unresolved.join('; ')
    // Contained, it can do no more than any other command in there.
    steps.push(
      answer(
        'plan',
        contained || plan.onlyScripts === true ? 'allow' : 'ask',
        'COMMAND_UNRESOLVED',
        `not all is known before it runs: ${why}`,
      ),
    )
  } else steps.push(answer('plan', 'allow', 'COMMAND_RESOLVED', 'everything that the line runs is known'))
  const remote = findRemoteCode(plan)
  if (remote) {
    steps.push(
      answer(
        'plan',
        'ask',
        'REMOTE_CODE',
        `${remote.interpreter} would run what ${remote.client} fetches from the network, unseen`,
      ),
    )
  }
}

import { visibleText } from '@poundlock/spec'
import type { CommandPlan } from '../../model/command-plan.ts'
import type { TraceStep } from '../../model/decision.ts'
import { answer } from '../../model/trace-step.ts'
import { ownLine } from '../../rules/programs/own-command.ts'
import { UNREADABLE } from './line-evaluator.ts'
import { findRemoteCode } from './remote-code.ts'

/**
 * Characters that make a line look like another one: bidirectional controls, fillers that look like blanks, further
 * ends of lines and controls, invisible ones that no script needs (CVE-2021-42574, "Trojan Source"). Joiners stay: emoji are made of them.
 */
const HIDING =
  /[\u0080-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0001}-\u{E007F}]|\u034F|[\u17B4\u17B5]|[\u{E0100}-\u{E01EF}]/u

/** What people write to answer a request: an agent that runs it wants to answer for them. */
const CONTROL = /^\/(?:approve|exec|elevated|elev)$/i

/** Adds whether the line can be read, and whether it would run what the network sends. */
export function evaluatePlan(plan: CommandPlan, contained: boolean, steps: TraceStep[]): void {
  const { refusal } = plan
  if (refusal?.rejected === true) {
    steps.push(answer('plan', 'deny', 'COMMAND_INVALID', `the shell refuses the command line: ${refusal.message}`))
  } else if (refusal) steps.push(answer('plan', 'ask', 'COMMAND_REFUSED', `${UNREADABLE}: ${refusal.message}`))
  const control = plan.commands.find(({ argv }) => CONTROL.test(argv[0] ?? ''))
  if (control) {
    const message = `${visibleText(control.argv[0]!)} is a directive for people: a command cannot give it`
    steps.push(answer('plan', 'deny', 'COMMAND_CONTROL', message))
  }
  const own = ownLine(plan.commands)
  if (own !== null) {
    const message = `${visibleText(own)} changes what is allowed, or answers for a person: only a person can do that`
    steps.push(answer('plan', 'deny', 'COMMAND_CONTROL', message))
  }
  if (plan.refusal) return
  const hidden = HIDING.exec(plan.text)
  if (hidden) {
    const message = `the line contains ${visibleText(hidden[0])}, which hides or reorders what a person reads`
    steps.push(answer('plan', 'ask', 'COMMAND_HIDDEN', message))
  }
  if (!plan.complete || plan.commands.some((command) => command.name === null)) {
    const why = plan.unresolved.length === 0 ? 'a command is only known at run time' : plan.unresolved.join('; ')
    // Contained, it can do no more than any other command in there.
    steps.push(
      answer(
        'plan',
        contained || plan.onlyScripts === true ? 'allow' : 'ask',
        'COMMAND_UNRESOLVED',
        `a part of the line is only known at run time: ${why}`,
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
        `${remote.interpreter} would run what ${remote.client} fetches from the network, unreviewed`,
      ),
    )
  }
}

import type { ApprovalRecord } from '@poundlock/approvals'
import { redactSecrets, visibleText } from '@poundlock/spec'

/** What the service worker of the control page reads. */
export interface PushContent {
  /** How many requests wait; 0 takes the notice back. */
  readonly waiting: number
  /** As operators call the gateway. */
  readonly gateway: string
  /** The request, where one waits: the card that the notice opens. */
  readonly id?: string
  /** Its command, with escapes for what cannot be seen. */
  readonly text?: string
}

const MOST_CHARACTERS = 300
const FIRST_CHARACTERS = new RegExp(`^.{${MOST_CHARACTERS}}(?=.)`, 'su')

/** @param withCommands whether a command may stand in it */
export function pushContent(gateway: string, waiting: readonly ApprovalRecord[], withCommands: boolean): PushContent {
  const [only] = waiting.length === 1 ? waiting : []
  return {
    waiting: waiting.length,
    gateway,
    ...(only && { id: only.request.id }),
    ...(only && withCommands && { text: cut(visibleText(redactSecrets(only.request.binding.text))) }),
  }
}

function cut(text: string): string {
  const [first] = FIRST_CHARACTERS.exec(text) ?? []
  return first === undefined ? text : `${first}…`
}

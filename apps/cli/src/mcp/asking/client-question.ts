import type { ApprovalRequest } from '@poundlock/approvals'
import type { ClientQuestion } from '@poundlock/mcp'
import type { CallToApprove } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import type { TextRoom } from './client-screens.ts'
import { markedText, survivesMarkup } from './shown-text.ts'
import { rowsOf } from './text-rows.ts'

/** Longer questions are not put into a form. */
const LONGEST_QUESTION = 8000
/** As much of why it is asked has to be seen beside what runs. */
const SHORTEST_REASON = 20
const CUT = '...'

export const CHOICES = { deny: 'deny', once: 'allow once', always: 'allow always' } as const

type QuestionedCall = Pick<CallToApprove, 'tool' | 'input' | 'command' | 'cwd' | 'environment' | 'always' | 'effect'>
type StoredTexts = Pick<ApprovalRequest, 'reasons' | 'warnings'>

/**
 * The question of a form, for a client with this much room; `null` where the command, its folder and all warnings do
 * not fit: a person must not approve what they cannot see.
 *
 * @param options.home shortens the folder
 */
export function clientQuestion(
  { stored, call }: { readonly stored: StoredTexts; readonly call: QuestionedCall },
  { room, home }: { readonly room: TextRoom; readonly home: string },
): ClientQuestion | null {
  // The effect of a try does not fit into a form.
  if (call.effect !== undefined) return null
  const { layout } = room
  const always = call.always.map((covers) => `"${CHOICES.always}" covers: ${visibleText(covers)}`)
  const reasons = stored.reasons.map((reason) => `because: ${visibleText(reason)}`)
  const notes = stored.warnings.map((warning) => `note: ${visibleText(warning)}`)
  const partsOf = (joined: boolean) => [
    `Allow ${visibleText(call.tool)} in ${shortFolder(call.cwd, home)}?`,
    markedText(joined ? onOneLine(call) : call.command, { layout, joined }),
    ...Object.entries(call.environment).map(
      ([name, value]) => `with ${markedText(`${name}=${value}`, { layout, joined: true })}`,
    ),
    ...notes,
  ]
  const whole = [...partsOf(false), ...reasons, ...always].join('\n')
  if (fits(whole, room)) return question(whole, always.length > 0)
  // Without most reasons, and without "always": a grant has to be shown as well.
  const [reason = ''] = reasons
  for (const [parts, between] of [
    [partsOf(false), '\n'],
    [partsOf(true), '\n'],
    [partsOf(true), ' '],
  ] as const) {
    const messageWith = (cut: string) => [...parts, cut].filter((part) => part !== '').join(between)
    if (!fits(messageWith(reason.slice(0, SHORTEST_REASON)), room)) continue
    return question(longest(reason, messageWith, room), false)
  }
  return null
}

const question = (message: string, offersAlways: boolean): ClientQuestion => ({
  message,
  title: 'Decision',
  choices: [CHOICES.deny, CHOICES.once, ...(offersAlways ? [CHOICES.always] : [])],
})

/** Blanks between the values of an input are ours; those of a command line are not. */
function onOneLine({ tool, input, command }: Pick<QuestionedCall, 'tool' | 'input' | 'command'>): string {
  return command === `${tool} ${JSON.stringify(input, null, 1)}` ? `${tool} ${JSON.stringify(input)}` : command
}

/** With as much of a reason as fits. */
function longest(reason: string, messageWith: (cut: string) => string, room: TextRoom): string {
  const whole = messageWith(reason)
  if (fits(whole, room)) return whole
  let length = reason.length - CUT.length
  while (length > SHORTEST_REASON && !fits(messageWith(reason.slice(0, length) + CUT), room)) length -= 1
  return messageWith(length > SHORTEST_REASON ? reason.slice(0, length) + CUT : reason.slice(0, SHORTEST_REASON))
}

function fits(message: string, { layout, rows, columns }: TextRoom): boolean {
  if (message.length > LONGEST_QUESTION) return false
  if (layout === 'unknown' && !survivesMarkup(message)) return false
  const taken = Number.isFinite(columns) ? rowsOf(message, columns) : 0
  return taken !== null && taken <= rows
}

const shortFolder = (folder: string, home: string): string =>
  visibleText(folder === home || folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder)

import type { ApprovalDecision, ApprovalRecord, ApprovalRequest, GivenReach, GrantReach } from '@poundlock/approvals'
import { visibleText } from '@poundlock/spec'

/** A request as text: nothing in it can hide or pass for another row. How it is marked up is each channel's. */
export interface RequestText {
  /** `3f2a91c0`. */
  readonly shortId: string
  /** The command, whole, with line feeds and nothing else that cannot be seen. */
  readonly command: string
  readonly agent: string
  /** The reason, and all that an answer is bound to, a line each: text that is not shown cannot be allowed. */
  readonly bound: string
  /** What else there is to say, a line each; it may be cut. */
  readonly notes: string
}

const SHORT_ID = 8
const MAX_NOTE = 500
const MAX_NOTES = 16

/** What people are shown in a chat. */
export function requestText(request: ApprovalRequest): RequestText {
  const { binding, id, reasons, warnings, sets, grantCovers, security, expiresAt } = request
  // The effect comes first, and is never cut.
  const [first, ...others] = reasons
  const bound: readonly (readonly [string, string])[] = [
    ...(first === undefined ? [] : [['because', first] as const]),
    ['id', id],
    ['folder', binding.cwd.path],
    ['agent', binding.agent],
    ['session', binding.session],
    ['host', `${binding.host}, security ${security}`],
    ...binding.executables.map(({ path }) => ['runs', path] as const),
    ...(sets.length > 0 ? [['sets', sets.join(', ')] as const] : []),
    ...(grantCovers ?? []).map((part) => ['always covers', part] as const),
    ['until', `${new Date(expiresAt).toISOString().slice(0, 19).replace('T', ' ')} UTC`],
  ]
  const notes = [...warnings.map((text) => `note: ${text}`), ...others.map((text) => `because: ${text}`)]
  return {
    shortId: id.slice(0, SHORT_ID),
    command: binding.text
      .split('\n')
      .map((line) => visibleText(line))
      .join('\n'),
    agent: oneLine(binding.agent),
    bound: bound.map(([name, value]) => `${name}: ${visibleText(value)}`).join('\n'),
    notes: notes
      .slice(0, MAX_NOTES)
      .map((note) => oneLine(note))
      .join('\n'),
  }
}

function oneLine(value: string): string {
  const text = visibleText(value)
  return text.length > MAX_NOTE ? `${text.slice(0, MAX_NOTE)}…` : text
}

/** What became of a request. */
export function settledLine({ request, answer, cancelledAt }: ApprovalRecord): string {
  const id = request.id.slice(0, SHORT_ID)
  if (!answer) return `Request ${id}: ${cancelledAt === undefined ? 'no answer in time' : 'taken back'}.`
  const reason = answer.reason === undefined ? '' : `, ${oneLine(answer.reason)}`
  return `Request ${id}: ${answer.decision}${limitsText(answer.limits)}, answered by ${oneLine(`${answer.surface}:${answer.by}`)}${reason}.`
}

export function limitsText({ scope, maxUses, expiresAt, thisSession }: GrantReach = {}): string {
  const parts = [
    ...(scope === undefined ? [] : [scope]),
    ...(thisSession === true ? ['session'] : []),
    ...(maxUses === undefined ? [] : [`uses=${maxUses}`]),
    ...(expiresAt === undefined
      ? []
      : [`until ${new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

interface Button {
  readonly name: string
  readonly label: string
  readonly decision: ApprovalDecision
  readonly reach?: GivenReach
}

const DAY_MS = 24 * 60 * 60_000

const BUTTONS: readonly Button[] = [
  { name: 'allow-once', label: 'Allow once', decision: 'allow-once' },
  { name: 'allow-day', label: 'Always, for a day', decision: 'allow-always', reach: { lastsMs: DAY_MS } },
  { name: 'allow-always', label: 'Always allow', decision: 'allow-always' },
  { name: 'deny', label: 'Deny', decision: 'deny' },
]

/**
 * The buttons of a request, in order. The value names the request and the answer in 64 bytes, the limit of some
 * services.
 *
 * @param whole whether the message shows all that an answer is bound to; otherwise it can only be denied
 */
export const buttonsOf = (request: ApprovalRequest, whole: boolean): readonly (Button & { readonly value: string })[] =>
  BUTTONS.filter(({ decision }) => request.decisions.includes(decision) && (whole || decision === 'deny')).map(
    (button) => ({ ...button, value: `${button.name}:${request.id}` }),
  )

/** The request and the answer of a button; `null` for a button that is not ours. */
export function readButton(
  value: unknown,
): { readonly decision: ApprovalDecision; readonly id: string; readonly reach?: GivenReach } | null {
  const [, name, id] = (typeof value === 'string' && /^([a-z-]+):([0-9a-f]{32})$/.exec(value)) || []
  const button = BUTTONS.find((one) => one.name === name)
  return button ? { decision: button.decision, id: id!, ...(button.reach && { reach: button.reach }) } : null
}

/** Cuts a text into pieces of a length, between characters, if possible at line feeds. */
export function pieces(text: string, length: number): readonly string[] {
  const found: string[] = []
  let rest = text
  while (rest.length > length) {
    const line = rest.lastIndexOf('\n', length)
    let end = line > length / 2 ? line + 1 : length
    // Not through a character of two units.
    if (/[\uD800-\uDBFF]$/.test(rest.slice(0, end))) end--
    found.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...found, rest]
}

/** Shown instead of buttons where a message cannot hold the whole text. */
export const TOO_LONG = 'It is too long to be shown here whole, so it can only be denied here. Answer it on its host:'

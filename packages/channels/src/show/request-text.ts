import type { ApprovalRecord, ApprovalRequest } from '@poundlock/approvals'
import { visibleText } from '@poundlock/spec'

/** A request as rows of text: nothing in it can hide or pass for another row. How it is marked up is each channel's. */
export interface RequestText {
  /** `3f2a91c0`. */
  readonly shortId: string
  /** The command, whole, with line feeds and nothing else that cannot be seen. */
  readonly command: string
  /** What an answer holds for: name and value, one line each. */
  readonly rows: readonly (readonly [name: string, value: string])[]
}

const SHORT_ID = 8
const MAX_ROW = 500
const MAX_ROWS = 24

/** What people are shown in a chat. */
export function requestText(request: ApprovalRequest): RequestText {
  const { binding, id, reasons, warnings, sets, grantCovers, security, expiresAt } = request
  const rows: readonly (readonly [string, string])[] = [
    ['id', id],
    ['folder', binding.cwd.path],
    ['agent', binding.agent],
    ['session', binding.session],
    ['host', `${binding.host}, security ${security}`],
    ...binding.executables.map(({ path }) => ['runs', path] as const),
    ...(sets.length > 0 ? [['sets', sets.join(', ')] as const] : []),
    ...reasons.map((reason) => ['because', reason] as const),
    ...warnings.map((warning) => ['note', warning] as const),
    ...(grantCovers === undefined ? [] : [['always covers', grantCovers] as const]),
    ['until', `${new Date(expiresAt).toISOString().slice(0, 19).replace('T', ' ')} UTC`],
  ]
  return {
    shortId: id.slice(0, SHORT_ID),
    command: binding.text
      .split('\n')
      .map((line) => visibleText(line))
      .join('\n'),
    rows: rows.slice(0, MAX_ROWS).map(([name, value]) => [name, oneLine(value)] as const),
  }
}

function oneLine(value: string): string {
  const text = visibleText(value)
  return text.length > MAX_ROW ? `${text.slice(0, MAX_ROW)}…` : text
}

/** What became of a request. */
export function settledLine({ request, answer, cancelledAt }: ApprovalRecord): string {
  const id = request.id.slice(0, SHORT_ID)
  if (!answer) return `Request ${id}: ${cancelledAt === undefined ? 'nobody answered in time' : 'taken back'}.`
  const reason = answer.reason === undefined ? '' : `, ${oneLine(answer.reason)}`
  return `Request ${id}: ${answer.decision}, answered by ${oneLine(`${answer.surface}:${answer.by}`)}${reason}.`
}

/** The buttons of a request, in their order. */
export const BUTTONS = [
  ['allow-once', 'Allow once'],
  ['allow-always', 'Always allow'],
  ['deny', 'Deny'],
] as const

/** Names a request and an answer in 64 bytes, for the services that keep no more. */
export const buttonValue = (decision: string, id: string): string => `${decision}:${id}`

/** The same back; `null` for what is none of ours. */
export function readButton(
  value: unknown,
): { readonly decision: 'allow-once' | 'allow-always' | 'deny'; readonly id: string } | null {
  const match = typeof value === 'string' ? /^(allow-once|allow-always|deny):([0-9a-f]{32})$/.exec(value) : null
  return match ? { decision: match[1] as 'deny', id: match[2]! } : null
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

/** Said instead of buttons where a message cannot hold the whole text: nobody approves what they were not shown. */
export const TOO_LONG = 'It is too long to be shown here whole, so it can only be denied here. Answer it on its host:'

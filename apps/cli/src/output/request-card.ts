import type { ApprovalRecord, ApprovalRequest } from '@poundlock/approvals'
import { visibleText } from '@poundlock/spec'
import { paint } from './print.ts'

/** The shown length of an id: enough to be distinct, and to be typed. */
export const SHORT_ID = 8

/** A request for a person, complete: no part of it can be hidden, and none of its lines can look like one of ours. */
export function requestCard(
  request: ApprovalRequest,
  now: number,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  const { bold, dim, decisions } = paint(stream)
  const { binding, id, reasons, warnings, sets, grantCovers } = request
  const command = visibleText(binding.text, { newlines: 'keep' }).replaceAll('\n', '\n  │ ')
  const row = (name: string, value: string) => `  ${dim(name.padEnd(8))} ${value}`
  const lines = [
    `${decisions.ask('ask')}  ${bold(id.slice(0, SHORT_ID))}  ${bold(command)}`,
    ...reasons.map((reason) => row('because', visibleText(reason))),
    row('in', visibleText(binding.cwd.path)),
    row('for', `agent ${visibleText(binding.agent)}, session ${visibleText(binding.session)}, on ${binding.host}`),
    ...binding.executables.map(({ path }) => row('runs', visibleText(path))),
    ...(sets.length > 0 ? [row('sets', sets.map((name) => visibleText(name)).join(', '))] : []),
    ...warnings.map((warning) => row('note', visibleText(warning))),
    ...(grantCovers ?? []).map((part) => row('always', visibleText(part))),
    row('until', `${new Date(request.expiresAt).toISOString().slice(11, 19)} UTC, ${minutesLeft(request, now)}`),
  ]
  return lines.join('\n')
}

/** One line of a list. */
export function requestLine({ binding, id, createdAt, reasons }: ApprovalRequest, now: number): string {
  const { bold, dim } = paint()
  const age = `${Math.max(0, Math.round((now - createdAt) / 1000))} s ago`
  const where = `agent ${visibleText(binding.agent)} in ${visibleText(binding.cwd.path)}, ${age}`
  const why = reasons.slice(0, 1).map((reason) => `because ${visibleText(reason)}`)
  const below = [...why, dim(where)].map((line) => `\n${' '.repeat(SHORT_ID)}  ${line}`)
  return `${bold(id.slice(0, SHORT_ID))}  ${visibleText(binding.text)}${below.join('')}`
}

/** What became of a request, in words. */
export function settledText({ answer, cancelledAt }: Pick<ApprovalRecord, 'answer' | 'cancelledAt'>): string {
  if (answer) {
    const reason = answer.reason === undefined ? '' : `: ${visibleText(answer.reason)}`
    return `${answer.decision} by ${visibleText(answer.surface)}:${visibleText(answer.by)}${reason}`
  }
  return cancelledAt === undefined ? 'no answer in time' : 'taken back'
}

function minutesLeft({ expiresAt }: ApprovalRequest, now: number): string {
  const seconds = Math.max(0, Math.round((expiresAt - now) / 1000))
  return seconds < 120 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`
}

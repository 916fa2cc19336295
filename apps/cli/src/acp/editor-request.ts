import { randomUUID } from 'node:crypto'
import { isObject } from '@poundlock/spec'
import { statOrNull, textOrNull } from '@poundlock/state-files/node'
import type { AcpDecision } from './acp-gate.ts'

type Values = Readonly<Record<string, unknown>>

/** For programs; people read the notices in the content. */
export const noticeMeta = ({ decision, notices }: AcpDecision, others: Values = {}) => ({
  _meta: { ...others, poundlock: { decision, notices } },
})

const textContent = (text: string) => ({ type: 'content', content: { type: 'text', text } })

/** The agent's request with the reasons why it needs a person. All that it has itself stays. */
export function withNotices(params: Values, decided: AcpDecision): Values {
  const { toolCall, description, _meta: meta } = params
  const notices = decided.notices.join('\n')
  const content = isObject(toolCall) && Array.isArray(toolCall['content']) ? (toolCall['content'] as unknown[]) : []
  return {
    ...params,
    ...(isObject(toolCall)
      ? { toolCall: { ...toolCall, content: [...content, textContent(notices)] } }
      : { description: typeof description === 'string' ? `${description}\n\n${notices}` : notices }),
    ...noticeMeta(decided, isObject(meta) ? meta : {}),
  }
}

const OPTIONS = [
  { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
] as const

const KINDS: Readonly<Record<string, string>> = {
  'fs/read_text_file': 'read',
  'fs/write_text_file': 'edit',
  'terminal/create': 'execute',
}

/** Our own request about what the editor would do: with the difference where it writes a file. */
export function ownRequest(method: string, params: Values, decided: AcpDecision) {
  const { sessionId, path, content } = params
  const subject = method === 'terminal/create' ? commandOf(params) : typeof path === 'string' ? path : ''
  const diff =
    method === 'fs/write_text_file' && typeof path === 'string' && typeof content === 'string'
      ? [{ type: 'diff', path, oldText: textBefore(path), newText: content }]
      : []
  return {
    sessionId,
    toolCall: {
      toolCallId: `poundlock-${randomUUID()}`,
      title: `${method} ${subject}`,
      kind: KINDS[method] ?? 'other',
      status: 'pending',
      rawInput: params,
      content: [...diff, textContent(decided.notices.join('\n'))],
      ...(typeof path === 'string' && { locations: [{ path }] }),
    },
    options: OPTIONS,
    ...noticeMeta(decided),
  }
}

const commandOf = ({ command, args }: Values) =>
  [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].filter((word) => typeof word === 'string').join(' ')

const LONGEST_SHOWN = 1024 * 1024

/** The agent names the path: a device or a pipe is not read. */
function textBefore(path: string): string | null {
  try {
    const stat = statOrNull(path)
    return stat?.isFile() === true && stat.size <= LONGEST_SHOWN ? textOrNull(path) : null
  } catch {
    return null
  }
}

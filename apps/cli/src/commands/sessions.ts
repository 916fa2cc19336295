import type { SessionEvent } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'
import type { GatewayChoice } from '../gateway/choose-gateway.ts'
import { withGateway, type Roles } from '../gateway/with-gateway.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

export interface SessionsFlags extends GatewayChoice {
  readonly json?: boolean
}

const ROLES: Roles = ['operator', 'agent']
const PAGE = 1000

/** `poundlock sessions list`: the newest first. */
export async function listSessions(
  flags: SessionsFlags & { readonly agent?: string; readonly all?: boolean },
): Promise<void> {
  const { sessions } = await withGateway(
    (gateway) =>
      gateway.request('sessions.list', {
        limit: PAGE,
        ...(flags.all !== true && { state: 'open' as const }),
        ...(flags.agent !== undefined && { agent: flags.agent }),
      }),
    flags,
    ROLES,
  )
  if (flags.json) return printJson({ sessions })
  const { bold, dim } = paint()
  for (const { id, agent, label, state, workspace, running, waiting, changedAt } of sessions) {
    const calls = [...(running > 0 ? [`${running} running`] : []), ...(waiting > 0 ? [`${waiting} waiting`] : [])]
    const name = label === undefined ? '' : `  ${visibleText(label)}`
    await printLine(`${bold(id)}  agent ${visibleText(agent)}${name}  ${calls.join(', ') || state}`)
    await printLine(dim(`    ${visibleText(workspace)}, last event ${new Date(changedAt).toISOString()}`))
  }
  if (sessions.length === 0) await printLine('no sessions')
}

/** `poundlock sessions follow`: the events of a session from a number on, and those that come, until it is aborted. */
export async function followSession(
  session: string,
  flags: SessionsFlags & { readonly after?: string },
): Promise<void> {
  const after = sequenceOf(flags.after ?? '0')
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort())
  await withGateway(
    async (gateway) => {
      const ended = Promise.withResolvers<void>()
      // Where the session cannot be followed at all, subscribing says so.
      ended.promise.catch(() => undefined)
      let printed = Promise.resolve()
      const print = (line: () => Promise<void>) => void (printed = printed.then(line))
      stop.signal.addEventListener('abort', () => ended.resolve(), { once: true })
      await gateway.subscribe(
        'sessions.follow',
        // The numbers of a session never begin anew: its id names them.
        { session, after: { epoch: session, seq: after } },
        {
          onEvent: ({ data }) => {
            print(() => printEvent(data, flags.json === true))
            if (data.kind === 'aborted') ended.resolve()
          },
          onGap: ({ from, to }) =>
            print(() =>
              flags.json ? printJson({ gap: { from, to } }) : printLine(`events ${from} to ${to} are gone`),
            ),
          onEnd: (error) => ended.reject(error),
        },
      )
      void gateway.closed.then((error) => (error ? ended.reject(error) : ended.resolve()))
      await ended.promise
      await printed
    },
    flags,
    ROLES,
  )
}

function sequenceOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`--after ${JSON.stringify(text)} is no number of an event`, {
    remedy: 'For example: --after 12.',
  })
}

async function printEvent(event: SessionEvent, json: boolean): Promise<void> {
  if (json) return printJson(event)
  const { dim } = paint()
  const at = new Date(event.at).toISOString().slice(11, 19)
  const text = visibleText(textOf(event), { newlines: 'keep' }).replaceAll('\n', '\n    ')
  await printLine(`${dim(`${event.seq} ${at}`)}  ${text}`)
}

function textOf(event: SessionEvent): string {
  switch (event.kind) {
    case 'created':
      return `begun by ${event.by.name}`
    case 'message':
      return `${event.by.name}: ${event.text}`
    case 'directive':
      return `${event.by.name}: ${event.text}\n${event.answer}`
    case 'prompt':
      return `${event.by.name} to ${event.model}: ${event.text}`
    case 'agent':
      return agentText(event.event)
    case 'call-requested':
      return `${event.by.name} calls ${event.tool}: ${event.summary}`
    case 'call-decided':
      return `${event.decision}${event.reasons.map(({ message }) => `\n${message}`).join('')}`
    case 'call-waiting':
      return `waits for approval ${event.approval.slice(0, 8)}`
    case 'call-answered':
      return `approval ${event.approval.slice(0, 8)}: ${event.decision}${event.by === undefined ? '' : ` by ${event.by}`}`
    case 'call-started':
      return 'started'
    case 'call-ended':
      return `${event.status}: ${event.message}${event.tail === undefined ? '' : `\n${event.tail}`}`
    case 'aborted':
      return `aborted by ${event.by.name}${event.reason === undefined ? '' : `: ${event.reason}`}`
  }
}

/** What an event of a model that works here says beside those of its calls. */
function agentText(event: { readonly type: string }): string {
  const { type, text, reason, message, error } = event as Record<string, unknown> & { error?: { message?: unknown } }
  const parts = [text, reason, message, error?.message].filter((part) => typeof part === 'string' && part !== '')
  return [type, ...parts].join(': ')
}

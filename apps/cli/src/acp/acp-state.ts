import type { MessageId } from '@poundlock/jsonrpc'
import { isObject } from '@poundlock/spec'

type Values = Readonly<Record<string, unknown>>

/** Tool calls whose updates are kept: a request may name one, and say no more of it. */
const MOST_TOOL_CALLS = 1000

const textAt = (values: Values, key: string): string | null => {
  const value = values[key]
  return typeof value === 'string' ? value : null
}

/** What the messages so far say of the sessions: their folders, and the tool calls under way. */
export class AcpState {
  readonly #starting = new Map<MessageId, { readonly cwd: string; readonly sessionId: string | null }>()
  readonly #folders = new Map<string, string>()
  readonly #toolCalls = new Map<string, Values>()

  /** A request of the editor that may begin a session. */
  requested(id: MessageId, params: Values): void {
    const cwd = textAt(params, 'cwd')
    if (cwd !== null) this.#starting.set(id, { cwd, sessionId: textAt(params, 'sessionId') })
  }

  /** The answer to one; `null` where it failed. */
  answered(id: MessageId, result: unknown): void {
    const starting = this.#starting.get(id)
    if (starting === undefined) return
    this.#starting.delete(id)
    const sessionId = (isObject(result) ? textAt(result, 'sessionId') : null) ?? starting.sessionId
    if (result !== null && sessionId !== null) this.#folders.set(sessionId, starting.cwd)
  }

  /** Notes a `session/update`. */
  updated({ sessionId, update }: Values): void {
    if (!isObject(update) || !/^tool_call(?:_update)?$/.test(String(update['sessionUpdate']))) return
    const key = keyOf(sessionId, update['toolCallId'])
    const merged = { ...this.#toolCalls.get(key), ...withoutNull(update) }
    this.#toolCalls.delete(key)
    if (!/^(?:completed|failed)$/.test(String(merged['status']))) this.#toolCalls.set(key, merged)
    if (this.#toolCalls.size > MOST_TOOL_CALLS) this.#toolCalls.delete(this.#toolCalls.keys().next().value!)
  }

  /** A tool call with what earlier updates said of it. */
  toolCall(sessionId: unknown, toolCall: Values): Values {
    const known = this.#toolCalls.get(keyOf(sessionId, toolCall['toolCallId'])) ?? {}
    const given = withoutNull(toolCall)
    const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
    const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)))
    const [before, input] = [known['rawInput'], given['rawInput']]
    return { ...known, ...filled, ...(isObject(before) && isObject(input) && { rawInput: { ...before, ...input } }) }
  }

  /** The folder of a session; `null` where none was begun under this name. */
  folder(sessionId: unknown): string | null {
    return this.#folders.get(String(sessionId)) ?? null
  }
}

const keyOf = (sessionId: unknown, toolCallId: unknown) => JSON.stringify([sessionId, toolCallId])

const withoutNull = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

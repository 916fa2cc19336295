import { copyPlain } from '../call/copy-plain.ts'
import type { Hook, HookAnswer, HookCall } from './hook.ts'
import { HOOK_TIMEOUT_MS } from './hook.ts'

/** The result of one hook; a hook that fails denies. */
export interface BeforeHookResult {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly reason: string
  /** Absent where the input stays. */
  readonly rewritten?: { readonly input: unknown }
  readonly note?: string
}

/** Asks one hook. It never throws: a hook that breaks, answers nonsense or takes too long has denied. */
export async function askHook(hook: Hook, call: HookCall, given: AbortSignal | undefined): Promise<BeforeHookResult> {
  const looks = hook.run.length > 1
  const stop = looks ? new AbortController() : takeSpare()
  let answer: ReturnType<Hook['run']>
  try {
    const { result } = call
    const payload = { ...call, input: copyPlain(call.input), ...(result && { result: { ...result } }) }
    answer = hook.run(payload, stop.signal)
    // A synchronous answer needs no time limit.
    if (!isThenable(answer)) {
      if (!looks) spare = stop
      return resultOf(answer, hook.event)
    }
  } catch (error) {
    return broke(error)
  }
  const { timeoutMs = HOOK_TIMEOUT_MS } = hook
  let timer: NodeJS.Timeout | undefined
  let giveUp: (() => void) | undefined
  const late = new Promise<BeforeHookResult>((resolve) => {
    const end = (reason: string) => {
      resolve(deny(reason))
      stop.abort(reason)
    }
    timer = setTimeout(() => end(`it did not answer within ${timeoutMs} ms`), timeoutMs)
    giveUp = () => end('the call was given up')
    if (given?.aborted === true) giveUp()
    else given?.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([answerOf(hook, answer), late])
  } finally {
    clearTimeout(timer)
    if (giveUp) given?.removeEventListener('abort', giveUp)
  }
}

/**
 * The controller of the last synchronous hook, which was never aborted; the next one reuses it, since making one takes
 * longer than a quick hook.
 */
let spare: AbortController | null = null

function takeSpare(): AbortController {
  const taken = spare ?? new AbortController()
  spare = null
  return taken
}

const deny = (reason: string): BeforeHookResult => ({ decision: 'deny', reason })

function broke(error: unknown): BeforeHookResult {
  try {
    return deny(`it failed: ${error instanceof Error ? error.message : String(error)}`)
  } catch {
    // The thrown value itself cannot be read.
    return deny('it broke')
  }
}

const isThenable = <Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> =>
  typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function'

async function answerOf(hook: Hook, answer: ReturnType<Hook['run']>): Promise<BeforeHookResult> {
  try {
    return resultOf(await answer, hook.event)
  } catch (error) {
    return broke(error)
  }
}

/** A list, a map or an error that was returned instead of thrown has no key that is known, nor one that is not. */
function isAnswer(answer: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(answer)
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return (isPlain && Object.getOwnPropertySymbols(answer).length === 0) || [...KEYS].some((key) => key in answer)
}

const KEYS: ReadonlySet<string> = new Set(['decision', 'reason', 'input', 'note'])

/** An answer that cannot be understood denies. */
function resultOf(answer: HookAnswer | undefined | null, event: Hook['event']): BeforeHookResult {
  if (answer === undefined || answer === null) return { decision: 'allow', reason: '' }
  if (typeof answer !== 'object') return deny(`it answered ${JSON.stringify(answer)}; expected an object`)
  if (!isAnswer(answer)) return deny('it answered an object without any known key')
  const unknown = Object.keys(answer).find((key) => !KEYS.has(key))
  if (unknown !== undefined) return deny(`it answered with the unknown key ${JSON.stringify(unknown)}`)
  const { decision = 'allow', reason = '', input, note } = answer
  if (!['allow', 'ask', 'deny'].includes(decision)) {
    return deny(`it answered the decision ${JSON.stringify(decision)}; expected allow, ask or deny`)
  }
  if (typeof reason !== 'string' || (note !== undefined && typeof note !== 'string')) {
    return deny('its reason or note is not a string')
  }
  if (event !== 'before' && (decision === 'ask' || input !== undefined)) {
    return deny('after a call a hook can neither ask nor change the input')
  }
  return {
    decision,
    reason,
    ...(input !== undefined && { rewritten: { input: copyPlain(input) } }),
    ...(note !== undefined && note !== '' && { note }),
  }
}

import { copyPlain } from '../call/copy-plain.ts'
import type { Hook, HookAnswer, HookCall } from './hook.ts'
import { HOOK_TIMEOUT_MS } from './hook.ts'

/** What a hook said, or that it broke, which denies. */
export interface HookVerdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly reason: string
  /** Absent where the input stays. */
  readonly rewritten?: { readonly input: unknown }
  readonly note?: string
}

/** Asks one hook. It never throws: a hook that breaks, answers nonsense or takes too long has denied. */
export async function askHook(hook: Hook, call: HookCall, given: AbortSignal | undefined): Promise<HookVerdict> {
  const { timeoutMs = HOOK_TIMEOUT_MS } = hook
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let giveUp: (() => void) | undefined
  const late = new Promise<HookVerdict>((resolve) => {
    const end = (reason: string) => {
      resolve(deny(reason))
      stop.abort(reason)
    }
    timer = setTimeout(() => end(`it did not answer within ${timeoutMs} ms`), timeoutMs)
    giveUp = () => end('the call was given up')
    given?.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([answerOf(hook, call, stop.signal), late])
  } finally {
    clearTimeout(timer)
    if (giveUp) given?.removeEventListener('abort', giveUp)
  }
}

const deny = (reason: string): HookVerdict => ({ decision: 'deny', reason })

async function answerOf(hook: Hook, call: HookCall, signal: AbortSignal): Promise<HookVerdict> {
  try {
    return verdictOf(await hook.run({ ...call, input: copyPlain(call.input) }, signal), hook.event)
  } catch (error) {
    return deny(`it broke: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const KEYS: ReadonlySet<string> = new Set(['decision', 'reason', 'input', 'note'])

/** An answer that cannot be understood is none to go on with. */
function verdictOf(answer: HookAnswer | undefined | null, event: Hook['event']): HookVerdict {
  if (answer === undefined || answer === null) return { decision: 'allow', reason: '' }
  if (typeof answer !== 'object') return deny(`it answered ${JSON.stringify(answer)}; expected an object`)
  const unknown = Object.keys(answer).find((key) => !KEYS.has(key))
  if (unknown !== undefined) return deny(`it answered with the unknown key ${JSON.stringify(unknown)}`)
  const { decision = 'allow', reason = '', input, note } = answer
  if (!['allow', 'ask', 'deny'].includes(decision)) {
    return deny(`it answered the decision ${JSON.stringify(decision)}; expected allow, ask or deny`)
  }
  if (typeof reason !== 'string' || (note !== undefined && typeof note !== 'string')) {
    return deny('its reason or note is no text')
  }
  if (event !== 'before' && (decision === 'ask' || input !== undefined)) {
    return deny('after a call nobody can be asked about it and its input cannot be changed')
  }
  return {
    decision,
    reason,
    ...(input !== undefined && { rewritten: { input: copyPlain(input) } }),
    ...(note !== undefined && note !== '' && { note }),
  }
}

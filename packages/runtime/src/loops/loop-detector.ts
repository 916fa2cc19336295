import { createHash } from 'node:crypto'
import { canonicalJson } from '@poundlock/audit'

/**
 * The number of identical calls with the same result after which a warning is given, and after which a call is refused.
 */
export interface LoopLimits {
  /** From so many on, the result has a warning for the model. */
  readonly warning: number
  /** From so many on, the call is refused. */
  readonly critical: number
  /** From here on the session does nothing else than repeat itself. */
  readonly breaker: number
}

export const LOOP_LIMITS: LoopLimits = { warning: 10, critical: 20, breaker: 30 }

/** The loop state of a call before it is repeated. */
export interface LoopFinding {
  /** `critical`: the call is refused. */
  readonly level: 'warning' | 'critical'
  /**
   * `generic_repeat`: the same call; `known_poll_no_progress`: the same look at something that does not change;
   * `ping_pong`: two calls in turns; `global_circuit_breaker`: nothing else at all.
   */
  readonly detector: 'generic_repeat' | 'known_poll_no_progress' | 'ping_pong' | 'global_circuit_breaker'
  /** How often it was made. */
  readonly count: number
  /** For the model. */
  readonly message: string
}

/** Remembers the calls of each session. Two calls are the same when tool and input are. */
export interface LoopDetector {
  /** Looks at a call that is about to be made. */
  look(session: string, tool: string, input: unknown): LoopFinding | null
  /** Notes the result of a call; `undefined` where it was refused as a loop. */
  note(session: string, tool: string, input: unknown, result: unknown): void
  /** Forgets a session: a person wrote in it. */
  forget(session: string): void
}

interface Made {
  readonly call: string
  readonly result: string
}

/** How many calls of a session are looked back on, or twice as many as make a loop; how many sessions are remembered. */
const MAX_CALLS = 64
/** Later limits are as good as none. */
const FARTHEST = 1000
const MAX_SESSIONS = 1024

/** Reads that are made again and again while something else goes on. */
const POLLS: Readonly<Record<string, ReadonlySet<string>>> = { process: new Set(['poll', 'log', 'list']) }

export function createLoopDetector(given: LoopLimits = LOOP_LIMITS): LoopDetector {
  // A single limit that is lower than the others applies to all.
  const limits = { ...given, warning: Math.min(given.warning, given.critical) }
  const farthest = Math.max(...Object.values(limits).filter((limit) => limit <= FARTHEST))
  const remembered = Math.max(MAX_CALLS, farthest * 2)
  const sessions = new Map<string, Made[]>()
  return {
    look(session, tool, input) {
      const made = sessions.get(session)
      if (made === undefined || made.length < limits.warning) return null
      const call = identityOf([tool, input])
      const repeats = countRepeats(made, call)
      const alternating = countAlternating(made, call)
      const count = Math.max(repeats, alternating)
      if (count < limits.warning) return null
      const level = count >= limits.critical ? 'critical' : 'warning'
      const detector =
        count >= limits.breaker
          ? 'global_circuit_breaker'
          : repeats < alternating
            ? 'ping_pong'
            : isPoll(tool, input)
              ? 'known_poll_no_progress'
              : 'generic_repeat'
      return { level, detector, count, message: messageFor(level, detector, count) }
    },
    note(session, tool, input, result) {
      let made = sessions.get(session)
      if (made === undefined) {
        // The one that has said nothing for longest.
        if (sessions.size >= MAX_SESSIONS) sessions.delete(sessions.keys().next().value!)
        made = []
      } else sessions.delete(session)
      sessions.set(session, made)
      const call = identityOf([tool, input])
      // To be refused is no new result.
      const last = result === undefined ? made.findLast((one) => one.call === call) : undefined
      made.push(last ?? { call, result: identityOfResult(result ?? null) })
      if (made.length > remembered) made.shift()
    },
    forget: (session) => void sessions.delete(session),
  }
}

/** How often the call was made with the same result since its result last was another one. */
function countRepeats(made: readonly Made[], call: string): number {
  const same = made.filter((one) => one.call === call)
  const last = same.at(-1)
  const other = same.findLastIndex((one) => one.result !== last?.result)
  return same.length - 1 - other
}

/** How many of the last calls were this one and one other in turn, each with the same result every time. */
function countAlternating(made: readonly Made[], call: string): number {
  const [before, last] = made.slice(-2)
  if (before === undefined || last === undefined || before.call !== call || last.call === call) return 0
  let count = 0
  for (let at = made.length - 1; at >= 0; at--) {
    const expected = (made.length - 1 - at) % 2 === 0 ? last : before
    if (made[at]!.call !== expected.call || made[at]!.result !== expected.result) break
    count++
  }
  return count
}

function isPoll(tool: string, input: unknown): boolean {
  const action = (input as { readonly action?: unknown } | null)?.action
  return typeof action === 'string' && POLLS[tool]?.has(action) === true
}

function messageFor(level: LoopFinding['level'], detector: LoopFinding['detector'], count: number): string {
  const repetition =
    detector === 'ping_pong'
      ? `the same two calls were made in turn ${count} times, with the same results each time`
      : `the same call was made ${count} times, with the same result each time`
  if (level === 'warning')
    return `${repetition}; making it again will not change that. Try something else, or say what is missing.`
  return `${repetition}, and is not made again. Try something else, or ask the person.`
}

/** Characters. */
const MAX_PLAIN = 256

const identityOf = (value: unknown): string => identityIn(canonicalJson, value)

/** Results are made here, each with its members in the same order. */
const identityOfResult = (value: unknown): string => identityIn(JSON.stringify, value)

function identityIn(write: (value: unknown) => string, value: unknown): string {
  try {
    const text = write(value)
    // A short one is its own identity, which is faster.
    return text.length <= MAX_PLAIN ? text : createHash('sha256').update(text).digest('base64')
  } catch {
    // A value that is no JSON equals no other.
    return `${Math.random()}`
  }
}

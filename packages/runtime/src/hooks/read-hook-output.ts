import { isDeepStrictEqual } from 'node:util'
import { repeatedKey } from '@poundlock/spec'
import type { HookAnswer, HookEvent } from './hook.ts'

/** The answer of a hook's program, from its output and its end. An answer that cannot be understood denies. */
export function readHookOutput(
  event: HookEvent,
  { exitCode, stdout, stderr }: { readonly exitCode: number; readonly stdout: string; readonly stderr: string },
): HookAnswer {
  if (exitCode === 2) {
    const answer = readAnswer(stdout, event)
    const reason = 'problem' in answer ? '' : answer.reason
    return { decision: 'deny', reason: reason || lastWords(stderr) || 'it gave no reason' }
  }
  if (exitCode !== 0) {
    const words = lastWords(stderr)
    return deny(`it ended with the exit code ${exitCode}, where 0 allows and 2 denies${words && `: ${words}`}`)
  }
  const answer = readAnswer(stdout, event)
  return 'problem' in answer ? deny(answer.problem) : answer
}

const deny = (reason: string): HookAnswer => ({ decision: 'deny', reason })

/** Enough for a reason, and little enough for a prompt. */
const MAX_REASON = 2000
const lastWords = (text: string) => text.trim().slice(0, MAX_REASON)

/** Keys of the answer, with what each holds. Besides our own, those that hooks of other agents are written with. */
const KEYS: Readonly<Record<string, 'string' | 'boolean' | 'object'>> = {
  decision: 'string',
  reason: 'string',
  input: 'object',
  note: 'string',
  continue: 'boolean',
  stopReason: 'string',
  suppressOutput: 'boolean',
  systemMessage: 'string',
  hookSpecificOutput: 'object',
}

const SPECIFIC_KEYS: typeof KEYS = {
  hookEventName: 'string',
  permissionDecision: 'string',
  permissionDecisionReason: 'string',
  updatedInput: 'object',
  additionalContext: 'string',
}

const DECISIONS: Readonly<Record<string, NonNullable<HookAnswer['decision']>>> = {
  allow: 'allow',
  approve: 'allow',
  ask: 'ask',
  deny: 'deny',
  block: 'deny',
}

type Fields = Readonly<Record<string, unknown>>

/** What other agents call the events; after a call that failed many hooks still name the usual one. */
const EVENT_NAMES: Readonly<Record<HookEvent, readonly string[]>> = {
  before: ['PreToolUse'],
  after: ['PostToolUse'],
  'after-failure': ['PostToolUseFailure', 'PostToolUse'],
}

/**
 * Signs of an answer inside other text: after a line of progress, in a fence, two in a row, or in another language's
 * notation.
 */
const ANSWER_WITHIN =
  /["'](?:continue|updatedInput|input)["']\s{0,64}:|(?<![\w-])(?:decision|permissionDecision|hookSpecificOutput)["']?\s{0,64}[:=]/

/** Colours. ECMA-48, 8.3.117 */
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[\d;:]*m/g

/** Text that is no JSON says nothing; JSON that is not understood, or an answer within other text, is a problem. */
function readAnswer(output: string, event: HookEvent): HookAnswer | { readonly problem: string } {
  // Also without a byte order mark.
  const text = output.trim()
  if (text === '') return {}
  let fields: Fields
  try {
    fields = JSON.parse(text) as Fields
  } catch {
    if (text.startsWith('{')) return { problem: 'its output is not valid JSON' }
    // Text of two bytes a letter holds no word that could be found.
    if (!ANSWER_WITHIN.test(text.replace(COLOURS, '')) && !text.includes('\0')) return {}
    return {
      problem:
        'its output has an answer among other text; write one JSON object alone, and everything else to standard error',
    }
  }
  if (typeof fields !== 'object' || fields === null) {
    return { problem: 'its output is JSON but not an object; write one object, or text' }
  }
  const specific = (Object.hasOwn(fields, 'hookSpecificOutput') ? fields['hookSpecificOutput'] : {}) as Fields
  const problem = shapeProblem(fields, KEYS) ?? shapeProblem(specific, SPECIFIC_KEYS)
  if (problem !== null) return { problem }
  const repeated = repeatedKey(text)
  if (repeated !== null) return { problem: `its key ${JSON.stringify(repeated)} stands twice` }
  const named = specific['hookEventName']
  if (named !== undefined && !EVENT_NAMES[event].includes(named as string)) {
    return { problem: `it answers ${JSON.stringify(named)}, and was asked ${EVENT_NAMES[event][0]!}` }
  }
  const { updatedInput } = specific
  if (
    updatedInput !== undefined &&
    fields['input'] !== undefined &&
    !isDeepStrictEqual(updatedInput, fields['input'])
  ) {
    return { problem: 'its input and its updatedInput differ' }
  }
  const words = [fields['decision'], specific['permissionDecision']].filter((word) => word !== undefined) as string[]
  const unknown = words.find((word) => !Object.hasOwn(DECISIONS, word))
  if (unknown !== undefined) {
    return { problem: `it answered the decision ${JSON.stringify(unknown)}; expected allow, ask or deny` }
  }
  const answer = words.map((word) => DECISIONS[word]!)
  if (fields['continue'] === false) answer.push('deny')
  const decision = answer.includes('deny') ? 'deny' : answer.includes('ask') ? 'ask' : 'allow'
  const first = (...keys: readonly unknown[]) => keys.find((value) => typeof value === 'string' && value !== '')
  const reason = first(specific['permissionDecisionReason'], fields['reason'], fields['stopReason'])
  const note = first(fields['note'], specific['additionalContext'], fields['systemMessage'])
  const input = event === 'before' ? (specific['updatedInput'] ?? fields['input']) : undefined
  return {
    decision,
    ...(reason !== undefined && { reason: (reason as string).slice(0, MAX_REASON) }),
    ...(note !== undefined && { note: note as string }),
    ...(input !== undefined && { input }),
  }
}

function shapeProblem(fields: Fields, keys: typeof KEYS): string | null {
  if (typeof fields !== 'object' || Array.isArray(fields)) return 'its answer is not an object'
  for (const [key, value] of Object.entries(fields)) {
    const kind = Object.hasOwn(keys, key) ? keys[key]! : null
    if (kind === null)
      return `it answered with the unknown key ${JSON.stringify(key)}; known: ${Object.keys(keys).join(', ')}`
    if (value === null || typeof value !== kind || Array.isArray(value)) return `its ${key} is no ${kind}`
  }
  return null
}

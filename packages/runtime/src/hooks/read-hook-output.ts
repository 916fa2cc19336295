import type { HookAnswer, HookEvent } from './hook.ts'

/** What a hook's program wrote and how it ended, as an answer. Whatever cannot be understood denies. */
export function readHookOutput(
  event: HookEvent,
  { exitCode, stdout, stderr }: { readonly exitCode: number; readonly stdout: string; readonly stderr: string },
): HookAnswer {
  if (exitCode === 2) {
    const said = readAnswer(stdout, event)
    const reason = 'problem' in said ? '' : said.reason
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
const KEYS: Readonly<Record<string, 'string' | 'boolean' | 'object' | 'any'>> = {
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

/** Text that is no object says nothing; an object that is not understood is a problem. */
function readAnswer(text: string, event: HookEvent): HookAnswer | { readonly problem: string } {
  if (!text.trimStart().startsWith('{')) return {}
  let fields: Fields
  try {
    fields = JSON.parse(text) as Fields
  } catch {
    return { problem: 'what it wrote begins like JSON and is none' }
  }
  const specific = (fields['hookSpecificOutput'] ?? {}) as Fields
  const problem = shapeProblem(fields, KEYS) ?? shapeProblem(specific, SPECIFIC_KEYS)
  if (problem !== null) return { problem }
  const words = [fields['decision'], specific['permissionDecision']].filter((word) => word !== undefined) as string[]
  const unknown = words.find((word) => !Object.hasOwn(DECISIONS, word))
  if (unknown !== undefined) {
    return { problem: `it answered the decision ${JSON.stringify(unknown)}; expected allow, ask or deny` }
  }
  const said = words.map((word) => DECISIONS[word]!)
  if (fields['continue'] === false) said.push('deny')
  const decision = said.includes('deny') ? 'deny' : said.includes('ask') ? 'ask' : 'allow'
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
  if (typeof fields !== 'object' || Array.isArray(fields)) return 'it answered something else than an object'
  for (const [key, value] of Object.entries(fields)) {
    const kind = Object.hasOwn(keys, key) ? keys[key]! : null
    if (kind === null)
      return `it answered with the unknown key ${JSON.stringify(key)}; known: ${Object.keys(keys).join(', ')}`
    if (value === null || typeof value !== kind) return `its ${key} is no ${kind}`
  }
  return null
}

import { REQUIRED_PERMISSIONS } from '@poundlock/spec'
import type { PolicyDecision } from '../model/decision.ts'
import type { PolicyRequest } from '../model/request.ts'

/** The decisions about calls of one tool by one model without further details, by the remaining differences. */
export type PlainDecisions = (PolicyDecision | undefined)[]

/** How many tools and models are remembered, and how long their names may be together: names come from models. */
const MAX_KEPT = 4096
const MAX_LENGTH = 512

type ByName<Value> = Map<string | undefined, Value>

/**
 * Remembers decisions about calls that differ in nothing that counts. Each name is a key of its own, never a part of a
 * joined one, so that no two calls read alike.
 *
 * @param callersCount whether decisions depend on who calls
 */
export function rememberPlainCalls(callersCount: boolean): (request: PolicyRequest) => PlainDecisions | null {
  const tools: ByName<ByName<ByName<PlainDecisions>>> = new Map()
  let kept = 0
  return (request) => {
    const { tool } = request
    const provider = callersCount ? request.provider : undefined
    const model = callersCount ? request.model : undefined
    const known = tools.get(tool)?.get(provider)?.get(model)
    if (known) return known
    const names = [tool, provider ?? '', model ?? '']
    if (!names.every((name) => typeof name === 'string') || names.join('').length > MAX_LENGTH) return null
    if (++kept > MAX_KEPT) {
      tools.clear()
      kept = 1
    }
    const made: PlainDecisions = []
    const providers = tools.get(tool) ?? new Map()
    const models = providers.get(provider) ?? new Map()
    tools.set(tool, providers.set(provider, models.set(model, made)))
    return made
  }
}

/** The place of a call among the plain decisions; -1 for a permission that does not exist. */
export function placeOf(
  permission: PolicyRequest['requiredPermission'],
  confined: boolean,
  namesFiles: boolean,
): number {
  const rank = permission === null ? 3 : REQUIRED_PERMISSIONS.indexOf(permission)
  return rank < 0 ? -1 : rank * 4 + (confined ? 2 : 0) + (namesFiles ? 1 : 0)
}

/** Freezes a value that is handed out more than once, with all that it holds. */
export function freezeAll<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) freezeAll(part)
  }
  return value
}

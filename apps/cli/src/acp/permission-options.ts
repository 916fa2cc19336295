import { isObject } from '@poundlock/spec'

type Values = Readonly<Record<string, unknown>>

/** The options of a permission request; entries that are none are left out. */
export const optionsIn = (params: Values): readonly Values[] =>
  Array.isArray(params['options']) ? params['options'].filter(isObject) : []

/** The answer that takes the only option of a kind; `null` where there is none. */
export function choose(params: Values, kind: 'allow_once' | 'reject_once'): object | null {
  const optionId = optionsIn(params).find((option) => option['kind'] === kind)?.['optionId']
  return typeof optionId === 'string' ? { outcome: { outcome: 'selected', optionId } } : null
}

export const CANCELLED = { outcome: { outcome: 'cancelled' } }

/** Kinds whose meaning is known. An "always" would be a rule of the agent's own, past which no request comes. */
const SHOWN: ReadonlySet<unknown> = new Set(['allow_once', 'reject_once', 'reject_always'])

export const shownOptions = (params: Values): readonly Values[] =>
  optionsIn(params).filter(({ kind }) => SHOWN.has(kind))

/** The option that the editor's answer takes; `null` for every other answer. */
export function chosenOption(result: unknown, options: readonly Values[]): Values | null {
  const outcome = isObject(result) ? result['outcome'] : null
  if (!isObject(outcome) || outcome['outcome'] !== 'selected') return null
  return options.find(({ optionId }) => optionId === outcome['optionId']) ?? null
}

/** Whether the answer takes an option, whichever. */
export function isSelection(result: unknown): boolean {
  const outcome = isObject(result) ? result['outcome'] : null
  return isObject(outcome) && outcome['outcome'] === 'selected'
}

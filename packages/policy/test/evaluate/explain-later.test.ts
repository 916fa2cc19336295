import { expect, test } from 'vitest'
import { explainLater } from '../../src/evaluate/explain-later.ts'
import { type Fix, createPolicy } from '../../src/index.ts'

const FIX: Fix = { message: 'run it contained', key: 'tools.exec.host', value: 'sandbox' }
const REASON = { layer: 'host', code: 'HOST_MISS', message: 'no allow rule covers rm' } as const
const exec = createPolicy([{ name: 'user', mayLoosen: true }], { home: '/home/u' }).execSettings({
  tool: 'exec',
  requiredPermission: 'danger-full-access',
  context: { agent: 'main', session: 'main', workspace: '/w', cwd: '/w', home: '/home/u', interactive: false },
})

/** A decision, and how often its reasons and its fixes were looked for. */
function decided() {
  const asked = { why: 0, fixes: 0 }
  const ruleFixes = () => {
    asked.fixes++
    return [FIX]
  }
  const decision = explainLater(
    { decision: 'ask', commands: [], exec, covered: false },
    { plan: undefined, rulesAnswerMode: true, ruleFixes },
    () => {
      asked.why++
      return { reasons: [REASON], trace: [{ ...REASON, decision: 'ask' }] }
    },
  )
  return { decision, asked }
}

test('reasons and fixes are looked for once, and when somebody asks', () => {
  const { decision, asked } = decided()
  expect([decision.decision, asked.why, asked.fixes]).toEqual(['ask', 0, 0])
  expect(decision.reasons).toEqual([REASON])
  expect(decision.trace).toBe(decision.trace)
  expect([asked.why, asked.fixes]).toEqual([1, 0])
  expect(decision.fix[0]).toEqual(FIX)
  expect(decision.fix).toBe(decision.fix)
  expect([asked.why, asked.fixes]).toEqual([1, 1])
})

test('each decision has its own', () => {
  const [one, other] = [decided(), decided()]
  expect(one.decision.fix).not.toBe(other.decision.fix)
  expect([one.asked.fixes, other.asked.fixes]).toEqual([1, 1])
})

test('a copy, its JSON and a clone hold all of it, and nothing that the decision does not show', () => {
  const { decision } = decided()
  const names = ['decision', 'commands', 'exec', 'covered', 'reasons', 'trace', 'fix']
  expect(Object.keys(decision)).toEqual(names)
  expect(Object.getPrototypeOf(decision)).toBe(Object.prototype)
  const copy = { ...decision }
  expect(Object.getOwnPropertySymbols(copy)).toEqual([])
  expect([copy.reasons, copy.trace, copy.fix]).toEqual([decision.reasons, decision.trace, decision.fix])
  expect(JSON.parse(JSON.stringify(decision))).toEqual(JSON.parse(JSON.stringify(copy)))
  expect(structuredClone(decision).fix[0]).toEqual(FIX)
  expect(decision).toEqual(copy)
})

test('one that is frozen finds them all the same', () => {
  const { decision } = decided()
  expect(Object.freeze(decision).fix[0]).toEqual(FIX)
  expect(decision.reasons).toEqual([REASON])
})

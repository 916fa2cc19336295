import { expect, test } from 'vitest'
import { withLazyFixes } from '../../../src/evaluate/fixes/lazy-fixes.ts'
import { type Fix, createPolicy } from '../../../src/index.ts'

const fix: Fix = { message: 'run it contained', key: 'tools.exec.host', value: 'sandbox' }
const reason = { layer: 'host', code: 'HOST_MISS', message: 'no allow rule covers rm' } as const
const exec = createPolicy([{ name: 'user', mayLoosen: true }], { home: '/home/u' }).execSettings({
  tool: 'exec',
  requiredPermission: 'danger-full-access',
  context: { agent: 'main', session: 'main', workspace: '/w', cwd: '/w', home: '/home/u', interactive: false },
})

/** A decision, and how often its fixes were looked for. */
function decided() {
  const asked = { times: 0 }
  const given = { decision: 'ask', reasons: [reason], trace: [], commands: [], exec, covered: false } as const
  const decision = withLazyFixes(given, {
    plan: undefined,
    rulesAnswerMode: true,
    ruleFixes: () => {
      asked.times++
      return [fix]
    },
  })
  return { decision, asked }
}

test('fixes are looked for once, and when somebody asks', () => {
  const { decision, asked } = decided()
  expect(asked.times).toBe(0)
  expect(decision.fix[0]).toEqual(fix)
  expect(decision.fix).toBe(decision.fix)
  expect(asked.times).toBe(1)
})

test('each decision has its own', () => {
  const [one, other] = [decided(), decided()]
  expect(one.decision.fix).not.toBe(other.decision.fix)
  expect([one.asked.times, other.asked.times]).toEqual([1, 1])
})

test('a copy, its JSON and a clone hold the fixes, and nothing that the decision does not show', () => {
  const { decision } = decided()
  const names = ['decision', 'reasons', 'trace', 'commands', 'exec', 'covered', 'fix']
  expect(Object.keys(decision)).toEqual(names)
  expect(Object.getPrototypeOf(decision)).toBe(Object.prototype)
  const copy = { ...decision }
  expect(Object.getOwnPropertySymbols(copy)).toEqual([])
  expect(copy.fix).toBe(decision.fix)
  expect(JSON.parse(JSON.stringify(decision))).toEqual(JSON.parse(JSON.stringify(copy)))
  expect(structuredClone(decision).fix[0]).toEqual(fix)
  expect(decision).toEqual(copy)
})

test('one that is frozen finds them all the same', () => {
  const { decision } = decided()
  expect(Object.freeze(decision).fix[0]).toEqual(fix)
})

/** No tool call at all: who may do what to an invoice, decided by the same rules, with the same reasons. */
import assert from 'node:assert/strict'
// #region actions
import { createPolicy, toolRequest } from '@poundlock/policy'

/** What can be done, and how much harm it can do. */
const ACTIONS = {
  'invoice.read': 'read-only',
  'invoice.draft': 'workspace-write',
  'invoice.send': 'danger-full-access',
} as const

const policy = createPolicy(
  {
    mode: 'workspace-write',
    agents: {
      list: [
        { id: 'clerk', tools: { deny: ['invoice.send'] } },
        { id: 'head-of-finance', mode: 'danger-full-access' },
        { id: 'auditor', mode: 'read-only' },
      ],
    },
  },
  { home: '/', tools: Object.keys(ACTIONS).map((name) => ({ name })) },
)

function decide(who: string, action: keyof typeof ACTIONS) {
  return policy.decide(toolRequest({ tool: action, requiredPermission: ACTIONS[action], context: { agent: who } }))
}
// #endregion

const EXPECTED = [
  ['auditor', 'invoice.read', 'allow'],
  ['auditor', 'invoice.draft', 'deny'],
  ['clerk', 'invoice.draft', 'allow'],
  ['clerk', 'invoice.send', 'deny'],
  ['head-of-finance', 'invoice.send', 'allow'],
  ['somebody else', 'invoice.send', 'ask'],
] as const
for (const [who, action, wanted] of EXPECTED) {
  const { decision, reasons } = decide(who, action)
  console.log(`${decision.padEnd(5)} ${who}, ${action}: ${reasons.map(({ message }) => message).join('; ')}`)
  assert.equal(decision, wanted)
}

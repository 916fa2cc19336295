import { join } from 'node:path'
import { openRequestStore, type NewRequest } from '@poundlock/approvals/node'
import { openAuditLog } from '@poundlock/audit/node'

const FOLDER = { path: '/w', node: '1', size: 0, changed: '0' }

/** Leaves requests that wait and records in the state of a gateway that does not run. */
export async function fillState(
  state: string,
  { requests, records }: { readonly requests: number; readonly records: number },
): Promise<void> {
  const store = openRequestStore(join(state, 'approvals', 'requests'), {
    maxPending: requests,
    maxPerMinute: requests,
    lifetimeMs: 6 * 3_600_000,
  })
  for (let index = 0; index < requests; index++) store.create(waitingRequest(index))
  const log = await openAuditLog(join(state, 'audit'), { durability: 'none' })
  for (let index = 0; index < records; index++) {
    await log.append('decision', {
      callId: `call-${index}`,
      tool: 'exec',
      decision: 'allow',
      outcome: 'allowed',
      approval: { kind: 'policy', by: 'RULE', answer: 'allow' },
      reasons: [],
      command: `npm test -- part-${index}`,
      agent: 'coder',
      session: 's',
    })
  }
  await log.close()
}

/** Of no other one's likeness, so that each has a card of its own. */
function waitingRequest(index: number): NewRequest {
  const text = `npm test -- part-${index}`
  return {
    callId: `call-${index}`,
    tool: 'exec',
    reasons: ['no rule covers npm'],
    sets: [],
    binding: {
      text,
      argv: [text.split(' ')],
      executables: [],
      scripts: [],
      cwd: FOLDER,
      environment: {},
      host: 'gateway',
      agent: 'coder',
      session: `s${index % 50}`,
    },
    security: 'allowlist',
    warnings: [],
    decisions: ['allow-once', 'deny'],
    likeness: `part-${index}`,
  }
}

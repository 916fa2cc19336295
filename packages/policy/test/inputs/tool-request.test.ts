import { expect, test } from 'vitest'
import type { PolicyRequest } from '../../src/index.ts'
import { toolRequest, type CallDescription } from '../../src/inputs/tool-request.ts'

/** What is made of the call, or of nothing but its input. */
type Made =
  | 'files'
  | 'urls'
  | 'innerPlans'
  | 'program'
  | 'contactsUnnamed'
  | 'networkUnchanged'
  | 'requiredPermission'
  | 'context'

test('all that a call says of itself is in its request: it is copied name by name, and none may be forgotten', () => {
  // A value of its own for each, so that none can stand for another; a key that is new is missing here first.
  const told: Record<Exclude<keyof PolicyRequest, Made>, unknown> = {
    tool: 'read_file',
    served: ['served'],
    plan: ['plan'],
    containment: ['containment'],
    parameters: ['parameters'],
    environment: ['environment'],
    contacts: ['contacts'],
    approvals: ['approvals'],
    grants: ['grants'],
    provider: 'provider',
    model: 'model',
    session: ['session'],
    nodes: ['nodes'],
    chooseNode: ['chooseNode'],
  }
  expect(toolRequest({ ...(told as unknown as CallDescription), input: { path: '/a' } })).toMatchObject(told)
})

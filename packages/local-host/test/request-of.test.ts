import type { ConfigDocument, ConfigSource } from '@poundlock/config'
import { parseConfig } from '@poundlock/config'
import type { CallToApprove } from '@poundlock/runtime'
import { expect, test } from 'vitest'
import { requestOf } from '../src/index.ts'

const source = (kind: ConfigSource['kind'], approvals: ConfigDocument['approvals']): ConfigSource => ({
  kind,
  ...parseConfig(JSON.stringify({ approvals }), `${kind}.json`),
})

const FILE = { path: '/w', node: '1:1', size: 0, changed: '0' }
const ASKED = {
  callId: 'c',
  tool: 'exec',
  input: {},
  command: 'ls',
  cwd: '/w',
  environment: {},
  agent: 'main',
  session: 's',
  decision: { exec: { security: { value: 'full' }, ask: { value: 'on-miss' } }, reasons: [], commands: [] },
  binding: {
    text: 'ls',
    argv: [['ls']],
    executables: [],
    scripts: [],
    cwd: FILE,
    environment: {},
    host: 'gateway',
    agent: 'main',
    session: 's',
  },
  always: [],
  alwaysKey: '',
} as unknown as CallToApprove

test('what an organisation requires of an answer is not loosened by the user, and a repository has no say', () => {
  const request = requestOf([
    source('organisation', { require: [{ approve: 2 }] }),
    source('user', { groups: { ops: ['slack:U1'] }, require: [{ group: 'ops', reason: 'required' }, { approve: 1 }] }),
    source('workspace', { groups: { ops: ['slack:EVIL'] }, require: [{ group: 'mine' }] }),
  ])(ASKED)
  expect(request.requires).toEqual({ approve: 2, deny: 1, reason: 'required' })
  expect(request.approvers).toEqual({ group: 'ops', members: ['slack:U1'] })
})

test('without requirements, a request is stored as it always was', () => {
  const request = requestOf([source('user', {})])(ASKED)
  expect(request).not.toHaveProperty('requires')
  expect(request).not.toHaveProperty('approvers')
})

import { expect, test } from 'vitest'
import { matchesAuditFilter, type AuditFilter } from '../src/index.ts'

const recordOf = (type: string, data: unknown) => ({ seq: 1, time: '', prev: '', hash: '', type, data: data as object })

const decision = recordOf('decision', {
  agent: 'coder',
  tool: 'exec',
  decision: 'ask',
  command: 'make Install',
  approval: { kind: 'person', by: 'terminal:Ada', answer: 'deny' },
})
const start = recordOf('run-start', { file: '/usr/bin/make', args: ['install', 7], approvedBy: 'grant 3f' })
const write = recordOf('decision', {
  tool: 'write',
  files: [{ path: '/etc/motd' }, null],
  urls: 'none',
  decision: 'deny',
})

test.each<[AuditFilter, object[]]>([
  [{}, [decision, start, write]],
  [{ types: ['run-start'] }, [start]],
  [{ types: [] }, []],
  [{ agent: 'coder' }, [decision]],
  [{ agent: 'code' }, []],
  [{ decision: 'deny' }, [write]],
  [{ approver: 'ada' }, [decision]],
  [{ approver: 'GRANT' }, [start]],
  [{ text: 'make install' }, [decision, start]],
  [{ text: 'MOTD' }, [write]],
  [{ text: 'exec', decision: 'ask', agent: 'coder', approver: 'terminal' }, [decision]],
  [{ text: 'exec', decision: 'allow' }, []],
])('the filter %j fits', (filter, expected) => {
  expect([decision, start, write].filter((record) => matchesAuditFilter(record, filter))).toEqual(expected)
})

test('data of any shape is no error', () => {
  for (const data of [{}, [], { approval: 1, files: 3, args: 'x', file: {} }, { files: [[], 'x', { path: 4 }] }]) {
    expect(matchesAuditFilter(recordOf('note', data), { approver: 'x', text: 'x' })).toBe(false)
  }
})

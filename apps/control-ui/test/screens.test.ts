import { expect, test } from 'vitest'
import type { ApprovalView } from '../src/approvals/approval.ts'
import { groupAlike } from '../src/approvals/queue-groups.ts'
import { hrefOf, readRoute } from '../src/page/route.ts'
import { castTextAt, readCast } from '../src/sessions/cast.ts'
import { outputText } from '../src/sessions/output-text.ts'
import { entriesOf } from '../src/sessions/session-entries.ts'
import type { LoggedEvent } from '../src/sessions/session-log.ts'

test('the hash names a screen and what it shows, and anything else is the queue', () => {
  const session = null
  expect(readRoute('#/sessions/ses_1')).toEqual({ screen: 'sessions', id: 'ses_1', session })
  expect(readRoute('#/nodes')).toEqual({ screen: 'nodes', id: null, session })
  for (const hash of ['', '#gateway=a&code=b', '#/../x', '#/nodes/a/b', '#javascript:alert(1)'])
    expect(readRoute(hash)).toEqual({ screen: 'approvals', id: null, session })
  expect(readRoute('#/sessions/%E0%A4%A')).toEqual({ screen: 'sessions', id: null, session })
})

test('an address leads back to what it was made of, whatever the names are', () => {
  for (const id of [null, 'notes', "it's (new)!*~", 'a/b?session=c#d', '\u202E<b>'])
    for (const session of [null, 's_1', 's?/#1'])
      expect(readRoute(hrefOf('mcp', id, session))).toEqual({ screen: 'mcp', id, session })
})

const waiting = (id: string, likeness: string, notByCaller?: 'self-approval') =>
  ({ id, likeness, ...(notByCaller && { notByCaller }) }) as ApprovalView

test('requests that are alike stand together in the place of the first; those that cannot be answered stand alone', () => {
  const groups = groupAlike([
    waiting('1', 'a'),
    waiting('2', 'b'),
    waiting('3', 'a'),
    waiting('4', 'a', 'self-approval'),
  ])
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([['1', '3'], ['2'], ['4']])
  const many = groupAlike(Array.from({ length: 250 }, (_, index) => waiting(String(index), 'a')))
  expect(many.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([50, 100, 100])
})

test('a recording is played up to a time; long pauses are shortened, and broken lines left out', () => {
  const cast = readCast([
    '{"version":3,"timestamp":1,"command":"make"}',
    '[0.5,"o","one\\r\\n"]',
    'no json',
    '[1,"z","?"]',
    '[600,"o","two"]',
    '[0,"x","0"]',
  ])
  expect(cast).toMatchObject({ command: 'make', startedAt: 1000, length: 2.5 })
  expect(castTextAt(cast, 1)).toBe('one\r\n')
  expect(castTextAt(cast, 9)).toBe('one\r\ntwo\n[ended with 0]')
  expect(readCast(['[]', '[]']).events).toEqual([])
})

test('of a model, its text stands in one piece, with why it stopped, and nothing of how it works', () => {
  const of = (seq: number, event: object) => ({ session: 's', seq, at: seq, kind: 'agent', event }) as LoggedEvent
  const entries = entriesOf([
    of(1, { type: 'turn-started', turn: 1 }),
    of(2, { type: 'text-delta', text: 'I look ' }),
    of(3, { type: 'text-delta', text: 'at it.' }),
    of(4, { type: 'usage' }),
    of(5, { type: 'turn-started', turn: 2 }),
    of(6, { type: 'text-delta', text: 'Done.' }),
    of(7, { type: 'prompt-ended', reason: 'answered' }),
    of(8, { type: 'prompt-ended', reason: 'failed', error: { code: 'X', message: 'no model', remedy: 'Start it.' } }),
  ])
  expect(entries.map((entry) => 'text' in entry && entry.text)).toEqual([
    'stopped: failed no model Start it.',
    'Done.',
    'I look at it.',
  ])
})

test('output is text: colours go, everything else that cannot be seen is an escape', () => {
  expect(outputText('\u001B[31mred\u001B[0m\r\n\u001B[2J\u202Etxt')).toBe('red\n\\e[2J\\u{202e}txt')
})

test('the events of a call are one entry, where it was requested', () => {
  const base = { session: 's', callId: 'c', at: 1 }
  const by = { device: 'd', name: 'builder', role: 'agent' as const }
  const entries = entriesOf([
    { session: 's', seq: 1, at: 0, kind: 'created', by },
    { ...base, seq: 2, kind: 'call-requested', by, tool: 'exec', summary: 'ls' },
    { session: 's', seq: 3, at: 2, kind: 'message', by, text: 'hello' },
    { ...base, seq: 4, kind: 'call-ended', status: 'ran', message: 'done' },
  ])
  expect(entries).toMatchObject([
    { kind: 'note', text: 'builder: hello' },
    { kind: 'call', requested: { summary: 'ls' }, ended: { status: 'ran' } },
    { kind: 'note', what: 'Begun by' },
  ])
})

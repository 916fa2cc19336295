import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { SessionStore, type SessionLimits } from '../../src/sessions/session-store.ts'

const BY = { device: 'device', name: 'device', role: 'agent' } as const
let keys = 0
let time = 1_795_000_000_000

function openStore(limits: Partial<SessionLimits> = {}) {
  const store = new SessionStore(temporaryFolder(), () => ++time, limits)
  onTestFinished(() => store.close())
  const keyed = (key = `key-${keys++}`) => ({ device: BY.device, key, fingerprint: 'same' })
  const create = (agent: string, key?: string) => store.create({ agent, workspace: '/w' }, BY, keyed(key)).id
  const say = (session: string, text: string) => store.append(session, { kind: 'message', by: BY, text })
  return { store, create, say, keyed }
}

test('an agent that fills its part loses its own oldest events, and nothing of another agent', () => {
  const { store, create, say } = openStore({ maxBytesPerAgent: 100_000 })
  const quiet = create('quiet')
  say(quiet, 'kept')
  const ended = create('loud')
  say(ended, 'x'.repeat(20_000))
  store.end(ended)
  const [one, two] = [create('loud'), create('loud')]
  for (let count = 0; count < 200; count++) say(count % 2 === 0 ? one : two, 'x'.repeat(1000))
  expect(store.get(ended)).toBeNull()
  const sizes = [one, two].map((id) => JSON.stringify(store.read(id, 0, 1000)).length)
  expect(sizes[0]! + sizes[1]!).toBeLessThan(110_000)
  for (const id of [one, two]) {
    const { first, head } = store.range(id)
    const events = store.read(id, 0, 1000)
    expect([head, events[0]?.seq, events.length]).toEqual([101, first, head - first + 1])
  }
  expect(store.read(quiet, 0, 10).map(({ kind }) => kind)).toEqual(['created', 'message'])
})

test('of sessions that ended, the oldest of the same agent go first', () => {
  const { store, create } = openStore({ maxPerAgent: 3, maxSessions: 5 })
  const mine = create('one')
  store.end(mine)
  const others = Array.from({ length: 6 }, () => {
    const id = create('other')
    store.end(id)
    return id
  })
  expect(others.map((id) => store.get(id) !== null)).toEqual([false, false, false, true, true, true])
  expect(store.get(mine)?.state).toBe('aborted')
  create('one')
  create('third')
  expect(store.get(mine)?.state, 'the agent with the most loses one').toBe('aborted')
  expect(store.get(others[3]!)).toBeNull()
})

test('the key of a session that is forgotten begins no other one, and says so', () => {
  const { store, create } = openStore({ maxPerAgent: 1, maxOpenPerAgent: 1 })
  const first = create('one', 'key-of-first')
  expect(create('one', 'key-of-first')).toBe(first)
  store.end(first)
  create('one')
  expect(store.get(first)).toBeNull()
  expect(() => create('one', 'key-of-first')).toThrow(expect.objectContaining({ code: 'SETTLED' }))
})

test('a device has a bounded number of keys, and those that it used are answered on', () => {
  const { store, create, keyed } = openStore({ maxKeysPerDevice: 3 })
  const session = create('one')
  const send = (key: string) => store.appendOnce(session, { kind: 'message', by: BY, text: key }, keyed(key))
  const known = send('key-known')
  send('key-third')
  expect(() => send('key-fourth')).toThrow(expect.objectContaining({ code: 'BUSY' }))
  expect(send('key-known')).toBe(known)
  expect(store.range(session).head).toBe(3)
})

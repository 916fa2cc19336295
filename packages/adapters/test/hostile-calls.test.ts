import { expect, test } from 'vitest'
import { guardTool } from '../src/index.ts'
import { ALLOWED, ASKED, openPlace } from './fixtures/place.ts'

const OWNER = { approved: true, by: 'a test' }
const LINE = 'echo x >> ../made'

/** Another command each time that it is read. */
function fickle(...commands: readonly string[]) {
  let reads = 0
  return {
    get command() {
      return commands[Math.min(reads++, commands.length - 1)]
    },
  }
}

const circle: Record<string, unknown> = { ...ASKED }
circle['self'] = circle

test.each<readonly [string, unknown]>([
  ['a prototype in its members', JSON.parse('{"command":"uname","__proto__":{"command":"touch ../made"}}')],
  ['a constructor', JSON.parse('{"command":"uname","constructor":{"prototype":{"command":"touch ../made"}}}')],
  ['another command as it is read again', fickle('uname', 'uname', 'uname', ASKED.command)],
  ['another command at its second reading', fickle('uname', ASKED.command)],
  ['a command of its prototype', Object.create(ASKED)],
  ['an own toJSON', { ...ASKED, toJSON: () => ALLOWED }],
  ['a command that is a list', { command: ['uname', '; touch ../made'] }],
  ['a command that becomes text', { command: { toString: () => ASKED.command } }],
  ['no object', 'touch ../made'],
  ['a circle', circle],
])('attack: an input with %s runs nothing that was not decided', async (_what, input) => {
  const { host, made } = await openPlace()
  const guard = guardTool(host, 'exec')
  const call = { id: '1', input }
  await guard.decide(call).catch(() => undefined)
  await guard.run(call).catch(() => undefined)
  expect(made()).toBe(false)
  expect(Object.hasOwn(Object.prototype, 'command')).toBe(false)
})

test('attack: calls with one id and one input share no approval: what was approved once runs once', async () => {
  const { host, runs } = await openPlace()
  const guard = guardTool(host, 'exec')
  const call = () => ({ id: 'same', input: { command: LINE } })
  await Promise.all([guard.decide(call()), guard.decide(call()), guard.answer(call(), OWNER)])
  const ended = await Promise.all([guard.run(call()), guard.run(call()), guard.run(call())])
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['ran', 'unapproved', 'unapproved'])
  expect(runs()).toBe(1)
})

test.each(['', '__proto__', 'constructor', '1","x', '\u0000', '1\u202E'])(
  'attack: the approval of the call %j holds for no other id',
  async (id) => {
    const { host, made } = await openPlace()
    const guard = guardTool(host, 'exec')
    await guard.answer({ id, input: ASKED }, OWNER)
    for (const other of ['1', `${id} `, `${id}\u200B`, 'toString', 'x","exec']) {
      expect((await guard.run({ id: other, input: ASKED })).status).toBe('unapproved')
    }
    expect(made()).toBe(false)
  },
)

test('attack: one guard does not run what another one approved', async () => {
  const { host, made } = await openPlace()
  const call = { id: '1', input: ASKED }
  await guardTool(host, 'exec').answer(call, OWNER)
  expect((await guardTool(host, 'exec').run(call)).status).toBe('unapproved')
  expect((await guardTool(host, 'bash').run(call)).status).toBe('unapproved')
  expect(made()).toBe(false)
})

import { startTestNats } from '@poundlock/tooling/nats-test'
import { expect, onTestFinished, test } from 'vitest'
import { openNatsBus } from '../../src/nats/index.ts'

test('GW-76-b: the credentials of one fleet publish, read and claim nothing of another, by whatever prefix.', async () => {
  const { address } = await startTestNats(`accounts {
  one { jetstream: enabled, users: [ { user: one, password: secret } ] }
  two { jetstream: enabled, users: [ { user: two, password: secret } ] }
}`)
  const open = async (user: string, prefix: string) => {
    const bus = await openNatsBus({ servers: [address], prefix, credentials: { user, password: 'secret' } })
    onTestFinished(() => bus.close())
    return bus
  }
  const own = await open('one', 'fleet')
  let asked = 0
  await own.serve(['node', 'n1'], () => ++asked)
  await own.append(['runs', 'r1'], 'mine')
  await own.claim(['approvals', 'a1'], 'mine')
  // The prefix of the other fleet, under credentials of its own.
  const thief = await open('two', 'fleet')
  expect(await thief.request(['node', 'n1'], 'run')).toMatchObject({ status: 'no-responder' })
  expect((await thief.read({ logs: ['runs'] })).entries).toEqual([])
  expect((await thief.read({ keys: ['approvals'] })).entries).toEqual([])
  expect((await thief.claim(['approvals', 'a1'], 'stolen')).claimed).toBe(true)
  await thief.append(['runs', 'r1'], 'made up')
  expect(asked).toBe(0)
  expect((await own.read({ key: ['approvals', 'a1'] })).entries).toMatchObject([{ value: 'mine' }])
  expect((await own.read({ logs: ['runs'] })).entries.map(({ value }) => value)).toEqual(['mine'])
  const wrong = { user: 'one', password: 'guess' }
  await expect(openNatsBus({ servers: [address], credentials: wrong })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

import { expect, test } from 'vitest'
import { SessionHosts, type LocalHost } from '../src/index.ts'

test('the host of a session that is aborted, or read anew, is closed when its last call has ended', async () => {
  const closed: string[] = []
  const hosts = new SessionHosts(
    async ({ session }) => ({ close: async () => void closed.push(session) }) as unknown as LocalHost,
    () => 0,
  )
  const place = { workspace: '/w', agent: 'a' }
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = hosts.use({ ...place, session: 'one' }, async () => {
    begun.resolve()
    await end.promise
  })
  await hosts.use({ ...place, session: 'two' }, async () => undefined)
  await begun.promise
  hosts.release('two')
  hosts.reload()
  await expect.poll(() => closed).toEqual(['two'])
  end.resolve()
  await running
  await expect.poll(() => closed).toEqual(['two', 'one'])
  expect(hosts.size).toBe(0)
})

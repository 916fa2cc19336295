import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'
import { startServe } from './serve-client.ts'

const CALL = '{"command":"true"}'

const textOf = ({ content }: { readonly content: readonly { readonly text: string }[] }): string =>
  content.map(({ text }) => text).join('\n')

/** The job that a result speaks of. */
const jobIn = (text: string): string => /job_[\w-]+/.exec(text)?.[0] ?? expect.unreachable(`no job in ${text}`)

test('a client of mcp serve reads the end of a background command with a result of its session, once', async () => {
  const scene = openScene()
  const client = startServe(scene)
  await client.introduce()
  const started = await client.call('exec', { command: 'echo built; exit 3', background: true })
  const id = jobIn(started.content[0].text)
  // A quick command has ended before its start is answered.
  let received = textOf(started)
  await expect
    .poll(async () => (received += `\n${textOf(await client.call('exec', { command: 'true' }))}`))
    .toMatch(new RegExp(`Exec finished \\(node=sandbox, id=${id}, code=3\\)\nbuilt`))
  // Once.
  const again = await client.call('exec', { command: 'true' })
  expect(JSON.stringify(again)).not.toContain('Exec finished')
})

test('tools call says what became of background commands of its session, and only of its session', async () => {
  const scene = openScene()
  const start = async (session: string) =>
    (await scene.run(['exec', '--background', '--session', session, '--', `echo built in ${session}`])).stdout.trim()
  const [mine, other] = [await start('mine'), await start('other')]
  await Promise.all([mine, other].map((id) => scene.run(['jobs', 'wait', id])))
  // What cannot be looked at at one moment is told the next time.
  let said = ''
  await expect
    .poll(async () => (said += (await scene.run(['tools', 'call', 'exec', CALL, '--session', 'mine'])).stderr), {
      timeout: 60_000,
    })
    .toContain('built in mine')
  expect(said).toContain(`Exec finished (node=sandbox, id=${mine}, code=0)`)
  expect(said).not.toContain(other)
  await expect
    .poll(
      async () => (await scene.run(['tools', 'call', 'exec', CALL, '--json', '--session', 'other'])).json().events,
      { timeout: 60_000 },
    )
    .toEqual([`Exec finished (node=sandbox, id=${other}, code=0)\nbuilt in other`])
})

test('with notifyOnExit off, no end is reported', async () => {
  const scene = openScene()
  scene.configure({ tools: { exec: { notifyOnExit: false } } })
  const { stdout: id } = await scene.run(['exec', '--background', '--', 'echo quiet'])
  await scene.run(['jobs', 'wait', id.trim()])
  const next = (await scene.run(['tools', 'call', 'exec', CALL, '--json'])).json()
  expect(next.events).toEqual([])
})

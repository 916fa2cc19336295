import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slackChannel } from '../src/index.ts'
import { HOSTILE, openScene, shownAs } from './open-scene.ts'
import { serveHttp } from './services/serve-http.ts'
import {
  pressInSlack,
  sendAsSlack,
  SLACK,
  slackMarks,
  slackText,
  startSlack,
  writeInSlack,
} from './services/slack-service.ts'

async function open({ token = SLACK.botToken, now }: { token?: string; now?: () => number } = {}) {
  const slack = await startSlack()
  const { signingSecret } = SLACK
  const scene = await openScene(
    slackChannel({ botToken: token, signingSecret, apiUrl: slack.url }),
    ['U1'],
    SLACK.chat,
    now,
  )
  return { ...scene, slack }
}

const buttonsOf = (message: any): Record<string, string> =>
  Object.fromEntries(
    message.blocks
      .flatMap((block: any) => block.elements ?? [])
      .map(({ text, value }: any) => [text.text, value] as const),
  )

test('nothing of a request is folded away behind "see more"', async () => {
  const { ask, slack } = await open()
  ask(`ls${'\n'.repeat(300)}rm -rf x`)
  const sections = (await slack.messages.next()).blocks.filter(({ type }: { type: string }) => type === 'section')
  expect(sections.length).toBeGreaterThan(2)
  expect(sections.filter(({ expand }: { expand?: boolean }) => expand !== true)).toEqual([])
})

test('a request is shown with all that an answer holds for, and is answered by a button', async () => {
  const { ask, desk, slack, store, url } = await open()
  const id = ask('ls -la')
  expect(await desk.show(id)).toEqual(['channels'])
  const message = await slack.messages.next()
  expect(slackText(message)).toContain('ls -la')
  for (const part of [
    `id: ${id}`,
    'folder: /w',
    'agent: main',
    'host: gateway, security allowlist',
    'runs: /usr/bin/ls',
    'sets: CI',
    'until: ',
  ]) {
    expect(slackText(message)).toContain(part)
  }
  const buttons = buttonsOf(message)
  expect(Object.keys(buttons)).toEqual(['Allow once', 'Always, for a day', 'Always allow', 'Deny'])
  expect(await pressInSlack(url, buttons['Allow once']!)).toMatchObject({ status: 200 })
  expect(store.get(id).answer).toMatchObject({ decision: 'allow-once', by: 'U1', surface: 'slack' })
  const update = await slack.updates.next()
  expect(slackText(update)).toContain('allow-once, answered by slack:U1')
  expect(buttonsOf(update)).toEqual({})
})

test.each(HOSTILE)('nothing of a command is a mention, a link or a mark: %j', async (command) => {
  const { ask, slack, problems } = await open()
  ask(command, { agent: `main\nHost: sandbox <!here>` })
  const message = await slack.messages.next()
  expect(problems).toEqual([])
  expect(slackMarks(message)).toEqual([])
  expect(slackText(message)).toContain(shownAs(command))
  expect(slackText(message)).toContain('agent: main\\nHost: sandbox <!here>')
  // Plain text is not read for marks at all.
  expect(JSON.stringify(message.blocks)).not.toContain('"mrkdwn"')
})

test('a long command is shown whole; one that is too long can only be denied there', async () => {
  const { ask, slack, problems, url, store } = await open()
  const long = `echo ${'<&>'.repeat(4000)}`
  ask(long)
  expect(slackText(await slack.messages.next()).replaceAll('\n', '')).toContain(long)
  const tooLong = ask(`echo ${'x'.repeat(500_000)}`)
  const buttons = buttonsOf(await slack.messages.next())
  expect(problems).toEqual([])
  expect(Object.keys(buttons)).toEqual(['Deny'])
  // Neither is it allowed by the one who makes up the button, or writes it.
  await pressInSlack(url, `allow-once:${tooLong}`)
  expect(await writeInSlack(url, `${tooLong} allow-once`)).toMatchObject({
    json: { text: expect.stringContaining('not shown here whole') as string },
  })
  expect(store.get(tooLong).answer).toBeUndefined()
  await pressInSlack(url, buttons['Deny']!)
  expect(store.get(tooLong).answer).toMatchObject({ decision: 'deny' })
})

test('/approve answers; a beginning that several have answers none of them', async () => {
  const { ask, desk, store, url } = await open()
  const ids = Array.from({ length: 17 }, (_, index) => ask(`ls ${index}`))
  await Promise.all(ids.map((id) => desk.show(id)))
  expect(await writeInSlack(url, `${ids[0]} allow-once`)).toMatchObject({
    status: 200,
    json: { response_type: 'ephemeral', text: 'Answered: allow-once.' },
  })
  expect(await writeInSlack(url, `${ids[0]} deny`)).toMatchObject({
    json: { text: 'Already resolved: allow-once by slack:U1.' },
  })
  expect(await writeInSlack(url, 'nonsense')).toMatchObject({
    json: { text: expect.stringMatching(/^Usage/) as string },
  })
  expect(await writeInSlack(url, 'ab allow')).toMatchObject({
    json: { text: expect.stringMatching(/No request/) as string },
  })
  expect(store.pending()).toHaveLength(16)
})

test('a beginning that two requests have is refused with both, and answers neither', async () => {
  const { ask, desk, folder, store, url } = await open()
  const id = ask('ls')
  const file = (name: string) => join(folder, 'requests', `${name}.request.json`)
  const twin = `${id.slice(0, 8)}${'0'.repeat(24)}`
  writeFileSync(file(twin), readFileSync(file(id), 'utf8').replaceAll(id, twin), { mode: 0o600 })
  await Promise.all([desk.show(id), desk.show(twin)])
  for (const decision of ['allow-once', 'allow-always', 'deny']) {
    const { json } = await writeInSlack(url, `${id.slice(0, 8)} ${decision}`)
    expect(json).toMatchObject({ text: expect.stringMatching(/^Ambiguous: 2 requests/) as string })
    for (const one of [id, twin]) expect(JSON.stringify(json)).toContain(one)
  }
  expect([store.get(id).answer, store.get(twin).answer]).toEqual([undefined, undefined])
  expect(await writeInSlack(url, `${twin} deny`)).toMatchObject({ json: { text: 'Answered: deny.' } })
  expect(store.get(id).answer).toBeUndefined()
})

test('nobody but an approver is heard', async () => {
  const { ask, desk, store, url } = await open()
  const id = ask('ls')
  await desk.show(id)
  expect(await pressInSlack(url, `allow-once:${id}`, 'U2')).toEqual({ status: 200, json: null })
  expect(await writeInSlack(url, `${id} allow-once`, 'B1')).toEqual({ status: 200, json: null })
  expect(store.get(id).answer).toBeUndefined()
})

test('what is not signed, signed wrongly, too long ago or sent twice is refused', async () => {
  const { ask, desk, store, url } = await open()
  const id = ask('ls')
  await desk.show(id)
  const value = `allow-once:${id}`
  for (const [signing, error] of [
    [{ secret: 'another' }, /wrong/],
    [{ signature: 'v0=00' }, /wrong/],
    [{ at: Date.now() - 305_000 }, /too old/],
    [{ at: Date.now() + 305_000 }, /too old/],
  ] as const) {
    expect(await pressInSlack(url, value, 'U1', signing)).toMatchObject({
      status: 401,
      json: { error: expect.stringMatching(error) as string },
    })
  }
  const bare = await fetch(`${url}/slack`, { method: 'POST', body: 'payload={}' })
  expect(bare.status).toBe(401)
  expect(store.get(id).answer).toBeUndefined()
  const form = { command: '/approve', text: `${id} deny`, user_id: 'U1' }
  const at = Date.now()
  expect(await sendAsSlack(url, form, { at })).toMatchObject({ status: 200 })
  expect(await sendAsSlack(url, form, { at })).toMatchObject({ status: 401, json: { error: 'it was taken before' } })
})

test.each([
  ['no JSON', { payload: 'no JSON' }, 400],
  ['another type', { payload: '{"type":"view_submission"}' }, 400],
  [
    'no user',
    { payload: '{"type":"block_actions","actions":[{"value":"deny:00112233445566778899aabbccddeeff"}]}' },
    400,
  ],
  ['another button', { payload: '{"type":"block_actions","user":{"id":"U1"},"actions":[{"value":"x"}]}' }, 400],
  ['nothing', {}, 400],
])('what is signed but %s is refused', async (_, form, status) => {
  const { url } = await open()
  expect(await sendAsSlack(url, form as unknown as Record<string, string>)).toMatchObject({ status })
})

test('a token that Slack refuses reaches nobody, and is said without the token', async () => {
  const { ask, desk, problems } = await open({ token: 'xoxb-wrong-secret' })
  expect(await desk.show(ask('ls'))).toEqual([])
  expect(problems).toEqual(['slack: chat.postMessage: it was refused (200: invalid_auth)'])
})

test('anyone who presses a button is told by the URL that comes with it, and only where that is one of Slack', async () => {
  const { ask, desk, slack, url, store } = await open()
  const elsewhere: string[] = []
  const other = await serveHttp(({ path }) => (elsewhere.push(path), { json: {} }))
  for (const place of [`${other}/actions/x`, 'https://hooks.slack.com.example/x', 'file:///etc/passwd', 'no URL', '']) {
    const id = ask(`ls ${place}`)
    await desk.show(id)
    expect(await pressInSlack(url, `deny:${id}`, 'U1', {}, place)).toEqual({ status: 200, json: null })
    expect(store.get(id).answer).toMatchObject({ decision: 'deny' })
  }
  // Another line than those that were denied above.
  const id = ask('date')
  await desk.show(id)
  const place = `${slack.url}/actions/T1/1/x`
  // What is in the answer itself nobody would be shown.
  expect(await pressInSlack(url, `deny:${id}`, 'U1', {}, place)).toEqual({ status: 200, json: null })
  expect(await slack.said.next()).toEqual({
    response_type: 'ephemeral',
    replace_original: false,
    text: 'Answered: deny.',
  })
  expect(await pressInSlack(url, `allow-once:${id}`, 'U1', {}, place)).toMatchObject({ status: 200 })
  expect(await slack.said.next()).toMatchObject({ text: 'Already resolved: deny by slack:U1.' })
  expect(elsewhere).toEqual([])
})

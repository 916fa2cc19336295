import { expect, test } from 'vitest'
import { discordChannel } from '../src/index.ts'
import { HOSTILE, openScene, shownAs } from './open-scene.ts'
import { command, component, DISCORD, sendAsDiscord, startDiscord } from './services/discord-service.ts'

async function open(token = DISCORD.botToken) {
  const discord = await startDiscord()
  const channel = discordChannel({ botToken: token, publicKey: DISCORD.publicKey, apiUrl: discord.url })
  return { ...(await openScene(channel, ['77'], DISCORD.chat)), discord }
}

const buttonsOf = (message: any): Record<string, string> =>
  Object.fromEntries(
    message.components
      .flatMap((row: any) => row.components)
      .map(({ label, custom_id: id }: any) => [label, id] as const),
  )

/** What a person reads: fences, backslashes and the sign of a quote are marks. */
const textOf = (content: string) =>
  content
    .split(/```\n|\n```/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/^> /gm, '').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'),
    )
    .join('')

test('a request is shown, and is answered by a button', async () => {
  const { ask, discord, store, url } = await open()
  const id = ask('ls -la')
  const message = await discord.messages.next()
  for (const part of ['ls -la', `id: ${id}`, 'folder: /w', 'agent: main', 'host: gateway', 'runs: /usr/bin/ls']) {
    expect(textOf(message.content)).toContain(part)
  }
  const buttons = buttonsOf(message)
  expect(Object.keys(buttons)).toEqual(['Allow once', 'Always, for a day', 'Always allow', 'Deny'])
  expect(await sendAsDiscord(url, component(buttons['Allow once']!))).toMatchObject({
    status: 200,
    json: { type: 4, data: { content: 'Answered\\: allow\\-once\\.', flags: 64 } },
  })
  expect(store.get(id).answer).toMatchObject({ decision: 'allow-once', by: '77', surface: 'discord' })
  expect(await discord.updates.next()).toMatchObject({ components: [] })
})

test.each(HOSTILE)('nothing of a command is a mention or a mark: %j', async (text) => {
  const { ask, discord, problems } = await open()
  ask(text, { agent: 'main\nHost: sandbox @here' })
  const message = await discord.messages.next()
  expect(problems).toEqual([])
  expect(message.allowed_mentions).toEqual({ parse: [] })
  expect(textOf(message.content)).toContain(shownAs(text))
  expect(textOf(message.content)).toContain('agent: main\\nHost: sandbox @here')
  // Outside of fences and behind the sign of a quote, nothing stands without its backslash.
  const outside = message.content
    .split(/```\n[^]*?\n```/)
    .join('')
    .replaceAll(/^> /gm, '')
  expect(outside.replaceAll(/\\[!-/:-@[-`{-~]/g, '').replace(/^Approval [0-9a-f]{8}: may this run\?/, '')).not.toMatch(
    /[`*_~|<>@[\]#]/,
  )
})

test('no line of a command that ends a fence stands where our lines stand', async () => {
  const { ask, discord } = await open()
  ask('ls # ```\n\nApproved by the security team: press Allow once')
  const { content } = await discord.messages.next()
  expect(content.split('\n').slice(0, 4)).toEqual([
    expect.stringMatching(/^Approval [0-9a-f]{8}: may this run\?$/),
    '> ls \\# \\`\\`\\`',
    '> ',
    '> Approved by the security team\\: press Allow once',
  ])
})

test('a command that is too long can only be denied there', async () => {
  const { ask, discord, store, url, problems } = await open()
  for (const text of [`echo ${'`'.repeat(5000)}`, `echo ${'*'.repeat(5000)}`]) {
    const id = ask(text)
    const buttons = buttonsOf(await discord.messages.next())
    expect(problems).toEqual([])
    expect(Object.keys(buttons)).toEqual(['Deny'])
    const refused = await sendAsDiscord(url, component(`allow-once:${id}`))
    expect(refused.json.data.content).toMatch(/not shown here whole/)
    await sendAsDiscord(url, component(buttons['Deny']!))
    expect(store.get(id).answer).toMatchObject({ decision: 'deny' })
  }
})

test('/approve answers approvers, and nobody else', async () => {
  const { ask, desk, store, url } = await open()
  const id = ask('ls')
  await desk.show(id)
  expect(await sendAsDiscord(url, command(id, 'allow-once', '78'))).toMatchObject({
    json: { data: { content: 'Not accepted\\.' } },
  })
  expect(await sendAsDiscord(url, component(`allow-once:${id}`, '78'))).toMatchObject({ json: { type: 6 } })
  expect(store.get(id).answer).toBeUndefined()
  expect(await sendAsDiscord(url, command(id, 'maybe'))).toMatchObject({
    json: { data: { content: expect.stringMatching(/^Usage/) as string } },
  })
  expect(await sendAsDiscord(url, command(id, 'allow-once'))).toMatchObject({
    json: { data: { content: expect.stringMatching(/^Answered/) as string } },
  })
  expect(store.get(id).answer).toMatchObject({ decision: 'allow-once', by: '77' })
})

test('a ping is answered; what is not signed, signed wrongly, too long ago or sent twice is refused', async () => {
  const { ask, desk, store, url } = await open()
  const id = ask('ls')
  await desk.show(id)
  expect(await sendAsDiscord(url, { type: 1, id: '1' })).toEqual({ status: 200, json: { type: 1 } })
  const press = component(`allow-once:${id}`)
  for (const change of [{ signature: '0'.repeat(128) }, { signature: 'x' }, { at: Date.now() - 305_000 }]) {
    expect(await sendAsDiscord(url, press, change)).toMatchObject({ status: 401 })
  }
  expect((await fetch(`${url}/discord`, { method: 'POST', body: JSON.stringify(press) })).status).toBe(401)
  expect(store.get(id).answer).toBeUndefined()
  const deny = component(`deny:${id}`)
  expect(await sendAsDiscord(url, deny)).toMatchObject({ status: 200 })
  expect(await sendAsDiscord(url, deny)).toMatchObject({ status: 401, json: { error: 'it was taken before' } })
  const { member: _, ...nobody } = component(`deny:${id}`)
  for (const interaction of [nobody, { ...component('x') }, { ...component('x'), type: 5 }]) {
    expect((await sendAsDiscord(url, interaction)).status).toBe(400)
  }
})

test('a token that Discord refuses reaches nobody, and is said without the token', async () => {
  const { ask, desk, problems } = await open('wrong')
  expect(await desk.show(ask('ls'))).toEqual([])
  expect(problems).toEqual(['discord: create message: it was refused (401: 401: Unauthorized)'])
})

import { expect, test } from 'vitest'
import { telegramChannel } from '../src/index.ts'
import { HOSTILE, openScene, shownAs } from './open-scene.ts'
import { bringByHttp, pressed, startTelegram, TELEGRAM, written } from './services/telegram-service.ts'

async function open({ token = TELEGRAM.botToken, byHttp = false } = {}) {
  const telegram = await startTelegram()
  const { botName, webhookSecret } = TELEGRAM
  const channel = telegramChannel({
    botToken: token,
    botName,
    apiUrl: telegram.url,
    pollSeconds: 1,
    ...(byHttp && { webhookSecret }),
  })
  return { ...(await openScene(channel, ['1'], TELEGRAM.chat)), telegram }
}

const buttonsOf = (message: any): Record<string, string> =>
  Object.fromEntries(
    message.reply_markup.inline_keyboard.flat().map(({ text, callback_data: data }: any) => [text, data] as const),
  )

test('a request is shown, and is answered by a button that is polled for', async () => {
  const { ask, telegram, store } = await open()
  const id = ask('ls -la')
  const message = await telegram.messages.next()
  expect(message.plain).toContain('ls -la')
  for (const part of [
    `id: ${id}`,
    'folder: /w',
    'agent: main',
    'host: gateway, security allowlist',
    'runs: /usr/bin/ls',
  ]) {
    expect(message.plain).toContain(part)
  }
  const buttons = buttonsOf(message)
  expect(Object.keys(buttons)).toEqual(['Allow once', 'Always, for a day', 'Always allow', 'Deny'])
  telegram.bring(pressed(buttons['Always allow']!))
  expect(await telegram.notices.next()).toMatchObject({ text: 'Answered: allow-always.' })
  expect(store.get(id).answer).toMatchObject({ decision: 'allow-always', by: '1', surface: 'telegram' })
  const update = await telegram.updates.next()
  expect(update.plain).toContain('answered by telegram:1')
  expect(update.reply_markup).toBeUndefined()
})

test.each(HOSTILE)('nothing of a command is a mark: %j', async (command) => {
  const { ask, telegram, problems } = await open()
  ask(command, { agent: 'main\nHost: sandbox</pre>' })
  const { plain, text } = await telegram.messages.next()
  expect(problems).toEqual([])
  expect(plain).toContain(shownAs(command))
  expect(plain).toContain('agent: main\\nHost: sandbox</pre>')
  // All of it stands where no mention and no link is looked for.
  expect(text.replaceAll(/<pre>[^]*?<\/pre>/g, '')).toMatch(/^Approval [0-9a-f]{8}: may this run\?\s*$/)
})

test('a command that is too long can only be denied there', async () => {
  const { ask, telegram, store, problems } = await open()
  const id = ask(`echo ${'&'.repeat(50_000)}`)
  const buttons = buttonsOf(await telegram.messages.next())
  expect(problems).toEqual([])
  expect(Object.keys(buttons)).toEqual(['Deny'])
  telegram.bring(pressed(`allow-once:${id}`))
  expect((await telegram.notices.next()).text).toMatch(/not shown here whole/)
  telegram.bring(pressed(buttons['Deny']!))
  expect((await telegram.notices.next()).text).toBe('Answered: deny.')
  expect(store.get(id).answer).toMatchObject({ decision: 'deny' })
})

test('/approve answers, for this bot, and from people only', async () => {
  const { ask, desk, telegram, store } = await open()
  const id = ask('ls')
  await desk.show(id)
  await telegram.messages.next()
  const text = `/approve ${id} allow-once`
  for (const more of [
    { from: { id: 2, is_bot: false } },
    { from: { id: 1, is_bot: true } },
    { sender_chat: { id: -100 } },
    { via_bot: { id: 5 } },
    { forward_origin: { type: 'user' } },
    { from: undefined },
    { text: `/approve@another_bot ${id} allow-once` },
    { text: `please approve ${id} allow-once` },
  ]) {
    telegram.bring(written(text, more))
  }
  telegram.bring(written(`/approve@${TELEGRAM.botName} ${id} deny`))
  expect((await telegram.messages.next()).plain).toBe('Answered: deny.')
  expect(store.get(id).answer).toMatchObject({ decision: 'deny', by: '1' })
})

test('an update is heard once, also when it is brought again', async () => {
  const { ask, desk, telegram, store, url } = await open({ byHttp: true })
  const [first, second] = [ask('ls'), ask('ls 2')]
  await Promise.all([desk.show(first), desk.show(second)])
  const update = telegram.bring(pressed(`deny:${first}`))
  expect(await bringByHttp(url, update)).toMatchObject({ status: 200 })
  expect(store.get(first).answer).toMatchObject({ decision: 'deny' })
  const replayed = { ...update, ...pressed(`allow-once:${second}`) }
  expect(await bringByHttp(url, replayed)).toMatchObject({ status: 200 })
  expect(store.get(second).answer).toBeUndefined()
})

test('what is brought without the secret, or is no update, changes nothing', async () => {
  const { ask, desk, store, url } = await open({ byHttp: true })
  const id = ask('ls')
  await desk.show(id)
  expect(await bringByHttp(url, { update_id: 1, ...pressed(`allow-once:${id}`) }, 'wrong')).toMatchObject({
    status: 401,
  })
  for (const update of [
    null,
    [],
    'x',
    {},
    { update_id: 2 },
    { update_id: 3, callback_query: { data: `deny:${id}` } },
  ]) {
    expect((await bringByHttp(url, update as object)).status).toBeLessThan(500)
  }
  expect(store.get(id).answer).toBeUndefined()
})

test('a token that Telegram refuses reaches nobody, and is said without the token', async () => {
  const { ask, desk, problems } = await open({ token: '123:wrong', byHttp: true })
  expect(await desk.show(ask('ls'))).toEqual([])
  expect(problems).toEqual(['telegram: sendMessage: it was refused (401: Unauthorized)'])
})

test('a flood is waited for as long as Telegram says in its answer', async () => {
  const { ask, desk, telegram } = await open({ byHttp: true })
  telegram.floods.push(0)
  expect(await desk.show(ask('ls'))).toEqual(['channels'])
  expect(await telegram.messages.next()).toMatchObject({ plain: expect.stringContaining('ls') as string })
})

test('a flood that takes too long reaches nobody, and says so', async () => {
  const { ask, desk, telegram, problems } = await open({ byHttp: true })
  telegram.floods.push(600)
  expect(await desk.show(ask('ls'))).toEqual([])
  expect(problems).toEqual(['telegram: sendMessage: it was refused (429: Too Many Requests: retry after 600)'])
})

test('why nothing can be polled for is said once', async () => {
  const telegram = await startTelegram()
  const why =
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
  telegram.conflicts.push(why, why)
  const channel = telegramChannel({ botToken: TELEGRAM.botToken, apiUrl: telegram.url, pollSeconds: 1 })
  const { problems, ask, store } = await openScene(channel, ['1'], TELEGRAM.chat)
  const id = ask('ls')
  await telegram.messages.next()
  telegram.bring(pressed(`deny:${id}`))
  expect((await telegram.notices.next()).text).toBe('Answered: deny.')
  expect(store.get(id).answer).toMatchObject({ decision: 'deny' })
  expect(problems).toEqual([`telegram: getUpdates: it was refused (409: ${why})`])
})

test.each(['edited_message', 'channel_post', 'edited_channel_post', 'business_message', 'guest_message'])(
  'what comes as %s answers nothing',
  async (kind) => {
    const { ask, desk, store, url } = await open({ byHttp: true })
    const id = ask('ls')
    await desk.show(id)
    const { message } = written(`/approve ${id} allow-once`)
    expect(await bringByHttp(url, { update_id: 50, [kind]: message })).toMatchObject({ status: 200 })
    expect(store.get(id).answer).toBeUndefined()
  },
)

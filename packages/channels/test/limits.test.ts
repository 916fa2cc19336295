import { expect, test } from 'vitest'
import { discordChannel, slackChannel, telegramChannel, webhookChannel, type Channel } from '../src/index.ts'
import { openScene } from './open-scene.ts'
import { command, component, DISCORD, sendAsDiscord, startDiscord } from './services/discord-service.ts'
import { serveHttp } from './services/serve-http.ts'
import { pressInSlack, SLACK, startSlack, writeInSlack } from './services/slack-service.ts'
import { bringByHttp, pressed, startTelegram, TELEGRAM, written } from './services/telegram-service.ts'
import { sendAsWebhook } from './services/webhook-service.ts'

const NOW = Date.UTC(2030, 0, 1)
const HOUR = 60 * 60_000

interface Way {
  readonly channel: Channel
  readonly approver: string
  readonly to: string
  /** Writes `/approve` with these words; what is said to it. */
  readonly write: (url: string, id: string, words: string) => Promise<unknown>
  readonly press?: (url: string, value: string) => Promise<unknown>
  /** What was sent last, as JSON. */
  readonly sent: () => Promise<string>
}

let updates = 0
const WAYS: Readonly<Record<string, () => Promise<Way>>> = {
  async slack() {
    const slack = await startSlack()
    const channel = slackChannel({ botToken: SLACK.botToken, signingSecret: SLACK.signingSecret, apiUrl: slack.url })
    const at = { at: NOW }
    return {
      channel,
      approver: 'U1',
      to: SLACK.chat,
      write: (url, id, words) => writeInSlack(url, `${id} ${words}`, 'U1', at),
      press: (url, value) => pressInSlack(url, value, 'U1', at),
      sent: async () => JSON.stringify(await slack.messages.next()),
    }
  },
  async telegram() {
    const telegram = await startTelegram()
    const { botToken, webhookSecret } = TELEGRAM
    return {
      channel: telegramChannel({ botToken, webhookSecret, apiUrl: telegram.url }),
      approver: '1',
      to: TELEGRAM.chat,
      write: (url, id, words) => bringByHttp(url, { update_id: ++updates, ...written(`/approve ${id} ${words}`) }),
      press: (url, value) => bringByHttp(url, telegram.bring({ update_id: ++updates, ...pressed(value) })),
      sent: async () => JSON.stringify(await telegram.messages.next()),
    }
  },
  async discord() {
    const discord = await startDiscord()
    const { botToken, publicKey } = DISCORD
    const at = { at: NOW }
    return {
      channel: discordChannel({ botToken, publicKey, apiUrl: discord.url }),
      approver: '77',
      to: DISCORD.chat,
      write(url, id, words) {
        const [decision = '', ...limits] = words.split(' ')
        return sendAsDiscord(url, command(id, decision, '77', limits.join(' ')), at)
      },
      press: (url, value) => sendAsDiscord(url, component(value), at),
      sent: async () => JSON.stringify(await discord.messages.next()),
    }
  },
  async webhook() {
    const url = await serveHttp(() => ({ json: {} }))
    return {
      channel: webhookChannel({ secret: 'secret' }),
      approver: 'ann',
      to: url,
      write: (at, id, words) => sendAsWebhook(at, { id, decision: words, by: 'ann' }, 'secret', { at: NOW }),
      sent: async () => '',
    }
  },
}

async function open(name: string) {
  const way = await WAYS[name]!()
  return { way, ...(await openScene(way.channel, [way.approver], way.to, () => NOW)) }
}

test.each(Object.keys(WAYS))(
  '%s: an always that is written can have a time, a number of uses and a scope',
  async (name) => {
    const { way, ask, desk, store, url } = await open(name)
    for (const [words, limits] of [
      ['always 1h uses=5 exact', { expiresAt: NOW + HOUR, maxUses: 5, scope: 'exact' }],
      ['allow-always folder', { scope: 'folder' }],
      ['always', undefined],
    ] as const) {
      const id = ask('ls')
      await desk.show(id)
      await way.write(url, id, words)
      expect(store.get(id).answer).toMatchObject({ decision: 'allow-always' })
      expect(store.get(id).answer!.limits).toEqual(limits)
    }
  },
)

test.each(Object.keys(WAYS))('%s: what is no limit answers nothing', async (name) => {
  const { way, ask, desk, store, url } = await open(name)
  const id = ask('ls')
  await desk.show(id)
  for (const words of ['always 1', 'always uses=0', 'always 1h 2h', 'always forever', 'allow-once 1h', 'deny uses=1']) {
    await way.write(url, id, words)
    expect([words, store.get(id).answer]).toEqual([words, undefined])
  }
})

test.each(['slack', 'telegram', 'discord'])('%s: a button grants for a day', async (name) => {
  const { way, ask, desk, store, url } = await open(name)
  const id = ask('ls')
  await desk.show(id)
  expect(await way.sent()).toContain(`"allow-day:${id}"`)
  await way.press!(url, `allow-day:${id}`)
  expect(store.get(id).answer).toMatchObject({
    decision: 'allow-always',
    limits: { expiresAt: NOW + 24 * HOUR },
  })
})

test.each(['slack', 'telegram', 'discord'])(
  '%s: where always is not offered, no button and no word grants',
  async (name) => {
    const { way, ask, desk, store, url } = await open(name)
    const id = ask('ls', {}, { decisions: ['allow-once', 'deny'], grantCovers: undefined })
    await desk.show(id)
    expect(await way.sent()).not.toMatch(/allow-(?:day|always):/)
    await way.press!(url, `allow-day:${id}`)
    await way.write(url, id, 'always 1h')
    expect(store.get(id).answer).toBeUndefined()
  },
)

// Each of these pushes something out of a message that an answer would hold for.
test.each(
  ['slack', 'telegram', 'discord'].flatMap((name) =>
    (
      [
        ['what always covers', {}, { grantCovers: [`sort, below /${'x'.repeat(9000)}`] }],
        ['the folder', { cwd: { path: `/${'x'.repeat(9000)}`, node: '1:1', size: 0, changed: '' } }, {}],
        [
          'the programs',
          {
            executables: Array.from({ length: 500 }, (_, index) => ({
              path: `/usr/bin/program-${index}`,
              node: '1',
              size: 1,
              changed: '',
            })),
          },
          {},
        ],
        ['names of variables', {}, { sets: Array.from({ length: 900 }, (_, index) => `VARIABLE_${index}`) }],
        ['the session', { session: 'x'.repeat(9000) }, {}],
      ] as const
    ).map(([what, change, more]) => [name, what, change, more] as const),
  ),
)('%s: where %s is too long to be shown, it can only be denied there', async (name, _, change, more) => {
  const { way, ask, desk, store, problems, url } = await open(name)
  const id = ask('ls', change, more)
  await desk.show(id)
  expect(problems).toEqual([])
  const sent = await way.sent()
  expect(sent).toContain(`deny:${id}`)
  expect(sent).not.toMatch(/"allow-[a-z]+:/)
  await way.press!(url, `allow-once:${id}`)
  await way.write(url, id, 'always')
  expect(store.get(id).answer).toBeUndefined()
  await way.press!(url, `deny:${id}`)
  expect(store.get(id).answer).toMatchObject({ decision: 'deny' })
})

test.each(['slack', 'telegram', 'discord'])(
  '%s: floods of reasons and warnings do not push out what is bound',
  async (name) => {
    const { way, ask, desk, problems } = await open(name)
    const flood = Array.from({ length: 40 }, (_, index) => `${index} ${'<&*`'.repeat(200)}`)
    const id = ask('ls -la', {}, { reasons: flood, warnings: flood, grantCovers: ['ls, below /w'] })
    await desk.show(id)
    expect(problems).toEqual([])
    const sent = await way.sent()
    for (const part of ['ls -la', 'folder: /w', 'always covers: ls, below /w', `allow-always:${id}`])
      expect(sent).toContain(part)
  },
)

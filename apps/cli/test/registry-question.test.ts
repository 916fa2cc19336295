import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { openGrantStore } from '@poundlock/approvals/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { allow, BY, openGround, textOf } from './network-ground.ts'

const isRoot = process.getuid?.() === 0
/** Names lead to an address of this machine, at the port that registries have: only root may listen there. */
const ADDRESS = `127.80.${process.pid & 255}.${1 + (Date.now() % 250)}`
const CRATES = ['index.crates.io', 'static.crates.io', 'crates.io']
const places = (hosts: readonly string[], port = 80) => hosts.map((host) => `${host}:${port}`)
const get = (host: string, port = 80) => `curl -sS http://${host}:${port}/`

/**
 * A program of the name `cargo`, of which it is known that `cargo fetch` only fetches, and from hosts that its words do
 * not name. It runs what stands in `fetched`: the real one wants certificates of the real hosts.
 */
async function openRegistries(config: Parameters<typeof openGround>[0] = {}) {
  const ground = await openGround(config, {
    ...(isRoot && { address: ADDRESS, listens: 80 }),
    names: (name) => isRoot && [...CRATES, 'other.test', 'github.com', 'raw.githubusercontent.com'].includes(name),
  })
  const programs = join(ground.workspace, '..', 'programs')
  mkdirSync(programs)
  for (const name of ['cargo', 'make']) writeFileSync(join(programs, name), `#!/bin/sh\n. ./fetched\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env['PATH']}`)
  const fetches = (...lines: readonly string[]) =>
    writeFileSync(join(ground.workspace, 'fetched'), lines.map((line) => `${line}\n`).join(''))
  const { questions } = ground
  /** Answers every question, and says what each asked about. */
  const answerAll = (answer: Parameters<(typeof questions)[number]['answer']>[0]) => {
    let isOver = false
    onTestFinished(() => void (isOver = true))
    const next = async (): Promise<void> => {
      const question = await ground.asked()
      question.answer(answer)
      return isOver ? undefined : next()
    }
    void next()
  }
  const about = () => questions.map(({ call }) => /^contact (.*?) for: /.exec(call.command)![1])
  return { ...ground, fetches, answerAll, about }
}

test('a command that fetches asks about the hosts of a registry once, and says so', async () => {
  const { open, asked, questions, fetches, workspace } = await openRegistries()
  fetches(...CRATES.map((host) => get(host)))
  const host = await open()
  const question = asked()
  const running = host.call('exec', { command: 'cargo fetch' })
  const { call, answer } = await question
  expect(call.command).toBe(`contact ${places(CRATES).join(', ')} for: cargo fetch`)
  expect(call.decision.reasons.map(({ message, effect }) => [message, effect?.path])).toEqual([
    ['index.crates.io:80 is not among the hosts that sandbox.egress names.', 'index.crates.io:80'],
    ['cargo fetches from its host.', 'index.crates.io:80'],
    ...places(CRATES.slice(1)).map((place) => [
      `${place} is of the same registry (preset:crates): the answer lets it fetch from there too.`,
      place,
    ]),
  ])
  expect(call.decision.fix).toMatchObject([{ key: 'sandbox.egress', value: 'preset:crates' }])
  expect(call.binding.argv).toEqual(places(CRATES).map((place) => ['sandbox.egress', place, 'fetches']))
  expect(call.always).toEqual([
    `connections to ${places(CRATES).join(', ')} by contained commands below ${workspace}, which only fetch`,
    'with "exact": for the rest of this session only',
  ])
  answer(allow())
  const outcome = await running
  expect(outcome.run?.denials).toEqual([])
  if (isRoot) expect(textOf(outcome)).toBe('reached\n'.repeat(3))
  expect(questions).toHaveLength(1)
  // Once is for this command.
  const again = asked()
  const second = host.call('exec', { command: 'cargo fetch' })
  ;(await again).answer({ answer: 'deny', by: BY, reason: 'not today' })
  expect((await second).run?.denials.map(({ target }) => target)).toEqual(places(CRATES))
  // The refusal holds for all of them.
  expect(questions).toHaveLength(2)
})

test('connections to several hosts of a registry at the same time are one question', async () => {
  const { open, answerAll, about, fetches } = await openRegistries()
  fetches(...CRATES.map((host) => `${get(host)} &`), 'wait')
  const host = await open()
  answerAll(allow())
  expect((await host.call('exec', { command: 'cargo fetch' })).run?.denials).toEqual([])
  expect(about()).toEqual([places(CRATES).join(', ')])
})

test.each(['exact', 'workspace'] as const)(
  'an answer for good (%s) holds for the hosts of the registry, for fetching, and for no more',
  async (scope) => {
    const { open, answerAll, about, fetches, state, questions } = await openRegistries()
    const host = await open()
    answerAll(allow(scope))
    fetches(get('static.crates.io'))
    await host.call('exec', { command: 'cargo fetch' })
    for (const command of [...CRATES.map((name) => get(name)), 'cargo update']) {
      expect((await host.call('exec', { command })).run?.denials, command).toEqual([])
    }
    expect(about()).toEqual([places(CRATES).join(', ')])
    if (scope === 'workspace') {
      const grants = openGrantStore(join(state, 'approvals', 'grants')).list().grants
      // Each host by itself: a later version may know more hosts of the registry.
      expect(grants.map(({ covers }) => covers.split(' ')[2])).toEqual(places(CRATES))
    }
    for (const [command, asks] of [
      [`${get('crates.io')} -d x=1`, 'crates.io:80'],
      [get('index.crates.io', 443), 'index.crates.io:443'],
      [get('sub.crates.io'), 'sub.crates.io:80'],
      [get('crates.io.other.test'), 'crates.io.other.test:80'],
      ['make', 'static.crates.io:80'],
    ] as const) {
      questions.length = 0
      // oxlint-disable-next-line no-await-in-loop -- each with its own question
      await host.call('exec', { command })
      expect(about(), command).toEqual([asks])
    }
  },
)

test.each<readonly [string, string, readonly string[]]>([
  ['it is not known what it does there', 'cargo build', ['index.crates.io:80', 'static.crates.io:80']],
  ['the line names its hosts', `${get('index.crates.io')}; ${get('static.crates.io')}`, places(CRATES.slice(0, 2))],
  ['it sends', `cargo fetch && ${get('index.crates.io')} -d x=1`, places(CRATES.slice(0, 2))],
  ['a script of the line can send', 'cargo fetch && make', places(CRATES.slice(0, 2))],
])('each host is a question of its own where %s', async (_, command, expected) => {
  const { open, answerAll, about, fetches } = await openRegistries()
  fetches(get('index.crates.io'), get('static.crates.io'))
  const host = await open()
  answerAll(allow())
  await host.call('exec', { command })
  expect(about()).toEqual(expected)
})

test('hosts where everybody keeps files are not one registry, and neither are other ports of one', async () => {
  const { open, answerAll, about, fetches } = await openRegistries()
  fetches(get('github.com'), get('raw.githubusercontent.com'), get('index.crates.io', 8080))
  const host = await open()
  answerAll({ answer: 'deny', by: BY })
  await host.call('exec', { command: 'cargo fetch' })
  expect(about()).toEqual(['github.com:80', 'raw.githubusercontent.com:80', 'index.crates.io:8080'])
})

test.each<readonly [string, 'deny' | 'ask', readonly string[], readonly string[]]>([
  ['denies', 'deny', [], ['static.crates.io:80']],
  ['asks about', 'ask', ['static.crates.io:80'], []],
])('a host that a rule %s is left out of the question', async (_, action, alone, denied) => {
  const { open, answerAll, questions, fetches } = await openRegistries({
    tools: { exec: { [action]: ['net.egress:static.crates.io'] } },
  })
  fetches(...CRATES.map((host) => get(host)))
  const host = await open()
  answerAll(allow())
  const { run } = await host.call('exec', { command: 'cargo fetch' })
  expect(questions.map(({ call }) => call.command)).toEqual([
    // The line can contact what the rule is about: that is asked before it starts.
    'cargo fetch',
    'contact index.crates.io:80, crates.io:80 for: cargo fetch',
    ...alone.map((place) => `contact ${place} for: cargo fetch`),
  ])
  expect(run?.denials.map(({ target }) => target)).toEqual(denied)
})

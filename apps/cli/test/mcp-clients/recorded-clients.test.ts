import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene } from '../poundlock.ts'
import { startServe } from '../serve-client.ts'
import { CALLS, POLICY, RECORDED_CLIENTS } from './record/recorded-clients.ts'

/** What `record/record-clients.ts` wrote down of one release of a client. */
interface Recording {
  readonly client: string
  readonly version: string
  readonly recorded: string
  /** Tools that the client offered its model at once; others it finds by searching. */
  readonly offered: readonly string[]
  /** Files that calls made: `own` by a tool of the client's own. */
  readonly made: readonly string[]
  readonly messages: readonly { readonly from: 'client' | 'server'; readonly message: Message }[]
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly params?: any
  readonly result?: any
}

const folder = new URL('../fixtures/mcp-clients/', import.meta.url)
const recordings = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording,
)

const isResumed = ({ params }: Message) => params?.requestState !== undefined
function isStateless({ params }: Message): boolean {
  const { _meta: meta } = params ?? {}
  return meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined
}

/** How each call ended: an answer, or the first word of why not. */
const endsOf = (answers: readonly Message[]) =>
  answers
    .filter(({ result }) => result?.content !== undefined)
    .map(({ result }) => (result.isError === true ? /^\w+/.exec(result.content[0].text)![0] : result.content[0].text))

test('every client that can be run without a person is recorded', () => {
  const names = [...new Set(recordings.map(({ client }) => client))]
  expect(names.toSorted()).toEqual(Object.keys(RECORDED_CLIENTS).toSorted())
})

describe.each(recordings)('$client $version, recorded on $recorded', ({ made, messages }) => {
  const recorded = messages.filter(({ from }) => from === 'server').map(({ message }) => message)

  test('made its calls, got what the policy says, and could not go around it', () => {
    const calls = messages.filter(({ message }) => message.method === 'tools/call' && !isResumed(message))
    expect(calls.map(({ message }) => [message.params.name, message.params.arguments])).toEqual(CALLS)
    expect(endsOf(recorded).slice(0, 3)).toEqual(['     1\thello', '(no output)', 'denied'])
    // `own` would be there if a tool of the client's own had still run a command or written a file.
    expect(made).toEqual(['allowed'])
  })

  test('is answered the same when it says the same again', async () => {
    const scene = openScene()
    scene.configure(POLICY)
    writeFileSync(join(scene.workspace, 'a.txt'), 'hello\n')
    const client = startServe(scene)
    const answers: Message[] = []
    for (const [index, { from, message }] of messages.entries()) {
      if (from === 'server') continue
      const placed = JSON.parse(JSON.stringify(message).replaceAll('$CWD', scene.workspace)) as Message
      if (placed.method === undefined) {
        const asked = await client.message((one) => one.method === 'elicitation/create')
        const before = recorded.find(({ method }) => method === 'elicitation/create')!
        const { enum: choices, ...decision } = asked.params.requestedSchema.properties.decision
        expect(before.params.requestedSchema.properties.decision).toMatchObject(decision)
        // Fewer where not all of what "always" covers would be seen.
        expect(before.params.requestedSchema.properties.decision.enum).toEqual(expect.arrayContaining(choices))
        client.send({ ...placed, id: asked.id })
        continue
      }
      // Drawn by chance: what it was this time.
      const requestState = answers.findLast(({ result }) => result?.requestState !== undefined)?.result.requestState
      const params = isResumed(placed) ? { ...placed.params, requestState } : placed.params
      client.write(`${JSON.stringify({ ...placed, params })}\n`)
      // With a handshake, a call that is asked about may be answered after what follows.
      const next = messages.slice(index + 1).find((one) => one.from === 'client' || one.message.id === placed.id)
      const isAsked =
        placed.params?.arguments?.command === 'touch asked' && !isStateless(placed) && next?.from !== 'server'
      if (placed.method === 'subscriptions/listen') continue
      if (placed.id !== undefined && !isAsked) answers.push(await client.answerTo(placed.id))
      else if (isAsked) void client.answerTo(placed.id!).then((answer) => answers.push(answer))
    }
    await expect.poll(() => endsOf(answers).length).toBe(CALLS.length)
    expect(endsOf(answers)).toEqual(endsOf(recorded))
    for (const [name, isThere] of [
      ['allowed', true],
      ['denied', false],
      ['asked', false],
    ] as const) {
      expect(existsSync(join(scene.workspace, name))).toBe(isThere)
    }
  })
})

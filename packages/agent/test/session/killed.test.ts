import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Conversation, createTranscript, readTranscript } from '../../src/index.ts'

const program = fileURLToPath(new URL('../fixtures/killed-session.ts', import.meta.url))
const isThorough = process.env['POUNDLOCK_THOROUGH'] === '1'

let folder: string
let steps = 0

const work = (id: string, at: number) =>
  spawnSync(process.execPath, ['--conditions=@poundlock/source', program, folder, id, String(at)], { encoding: 'utf8' })

async function newSession(): Promise<string> {
  const transcript = await createTranscript(folder, { agent: 'main', workspace: folder, model: 'script:ten-calls' })
  transcript.close()
  return transcript.session.id
}

const effects = () => {
  try {
    return readFileSync(join(folder, 'effects'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'killed-session-'))
  const { stdout, stderr } = work(await newSession(), 0)
  steps = Number(stdout)
  if (!(steps > 80)) throw new Error(`the program counted ${stdout}: ${stderr}`)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a session that is killed at any step goes on: each call ran at most once, and nothing is lost', async () => {
  for (let at = 1; at <= steps; at += isThorough ? 4 : 13) {
    rmSync(join(folder, 'effects'), { force: true })
    const id = await newSession()
    expect(work(id, at).signal, `step ${at}`).toBe('SIGKILL')
    const before = readTranscript(folder, id).entries
    const known = before.flatMap((entry) => (entry.type === 'result' ? [entry.callId] : []))
    // A result that stands there is of a call that ran.
    expect(effects().length, `step ${at}`).toBeGreaterThanOrEqual(known.length)
    expect(work(id, 0).status, `step ${at}`).toBe(0)
    const { entries } = readTranscript(folder, id)
    expect(entries.slice(0, before.length), `step ${at}`).toEqual(before)
    const ran = effects()
    expect(new Set(ran).size, `step ${at}: ${ran.join()}`).toBe(ran.length)
    const results = entries.filter((entry) => entry.type === 'result')
    // One call may have run without anybody having seen its end.
    const unknown = results.filter(({ status }) => status === 'unknown')
    expect(unknown.length, `step ${at}`).toBeLessThanOrEqual(1)
    const counted = results.flatMap(({ status, content }) =>
      status === 'ran' && content[0]?.type === 'text' ? [content[0].text.slice('counted '.length)] : [],
    )
    expect(ran, `step ${at}`).toEqual(expect.arrayContaining(counted))
    expect(ran.length - counted.length, `step ${at}`).toBeLessThanOrEqual(unknown.length)
    inOrder(new Conversation(entries))
  }
}, 300_000)

/** Each answer with calls is followed by their results, one each. */
function inOrder(conversation: Conversation): void {
  const messages = conversation.messages()
  expect(conversation.openCalls()).toEqual([])
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const ids = message.parts.flatMap((part) => (part.type === 'call' ? [part.call.id] : []))
    const next = messages[index + 1]
    if (ids.length > 0) expect(next).toMatchObject({ role: 'tool', results: ids.map((callId) => ({ callId })) })
  }
}

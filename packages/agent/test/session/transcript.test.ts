import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTranscript,
  findTranscript,
  forkTranscript,
  listTranscripts,
  openTranscript,
  readTranscript,
  type TranscriptEntry,
} from '../../src/index.ts'

const NEW = { agent: 'main', workspace: '/w', model: 'script:m' }
const PROMPT: TranscriptEntry = { type: 'prompt', content: [{ type: 'text', text: 'go' }] }
const STARTED: TranscriptEntry = { type: 'call-started', callId: 'c', runId: 'r', onlyReads: false }

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'transcript-')), 'sessions')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const fileOf = (id: string) => join(folder, `${id}.jsonl`)

test('entries are added, and read again in their order; the file is for its owner alone', async () => {
  const made = await createTranscript(folder, NEW)
  const { id } = made.session
  await made.write(PROMPT)
  await made.write(STARTED)
  made.close()
  expect(statSync(fileOf(id)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const again = await openTranscript(folder, id)
  expect(again.entries).toEqual([made.session, PROMPT, STARTED])
  await again.write({ type: 'prompt-ended', reason: 'answered' })
  again.close()
  expect(listTranscripts(folder, 10)).toEqual([{ id, ...NEW, title: 'go', prompts: 1, turns: 0, ended: 'answered' }])
  expect(findTranscript(folder, 'last')).toBe(id)
  expect(findTranscript(folder, id.slice(-6))).toBe(id)
})

test('a session is open once; one whose process has gone is free', async () => {
  const made = await createTranscript(folder, NEW)
  const { id } = made.session
  await expect(openTranscript(folder, id)).rejects.toMatchObject({ code: 'SESSION_BUSY' })
  made.close()
  made.close()
  await expect(made.write(PROMPT)).rejects.toMatchObject({ code: 'SESSION_BROKEN' })
  const holder = join(folder, `${id}.holder`)
  symlinkSync('999999999:1:0:0:gone:x', holder)
  await expect(openTranscript(folder, id)).rejects.toMatchObject({ code: 'SESSION_BUSY' })
  rmSync(holder)
  const again = await openTranscript(folder, id)
  again.close()
  expect(readdirSync(folder).filter((name) => name.includes('holder'))).toEqual([])
})

test('half a line at the end is dropped, and any other line that is no entry is said to be one', async () => {
  const made = await createTranscript(folder, NEW)
  const { id } = made.session
  await made.write(PROMPT)
  made.close()
  appendFileSync(fileOf(id), '{"type":"result","callId":"c","cont')
  const again = await openTranscript(folder, id)
  expect(again.entries).toHaveLength(2)
  await again.write(STARTED)
  again.close()
  expect(readTranscript(folder, id).entries).toEqual([made.session, PROMPT, STARTED])
  for (const line of ['garbage', '{"type":"unheard-of"}', '{"type":"result"}', 'null', '[]']) {
    const text = readFileSync(fileOf(id), 'utf8')
    appendFileSync(fileOf(id), `${line}\n`)
    expect(() => readTranscript(folder, id)).toThrow(/:4: is no entry/)
    writeFileSync(fileOf(id), text)
  }
})

test('ids are not paths, and unknown ones are said to be so', async () => {
  const made = await createTranscript(folder, NEW)
  made.close()
  for (const id of ['../state', '', '20260101-000000-00000000', `${made.session.id}/../x`]) {
    await expect(openTranscript(folder, id)).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' })
  }
  expect(() => findTranscript(folder, '')).toThrow(/no session/)
  const link = '20260101-000000-00000001'
  symlinkSync(fileOf(made.session.id), fileOf(link))
  expect(() => readTranscript(folder, link)).toThrow(/STATE_FILE_UNTRUSTED|link|symbolic/)
})

test('a fork begins with what was said, and goes its own way', async () => {
  const made = await createTranscript(folder, NEW)
  await made.write(PROMPT)
  const fork = await forkTranscript(folder, made.session.id)
  expect(fork.session).toMatchObject({ ...NEW, parent: made.session.id })
  await fork.write(STARTED)
  expect(readTranscript(folder, made.session.id).entries).toHaveLength(2)
  expect(readTranscript(folder, fork.session.id).entries.slice(1)).toEqual([PROMPT, STARTED])
  made.close()
  fork.close()
})

test('after a write that failed, nothing more is written', async () => {
  const made = await createTranscript(folder, NEW)
  const circular = { type: 'prompt', content: [] as unknown[] }
  circular.content.push(circular)
  await expect(made.write(circular as unknown as TranscriptEntry)).rejects.toMatchObject({ code: 'SESSION_BROKEN' })
  await expect(made.write(PROMPT)).rejects.toMatchObject({ code: 'SESSION_BROKEN' })
  made.close()
})

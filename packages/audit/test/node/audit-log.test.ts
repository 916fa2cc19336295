import {
  appendFileSync,
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../src/index.ts'
import { sha256 } from '../../src/node/hash.ts'
import { openAuditLog, verifyAuditLog } from '../../src/node/index.ts'
import { DECISION, RUN_END, RUN_START } from '../sample-chain.ts'

const clock = (): Date => new Date('2025-03-04T05:06:07.089Z')
const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)
const isRoot = process.geteuid?.() === 0

const records = (path: string): AuditRecord[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditRecord)

describe('openAuditLog', () => {
  test('makes a folder of mode 0700 and files of mode 0600, whatever the umask', async () => {
    const directory = join(temporaryFolder(), 'state', 'audit')
    const before = process.umask(0)
    try {
      const log = await openAuditLog(directory, { clock })
      await log.append('decision', DECISION)
      await log.close()
    } finally {
      process.umask(before)
    }
    expect(modeOf(directory)).toBe('700')
    expect(readdirSync(directory)).toEqual(['000001.jsonl'])
    expect(modeOf(join(directory, '000001.jsonl'))).toBe('600')
  })

  test('appends a chain that other openings go on with', async () => {
    const directory = temporaryFolder()
    const first = await openAuditLog(directory, { clock })
    const one = await first.append('decision', DECISION)
    const second = await openAuditLog(directory, { clock })
    const two = await second.append('run-start', RUN_START)
    const three = await first.append('run-end', RUN_END)
    expect([one.seq, two.seq, three.seq]).toEqual([1, 2, 3])
    expect([two.prev, three.prev]).toEqual([one.hash, two.hash])
    expect(records(join(directory, '000001.jsonl'))).toEqual([one, two, three])
    expect(first.head).toEqual({ seq: 3, hash: three.hash })
    await Promise.all([first.close(), second.close()])
    expect(await verifyAuditLog(directory, { head: three.hash })).toMatchObject({ ok: true, records: 3, segments: 1 })
  })

  test('keeps the order of calls that do not wait for each other', async () => {
    const directory = temporaryFolder()
    const log = await openAuditLog(directory)
    const appended = await Promise.all(Array.from({ length: 300 }, (_, index) => log.append('note', { index })))
    expect(appended.map((record) => record.seq)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
    await log.close()
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 300 })
  })

  test('keeps it where some wait for the disk, some for a turn, and some for nobody', async () => {
    const directory = temporaryFolder()
    const log = await openAuditLog(directory)
    const appended: Promise<AuditRecord>[] = []
    for (let round = 0; round < 20; round++) {
      appended.push(log.append('note', { round }), log.append('run-start', RUN_START), log.append('note', { round }))
      if (round % 3 === 0) await appended.at(-1)
      if (round % 5 === 0) await Promise.resolve()
    }
    const numbers = (await Promise.all(appended)).map((record) => record.seq)
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
    await log.close()
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 60 })
  })

  test('reads the data during the call', async () => {
    const log = await openAuditLog(temporaryFolder())
    const data = { value: 1 }
    const appending = log.append('note', data)
    data.value = 2
    await appending
    await log.close()
    expect(records(join(log.directory, '000001.jsonl'))[0]?.data).toEqual({ value: 1 })
  })

  test('begins a new segment when one is full, and chains across', async () => {
    const directory = temporaryFolder()
    const log = await openAuditLog(directory, { segmentBytes: 1000 })
    for (let index = 0; index < 20; index++) await log.append('note', { index, text: 'x'.repeat(100) })
    await log.close()
    const names = readdirSync(directory)
    expect(names.length).toBeGreaterThan(3)
    expect(names[1]).toBe('000002.jsonl')
    const [before, after] = names.slice(0, 2).map((name) => records(join(directory, name)))
    expect(after?.[0]?.prev).toBe(before?.at(-1)?.hash)
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 20, segments: names.length })
  })

  test('follows another process into its new segment', async () => {
    const directory = temporaryFolder()
    const slow = await openAuditLog(directory)
    await slow.append('note', {})
    const other = await openAuditLog(directory, { segmentBytes: 1 })
    await other.append('note', {})
    await other.append('note', {})
    expect(await slow.append('note', {})).toMatchObject({ seq: 4 })
    await Promise.all([slow.close(), other.close()])
    expect(readdirSync(directory)).toHaveLength(3)
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 4, segments: 3 })
  })

  test('follows it also while it keeps its name for the lock', async () => {
    const directory = temporaryFolder()
    const slow = await openAuditLog(directory)
    for (let index = 0; index < 3; index++) await slow.append('note', {})
    const other = await openAuditLog(directory, { segmentBytes: 1 })
    for (let round = 0; round < 3; round++) {
      await other.append('note', {})
      await slow.append('note', {})
      await slow.append('note', {})
    }
    await Promise.all([slow.close(), other.close()])
    expect(readdirSync(directory)).toHaveLength(4)
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 12, segments: 4 })
  })

  test('goes on in a segment that was begun and not written to', async () => {
    const directory = temporaryFolder()
    const log = await openAuditLog(directory)
    await log.append('note', {})
    await log.close()
    writeFileSync(join(directory, '000002.jsonl'), '', { mode: 0o600 })
    const again = await openAuditLog(directory)
    expect(await again.append('note', {})).toMatchObject({ seq: 2 })
    await again.close()
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 2, segments: 2 })
  })

  test('refuses what is no JSON and goes on', async () => {
    const log = await openAuditLog(temporaryFolder())
    await expect(log.append('note', { at: 1n })).rejects.toMatchObject({ code: 'AUDIT_DATA' })
    await expect(log.append('Not A Type', {})).rejects.toMatchObject({ code: 'AUDIT_DATA' })
    expect(await log.append('note', {})).toMatchObject({ seq: 1 })
    await log.close()
  })

  test('takes nothing after it was closed, and closes twice', async () => {
    const log = await openAuditLog(temporaryFolder())
    const last = log.append('note', {})
    await log.close()
    await log.close()
    expect(await last).toMatchObject({ seq: 1 })
    await expect(log.append('note', {})).rejects.toMatchObject({ code: 'AUDIT_CLOSED' })
  })

  test('holds one descriptor, however often it is used and rotated', async () => {
    const log = await openAuditLog(temporaryFolder(), { segmentBytes: 1, durability: 'none' })
    await log.append('note', {})
    const before = readdirSync('/proc/self/fd').length
    for (let index = 0; index < 50; index++) await log.append('note', {})
    expect(readdirSync('/proc/self/fd').length).toBe(before)
    await log.close()
    expect(readdirSync('/proc/self/fd').length).toBe(before - 1)
  })
})

describe('a write that was cut off', () => {
  const torn = '{"data":{"callId":"ca'

  test.each<[string, Buffer]>([
    ['text', Buffer.from(torn)],
    ['half a character', Buffer.from('{"data":{"command":"“').subarray(0, -1)],
    ['zeros, as a power cut leaves them', Buffer.alloc(5000)],
    ['a single byte', Buffer.from('{')],
  ])('leaves %s, which is kept, and the next append accounts for it', async (_, bytes) => {
    const directory = temporaryFolder()
    const path = join(directory, '000001.jsonl')
    const log = await openAuditLog(directory)
    await log.append('decision', DECISION)
    await log.close()
    const whole = readFileSync(path)
    appendFileSync(path, bytes)
    expect((await verifyAuditLog(directory)).problems).toMatchObject([{ kind: 'torn', line: 2 }])

    const again = await openAuditLog(directory)
    expect(await again.append('run-end', RUN_END)).toMatchObject({ seq: 3 })
    await again.close()
    const content = readFileSync(path)
    expect(content.subarray(0, whole.length + bytes.length + 1)).toEqual(
      Buffer.concat([whole, bytes, Buffer.from('\n')]),
    )
    const recovery = JSON.parse(content.toString('utf8').split('\n').at(-3) ?? '') as AuditRecord
    expect(recovery).toMatchObject({ seq: 2, type: 'recovery', data: { bytes: bytes.length, hash: sha256(bytes) } })
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 3, recoveries: 1 })
  })

  test('may be found by a process that has the log open', async () => {
    const log = await openAuditLog(temporaryFolder())
    await log.append('note', {})
    appendFileSync(join(log.directory, '000001.jsonl'), torn)
    expect(await log.append('note', {})).toMatchObject({ seq: 3 })
    await log.close()
    expect(await verifyAuditLog(log.directory)).toMatchObject({ ok: true, records: 3, recoveries: 1 })
  })

  test('lacks only the line end: the record counts', async () => {
    const directory = temporaryFolder()
    const path = join(directory, '000001.jsonl')
    const log = await openAuditLog(directory)
    await log.append('note', {})
    await log.append('note', {})
    await log.close()
    truncateSync(path, statSync(path).size - 1)
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: false, problems: [{ kind: 'torn', seq: 2 }] })
    const again = await openAuditLog(directory)
    expect(await again.append('note', {})).toMatchObject({ seq: 3 })
    await again.close()
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 3, recoveries: 0 })
  })

  test('can be the first of its segment', async () => {
    const directory = temporaryFolder()
    const log = await openAuditLog(directory)
    await log.append('note', {})
    await log.close()
    writeFileSync(join(directory, '000002.jsonl'), torn, { mode: 0o600 })
    const again = await openAuditLog(directory, { segmentBytes: 1 })
    await again.append('note', {})
    await again.close()
    expect(await verifyAuditLog(directory)).toMatchObject({ ok: true, records: 3, recoveries: 1 })
  })
})

describe('a log that cannot be trusted is refused', () => {
  const fails = async (directory: string, code: string): Promise<void> => {
    const opening = openAuditLog(directory)
    await expect(opening).rejects.toMatchObject({ code, remedy: expect.stringMatching(/\w/) as string })
    await expect(opening).rejects.toThrow(directory)
  }
  const writtenLog = async (): Promise<string> => {
    const directory = temporaryFolder()
    const log = await openAuditLog(directory)
    await log.append('note', {})
    await log.append('note', {})
    await log.close()
    return directory
  }

  test('when its folder is a link', async () => {
    const directory = await writtenLog()
    const link = join(temporaryFolder(), 'link')
    symlinkSync(directory, link)
    await fails(link, 'AUDIT_UNTRUSTED')
  })

  test('when its folder leads nowhere', async () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync('/nowhere/at/all', link)
    await expect(openAuditLog(link)).rejects.toMatchObject({ name: 'AuditError' })
  })

  test.each([0o770, 0o707, 0o777])('when others can write to its folder, mode %o', async (mode) => {
    const directory = temporaryFolder()
    chmodSync(directory, mode)
    await fails(directory, 'AUDIT_UNTRUSTED')
  })

  test('when a file is in the place of the folder', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    await fails(file, 'AUDIT_UNTRUSTED')
    await fails(join(file, 'audit'), 'AUDIT_DIRECTORY')
  })

  test('when its segment is a link, has a second name, or can be written by others', async () => {
    const directory = await writtenLog()
    const path = join(directory, '000001.jsonl')
    chmodSync(path, 0o620)
    await fails(directory, 'AUDIT_UNTRUSTED')
    chmodSync(path, 0o600)
    linkSync(path, join(directory, 'second'))
    await fails(directory, 'AUDIT_UNTRUSTED')
    renameSync(join(directory, 'second'), path)
    rmSync(join(directory, 'second'))
    await openAuditLog(directory).then((log) => log.close())
    renameSync(path, join(directory, 'moved'))
    symlinkSync('moved', path)
    await fails(directory, 'AUDIT_UNTRUSTED')
  })

  test('when its segment is a folder', async () => {
    const directory = temporaryFolder()
    mkdirSync(join(directory, '000001.jsonl'))
    await expect(openAuditLog(directory)).rejects.toMatchObject({ name: 'AuditError' })
  })

  test.runIf(isRoot)('when it belongs to another user', async () => {
    const directory = await writtenLog()
    chownSync(join(directory, '000001.jsonl'), 65534, 65534)
    await fails(directory, 'AUDIT_UNTRUSTED')
    chownSync(directory, 65534, 65534)
    await fails(directory, 'AUDIT_UNTRUSTED')
  })

  test.each<[string, (path: string) => void]>([
    ['changed', (path) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"seq":2', '"seq":3'))],
    ['garbage', (path) => appendFileSync(path, 'garbage\n')],
    ['longer than any record', (path) => appendFileSync(path, Buffer.alloc(26 * 1024 * 1024))],
  ])('when its last line is %s', async (_, damage) => {
    const directory = await writtenLog()
    damage(join(directory, '000001.jsonl'))
    await fails(directory, 'AUDIT_DAMAGED')
  })

  test.each<[string, (path: string) => void]>([
    ['removed', (path) => rmSync(path)],
    ['shorter', (path) => truncateSync(path, 100)],
    [
      'another file',
      (path) => (renameSync(path, `${path}.old`), writeFileSync(path, readFileSync(`${path}.old`), { mode: 0o600 })),
    ],
  ])('when its segment is %s while it is open', async (_, tamper) => {
    const directory = await writtenLog()
    const log = await openAuditLog(directory)
    tamper(join(directory, '000001.jsonl'))
    await expect(log.append('note', {})).rejects.toMatchObject({ code: 'AUDIT_REPLACED' })
    await log.close()
  })

  test('when its folder is replaced by a link while it is open', async () => {
    const directory = await writtenLog()
    const elsewhere = await writtenLog()
    const log = await openAuditLog(directory)
    renameSync(directory, `${directory}-moved`)
    symlinkSync(elsewhere, directory)
    await expect(log.append('note', {})).rejects.toMatchObject({ code: 'AUDIT_UNTRUSTED' })
    rmSync(directory)
    renameSync(`${directory}-moved`, directory)
    expect(await verifyAuditLog(elsewhere)).toMatchObject({ records: 2 })
    await log.close()
  })

  test('when others get to write to its folder while it is open', async () => {
    const directory = await writtenLog()
    const log = await openAuditLog(directory)
    chmodSync(directory, 0o777)
    await expect(log.append('note', {})).rejects.toMatchObject({ code: 'AUDIT_UNTRUSTED' })
    chmodSync(directory, 0o700)
    expect(await log.append('note', {})).toMatchObject({ seq: 3 })
    await log.close()
  })
})

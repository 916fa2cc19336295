import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { EMPTY_DOCUMENT } from '../../src/document/parse-document.ts'
import { addToAllowlist, parseApprovals } from '../../src/index.ts'
import { openApprovalsStore } from '../../src/node/index.ts'
import { bundledFixture, startFixture, temporaryFolder } from './start-fixture.ts'

const isRoot = process.getuid?.() === 0

describe('the file of a host', () => {
  test('is the owner’s alone, and is changed in one step', async () => {
    const file = join(temporaryFolder(), 'state', 'exec-approvals.json')
    const store = openApprovalsStore(file)
    expect(store.read()).toEqual({ document: EMPTY_DOCUMENT, hash: null })
    const { hash } = await store.update((document) => addToAllowlist(document, 'main', { pattern: 'rg' }))
    expect(store.read()).toEqual({
      document: { version: 1, agents: { main: { allowlist: [{ pattern: 'rg' }] } } },
      hash,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(file, '..'))).toEqual(['exec-approvals.json'])
  })

  test('is not written where nothing changes, nor over what somebody else wrote meanwhile', async () => {
    const file = join(temporaryFolder(), 'exec-approvals.json')
    const store = openApprovalsStore(file)
    await store.update((document) => document, null)
    expect(store.read().hash).toBeNull()
    const first = await store.update((document) => addToAllowlist(document, 'main', { pattern: 'a' }), null)
    const late = store.update((document) => addToAllowlist(document, 'main', { pattern: 'b' }), null)
    await expect(late).rejects.toMatchObject({ code: 'APPROVALS_CHANGED' })
    expect(store.read()).toEqual(first)
  })

  test.each([
    ['broken', '{not json', 'APPROVALS_INVALID'],
    ['of another version', '{"version":99}', 'APPROVALS_INVALID'],
    ['not UTF-8', Buffer.from([0xff, 0xfe, 0x7b]), 'APPROVALS_INVALID'],
  ])('that is %s denies, is kept as it is, and is not written over', async (_, content, code) => {
    const file = join(temporaryFolder(), 'exec-approvals.json')
    writeFileSync(file, content, { mode: 0o600 })
    const store = openApprovalsStore(file)
    expect(() => store.read()).toThrow(expect.objectContaining({ code }) as Error)
    await expect(store.update((document) => addToAllowlist(document, 'main', { pattern: 'a' }))).rejects.toMatchObject({
      code,
    })
    expect(readFileSync(file)).toEqual(Buffer.from(content))
  })

  test('never receives a document that would be refused when it is read', async () => {
    const store = openApprovalsStore(join(temporaryFolder(), 'exec-approvals.json'))
    const change = store.update(() => ({ version: 1, defaults: { ask: 'never' } }) as never)
    await expect(change).rejects.toMatchObject({ code: 'APPROVALS_INVALID' })
    expect(store.read().hash).toBeNull()
  })

  test.each<readonly [string, (file: string, folder: string) => void, RegExp]>([
    [
      'a link',
      (file, folder) => (writeFileSync(join(folder, 'o'), '{"version":1}', { mode: 0o600 }), symlinkSync('o', file)),
      /symbolic link/,
    ],
    ['readable by others', (file) => writeFileSync(file, '{"version":1}', { mode: 0o644 }), /mode 0644.*get at it/],
    ['writable by its group', (file) => (writeFileSync(file, '{"version":1}'), chmodSync(file, 0o660)), /mode 0660/],
    ['a folder', (file) => mkdirSync(file), /no regular file|a folder/],
    [
      'twice there',
      (file, folder) => (writeFileSync(file, '{"version":1}', { mode: 0o600 }), linkSync(file, join(folder, 'o'))),
      /second name/,
    ],
    [
      'in a folder that others can write',
      (file, folder) => (writeFileSync(file, '{"version":1}', { mode: 0o600 }), chmodSync(folder, 0o777)),
      /can be written by others/,
    ],
  ])('that is %s is refused, with the remedy', (_, make, message) => {
    const folder = temporaryFolder()
    const file = join(folder, 'exec-approvals.json')
    make(file, folder)
    const store = openApprovalsStore(file)
    expect(() => store.read()).toThrow(message)
    expect(() => store.read()).toThrow(
      expect.objectContaining({ remedy: expect.stringMatching(/\w/) as string }) as Error,
    )
  })

  test.runIf(isRoot)('of somebody else is refused', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'exec-approvals.json')
    writeFileSync(file, '{"version":1}', { mode: 0o600 })
    chownSync(file, 12_345, 12_345)
    expect(() => openApprovalsStore(file).read()).toThrow(/belongs to user 12345/)
  })

  test('loses nothing when eight processes write at once', async () => {
    const file = join(temporaryFolder(), 'exec-approvals.json')
    const changes = tries(20)
    const writers = Array.from({ length: 8 }, (_, index) =>
      startFixture('write-document', [file, `w${index}`, String(changes)]),
    )
    await Promise.all(writers.map((writer) => once(writer, 'exit')))
    expect(openApprovalsStore(file).read().document.agents?.['main']?.allowlist).toHaveLength(8 * changes)
    expect(readdirSync(join(file, '..'))).toEqual(['exec-approvals.json'])
  })

  test('is the old or the new one whenever its writer is killed, and what was said to be there is there', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'exec-approvals.json')
    let least = 0
    const kills = Number(process.env['POUNDLOCK_KILLS'] ?? tries(60))
    const start = await bundledFixture('write-document')
    for (let kill = 0; kill < kills; kill++) {
      const writer = start([file, `k${kill}`, '1000'])
      let said = 0
      writer.stdout!.on('data', (chunk: Buffer) => {
        said += chunk.length
        // Anywhere between two steps of the next write: the writer goes on while the signal is on its way.
        if (said >= 1 + (kill % 3)) writer.kill('SIGKILL')
      })
      await once(writer, 'exit')
      const text = readFileSync(file, 'utf8')
      const list = parseApprovals(text, file).agents?.['main']?.allowlist ?? []
      // Old or new, and nothing else: what was said to be there, and at most the one that was being written.
      expect(list.length).toBeGreaterThanOrEqual(least + said)
      expect(list.slice(least).every(({ pattern }) => pattern.startsWith(`/k${kill}/`))).toBe(true)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      least = list.length
    }
    await openApprovalsStore(file).update((document) => addToAllowlist(document, 'main', { pattern: 'last' }))
    expect(readdirSync(folder)).toEqual(['exec-approvals.json'])
  }, 3_600_000)
})

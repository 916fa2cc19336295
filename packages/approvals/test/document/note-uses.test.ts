import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noteUses, type ApprovalsDocument } from '../../src/index.ts'
import { openApprovalsStore } from '../../src/node/index.ts'

const DOCUMENT: ApprovalsDocument = {
  version: 1,
  agents: {
    '*': { allowlist: [{ pattern: 'git log' }] },
    main: {
      ask: 'always',
      allowlist: [
        { id: 'a', pattern: 'ls' },
        { pattern: 'ls', args: '-l' },
      ],
    },
    other: { allowlist: [{ pattern: 'ls' }] },
  },
}
const USE = { pattern: 'ls', command: 'ls src', resolved: '/usr/bin/ls' }

test('the entry that was used is noted, and no other', () => {
  const { agents } = noteUses(DOCUMENT, 'main', [USE], 5)
  expect(agents).toEqual({
    ...DOCUMENT.agents,
    main: {
      ask: 'always',
      allowlist: [
        { id: 'a', pattern: 'ls', lastUsedAt: 5, lastUsedCommand: 'ls src', lastResolvedPath: '/usr/bin/ls' },
        { pattern: 'ls', args: '-l' },
      ],
    },
  })
  const all = noteUses(DOCUMENT, 'main', [{ pattern: 'git log', command: 'git log', resolved: null }], 5)
  expect(all.agents?.['*']?.allowlist).toEqual([{ pattern: 'git log', lastUsedAt: 5, lastUsedCommand: 'git log' }])
})

test('the same use is not noted again at once, and nothing is where nothing is meant', () => {
  const noted = noteUses(DOCUMENT, 'main', [USE], 1000)
  expect(noteUses(noted, 'main', [USE], 2000)).toBe(noted)
  expect(noteUses(noted, 'main', [USE], 100_000)).not.toBe(noted)
  expect(noteUses(noted, 'main', [{ ...USE, command: 'ls x' }], 2000)).not.toBe(noted)
  expect(noteUses(DOCUMENT, 'main', [{ ...USE, pattern: 'rm' }], 1)).toBe(DOCUMENT)
})

test('what a person saves without the lock, while a change is made, is kept', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-uses-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'exec-approvals.json')
  const saved = JSON.stringify({ version: 1, defaults: { security: 'deny' } })
  writeFileSync(file, JSON.stringify(DOCUMENT), { mode: 0o600 })
  const change = openApprovalsStore(file).update((now) => {
    writeFileSync(file, saved, { mode: 0o600 })
    return noteUses(now, 'main', [USE], 5)
  })
  await expect(change).rejects.toMatchObject({ code: 'APPROVALS_CHANGED' })
  expect(readFileSync(file, 'utf8')).toBe(saved)
})

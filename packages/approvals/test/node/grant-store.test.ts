import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openGrantStore, type NewGrant } from '../../src/node/index.ts'
import { temporaryFolder } from './start-fixture.ts'

const aGrant = (change: Partial<NewGrant> = {}): NewGrant => ({
  command: { kind: 'exact', program: '/usr/bin/ls', folder: '/w', words: ['-l'] },
  covers: 'exactly this command, below /w',
  agent: 'main',
  host: 'gateway',
  by: 'terminal:u',
  ...change,
})

describe('what was granted for good', () => {
  test('is there until it is revoked, and once', async () => {
    const folder = join(temporaryFolder(), 'grants')
    const store = openGrantStore(folder, () => 7)
    expect(store.list()).toEqual({ grants: [], broken: [] })
    const grant = store.add(aGrant())
    expect(store.add(aGrant())).toEqual(grant)
    expect(openGrantStore(folder).list().grants).toEqual([{ ...aGrant(), id: grant.id, at: 7 }])
    expect(store.add(aGrant({ agent: 'other' })).id).not.toBe(grant.id)
    expect(await store.revoke(grant.id.slice(0, 12))).toBe(grant.id)
    expect(store.list().grants.map(({ agent }) => agent)).toEqual(['other'])
    await expect(store.revoke(grant.id)).rejects.toThrow(/No grant has the id/)
    await expect(store.revoke('../../etc/passwd')).rejects.toThrow(/No grant has the id/)
  })

  test('counts its uses without being written anew, and forgets them with it', async () => {
    const folder = join(temporaryFolder(), 'grants')
    const store = openGrantStore(folder)
    const { id } = store.add(aGrant())
    const text = readFileSync(join(folder, `${id}.json`), 'utf8')
    expect(store.usesOf(id)).toEqual({ count: 0, lastAt: null })
    expect(store.takeUse(id)).toBe(true)
    expect(openGrantStore(folder).takeUse(id)).toBe(true)
    expect(store.usesOf(id)).toEqual({ count: 2, lastAt: expect.any(Number) as number })
    expect(readFileSync(join(folder, `${id}.json`), 'utf8')).toBe(text)
    expect(store.list().grants).toHaveLength(1)
    await store.revoke(id)
    expect(readdirSync(folder)).toEqual([])
    expect(store.takeUse(id)).toBe(false)
    const other = store.add(aGrant())
    symlinkSync('/etc/passwd', join(folder, `${other.id}.uses`))
    expect(() => store.takeUse(other.id)).toThrow(/symbolic link/)
  })

  test('holds no longer than it says', () => {
    let time = 1
    const store = openGrantStore(join(temporaryFolder(), 'grants'), () => time)
    store.add(aGrant({ expiresAt: 10 }))
    time = 9
    expect(store.list().grants).toHaveLength(1)
    time = 10
    expect(store.list().grants).toEqual([])
  })

  test.each<readonly [string, (text: string) => string]>([
    ['broken', (text) => text.slice(0, -2)],
    ['of a kind that is not known', (text) => text.replace('"exact"', '"any"')],
    ['for a folder that is none', (text) => text.replace('"/w"', '"w"')],
    ['more than is understood', (text) => text.replace('{', '{"all":true,')],
    ['under another name', (text) => text.replace(/"id":"../, '"id":"zz')],
    ['for two agents', (text) => text.replace('{', '{"agent":"other",')],
    ['for two agents, once with an escape', (text) => text.replace('{', String.raw`{"\u0061gent":"other",`)],
    ['without words', (text) => text.replace(',"words":["-l"]', '')],
  ])('grants nothing when it is %s, and is named', (_, damage) => {
    const folder = join(temporaryFolder(), 'grants')
    const store = openGrantStore(folder)
    store.add(aGrant())
    const [name] = readdirSync(folder)
    const file = join(folder, name!)
    writeFileSync(file, damage(readFileSync(file, 'utf8')))
    const { grants, broken } = store.list()
    expect(grants).toEqual([])
    expect(broken).toEqual([{ file, message: expect.stringContaining(file) as string }])
  })

  // A clock that is ahead: what was just written counts as having stood there for a while, and is remembered.
  test.each<readonly [string, (file: string, text: string) => void, boolean]>([
    ['is left alone', () => {}, true],
    ['is damaged', (file, text) => writeFileSync(file, text.slice(0, -2)), false],
    ['is changed to as many bytes', (file, text) => writeFileSync(file, text.replace('"-l"', '"-a"')), false],
    ['may be written by others', (file) => chmodSync(file, 0o666), false],
    ['is removed', (file) => rmSync(file), false],
    [
      'is another file',
      (file, text) => (writeFileSync(`${file}.x`, text.slice(1)), renameSync(`${file}.x`, file)),
      false,
    ],
  ])('is looked at anew when it %s after it was read', (_, change, holds) => {
    const folder = join(temporaryFolder(), 'grants')
    const store = openGrantStore(folder, () => Date.now() + 60_000)
    const { id } = store.add(aGrant())
    const before = store.list().grants
    expect(before).toMatchObject([{ id, command: { words: ['-l'] } }])
    expect(store.list().grants[0]).toBe(before[0])
    const file = join(folder, `${id}.json`)
    change(file, readFileSync(file, 'utf8'))
    const after = store.list().grants.filter(({ command }) => command.kind === 'exact' && command.words[0] === '-l')
    expect(after).toEqual(holds ? before : [])
  })

  test('grants nothing from a file that others could have written, and stops where they can add one', () => {
    const folder = join(temporaryFolder(), 'grants')
    const store = openGrantStore(folder)
    const { id } = store.add(aGrant())
    const file = join(folder, `${id}.json`)
    chmodSync(file, 0o666)
    expect(store.list()).toMatchObject({ grants: [], broken: [{ file }] })
    chmodSync(file, 0o600)
    symlinkSync(file, join(folder, `${'0'.repeat(32)}.json`))
    expect(store.list()).toMatchObject({ grants: [{ id }], broken: [{}] })
    chmodSync(folder, 0o777)
    expect(() => store.list()).toThrow(/can be written by others/)
  })

  test('is not written when it would not be understood', () => {
    const folder = join(temporaryFolder(), 'grants')
    const store = openGrantStore(folder)
    expect(() => store.add(aGrant({ command: { kind: 'exact' } as never }))).toThrow(/command/)
    expect(readdirSync(folder)).toEqual([])
  })
})

import { once } from 'node:events'
import { chmodSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { openGrantStore, type GrantLimits, type NewGrant } from '../../src/node/index.ts'
import { bundledFixture, temporaryFolder } from './start-fixture.ts'

const aGrant = (limits: GrantLimits = {}): NewGrant => ({
  command: { kind: 'exact', program: '/usr/bin/ls', folder: '/w', words: ['-l'] },
  covers: 'exactly this command, below /w',
  agent: 'main',
  host: 'gateway',
  by: 'terminal:u',
  ...limits,
})

function open(now?: () => number) {
  const folder = join(temporaryFolder(), 'grants')
  return { folder, store: openGrantStore(folder, now) }
}

describe('a grant with a limit', () => {
  test('covers nothing once it is used up', () => {
    const { store } = open()
    const { id } = store.add(aGrant({ maxUses: 2 }))
    expect([store.takeUse(id), store.takeUse(id)]).toEqual([true, true])
    expect(store.list()).toEqual({ grants: [], broken: [] })
    expect([store.takeUse(id), store.takeUse(id)]).toEqual([false, false])
    // What was refused is no use.
    expect(store.usesOf(id)).toMatchObject({ count: 2 })
    // Who grants it anew grants uses of its own.
    const again = store.add(aGrant({ maxUses: 2 }))
    expect(again.id).not.toBe(id)
    expect(store.takeUse(again.id)).toBe(true)
  })

  test('covers nothing once its time is over, also between being looked up and used', () => {
    let time = 9
    const { store } = open(() => time)
    const { id } = store.add(aGrant({ expiresAt: 10 }))
    expect(store.list().grants).toHaveLength(1)
    time = 10
    expect(store.takeUse(id)).toBe(false)
    expect(store.list().grants).toEqual([])
  })

  test('is limited later on, the uses until then among them, and is never loosened', async () => {
    const { store } = open()
    const { id } = store.add(aGrant())
    for (let use = 0; use < 3; use++) store.takeUse(id)
    expect(await store.limit(id.slice(0, 8), { maxUses: 4 })).toMatchObject({ id, maxUses: 4 })
    const until = Date.now() + 60_000
    expect(await store.limit(id, { maxUses: 100, expiresAt: until })).toMatchObject({ maxUses: 4, expiresAt: until })
    expect(await store.limit(id, { expiresAt: until + 1 })).toMatchObject({ expiresAt: until })
    expect([store.takeUse(id), store.takeUse(id)]).toEqual([true, false])
    expect(store.list().grants).toEqual([])
  })

  test('holds at once for a store that has read the grant before', async () => {
    const { folder, store } = open(() => Date.now() + 60_000)
    const { id } = store.add(aGrant())
    store.takeUse(id)
    expect(store.list().grants).toHaveLength(1)
    await openGrantStore(folder).limit(id, { maxUses: 1 })
    expect(store.list().grants).toEqual([])
    expect(store.takeUse(id)).toBe(false)
  })

  test.each<readonly [GrantLimits, RegExp]>([
    [{ maxUses: 0 }, /maxUses/],
    [{ maxUses: 1.5 }, /maxUses/],
    [{ maxUses: -1 }, /maxUses/],
    [{ maxUses: NaN }, /maxUses/],
    [{ expiresAt: NaN }, /expiresAt/],
    [{ maxUses: '5' as never }, /maxUses/],
  ])('is refused where it is none: %j', async (limits, message) => {
    const { store } = open()
    const grant = store.add(aGrant())
    await expect(store.limit(grant.id, limits)).rejects.toThrow(message)
    expect(store.list().grants).toEqual([grant])
    expect(() => store.add(aGrant(limits))).toThrow(message)
  })

  test.each<readonly [string, (uses: string, other: string) => void]>([
    ['others could have written its uses', (uses) => chmodSync(uses, 0o666)],
    ['its uses have a second name', (uses, other) => linkSync(uses, other)],
    ['its uses are no text', (uses) => writeFileSync(uses, Buffer.from([0xff]))],
  ])('covers nothing where %s', (_, damage) => {
    const { folder, store } = open()
    const { id } = store.add(aGrant({ maxUses: 5 }))
    store.takeUse(id)
    damage(join(folder, `${id}.uses`), join(folder, 'other'))
    expect(store.list()).toMatchObject({ grants: [], broken: [{ message: expect.stringContaining(id) as string }] })
    expect(() => store.takeUse(id)).toThrow(expect.objectContaining({ code: expect.any(String) as string }) as Error)
  })

  test('does not come back by being limited while it is revoked', async () => {
    const { folder, store } = open()
    for (let round = 0; round < tries(50); round++) {
      const { id } = store.add(aGrant())
      const other = openGrantStore(folder)
      const limits = [1, 2, 3].map((maxUses) => other.limit(id, { maxUses }))
      const [revoked] = await Promise.allSettled([store.revoke(id), ...limits])
      expect(revoked).toMatchObject({ status: 'fulfilled' })
      expect(readdirSync(folder)).toEqual([])
    }
  })

  test('is used as often as it says when eight processes race for the last uses, and is read by each alike', async () => {
    const { folder, store } = open()
    const start = await bundledFixture('use-grant')
    for (const maxUses of [1, 40]) {
      for (let round = 0; round < tries(4); round++) {
        const { id } = store.add(aGrant({ maxUses }))
        const racers = Array.from({ length: 8 }, () => start([folder, id]))
        const said = racers.map(() => '')
        for (const [index, racer] of racers.entries()) {
          racer.stdout!.on('data', (chunk: Buffer) => (said[index] += chunk.toString()))
        }
        await Promise.all(racers.map((racer) => once(racer.stdout!, 'data')))
        const ended = racers.map((racer) => once(racer, 'close'))
        for (const racer of racers) racer.stdin!.end('go')
        expect((await Promise.all(ended)).map(([code]) => code as number)).toEqual(racers.map(() => 0))
        expect(said.join('').replaceAll('r', '')).toHaveLength(maxUses)
        expect(store.usesOf(id).count).toBe(maxUses)
        expect(store.list().grants).toEqual([])
      }
    }
  })

  test('counts the marks of before limits were known', () => {
    const { folder, store } = open()
    const { id } = store.add(aGrant({ maxUses: 3 }))
    writeFileSync(join(folder, `${id}.uses`), '..', { mode: 0o600 })
    expect([store.takeUse(id), store.takeUse(id)]).toEqual([true, false])
    // A mark whose writer was killed half way is none, and takes nobody's place.
    rmSync(join(folder, `${id}.uses`))
    writeFileSync(join(folder, `${id}.uses`), '.(0123', { mode: 0o600 })
    expect([store.takeUse(id), store.takeUse(id), store.takeUse(id)]).toEqual([true, true, false])
    expect(readFileSync(join(folder, `${id}.uses`), 'utf8')).toMatch(/^\.\(0123\([0-9a-f]{32}\)/)
  })
})

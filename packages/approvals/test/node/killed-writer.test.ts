import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addToAllowlist } from '../../src/index.ts'
import { openApprovalsStore, openGrantStore, type NewGrant } from '../../src/node/index.ts'
import { bundledFixture, temporaryFolder } from './start-fixture.ts'

/** Where a writer writes, and what must hold after it is gone. */
interface Scene {
  readonly args: (place: number) => readonly string[]
  /** @param isDone false where it was killed */
  readonly look: (isDone: boolean) => Promise<void>
}

/** Runs the writer once for each of its steps, killed before that step, until one ends by itself. */
async function killedBeforeEachStep(open: () => Promise<Scene>): Promise<readonly string[]> {
  const start = await bundledFixture('write-and-die')
  const steps: string[] = []
  for (let place = 1; ; place++) {
    const { args, look } = await open()
    const writer = start(args(place))
    let step = ''
    writer.stdout!.on('data', (chunk: Buffer) => (step += chunk.toString()))
    const [code, signal] = (await once(writer, 'close')) as [number | null, string | null]
    await look(signal === null)
    if (signal === null) {
      expect(code).toBe(0)
      return steps
    }
    expect(signal).toBe('SIGKILL')
    steps.push(step)
  }
}

/** A file beside is made, written, flushed and closed; then it gets its name, and the folder is flushed. */
const writing = (naming: string) => `openSync writeSync fsyncSync closeSync ${naming} openSync fsyncSync closeSync`

const A_GRANT: NewGrant = {
  command: { kind: 'exact', program: '/usr/bin/ls', folder: '/w', words: ['-l'] },
  covers: 'exactly this command, below /w',
  agent: 'main',
  host: 'gateway',
  by: 'terminal:u',
}

describe('a writer that is killed before each of its steps', () => {
  test.each([true, false])('leaves the old document or the new one, one being there before: %s', async (isThere) => {
    const steps = await killedBeforeEachStep(async () => {
      const folder = temporaryFolder()
      const file = join(folder, 'exec-approvals.json')
      const store = openApprovalsStore(file)
      if (isThere) await store.update((document) => addToAllowlist(document, 'main', { pattern: 'old' }))
      const old = isThere ? readFileSync(file, 'utf8') : null
      const patterns = () => store.read().document.agents?.['main']?.allowlist?.map(({ pattern }) => pattern) ?? []
      const before = isThere ? ['old'] : []
      return {
        args: (place) => ['document', folder, String(place)],
        async look(isDone) {
          const text = existsSync(file) ? readFileSync(file, 'utf8') : null
          const isOld = text === old
          if (isDone) expect(isOld).toBe(false)
          expect(patterns()).toEqual(isOld ? before : [...before, 'new'])
          if (text !== null) expect(statSync(file).mode & 0o777).toBe(0o600)
          // Neither its lock nor what it had half written is in the way of the next one.
          await store.update((document) => addToAllowlist(document, 'main', { pattern: 'next' }))
          expect(patterns()).toEqual([...before, ...(isOld ? [] : ['new']), 'next'])
          expect(readdirSync(folder)).toEqual(['exec-approvals.json'])
        },
      }
    })
    // The folder, the lock, the document, the lock again; what was read between them is there too.
    expect(steps.join(' ')).toMatch(new RegExp(`^mkdirSync .*symlinkSync .*${writing('renameSync')} unlinkSync$`))
  })

  test('leaves a grant whole or not there', async () => {
    const steps = await killedBeforeEachStep(async () => {
      const folder = join(temporaryFolder(), 'grants')
      return {
        args: (place) => ['grant', folder, String(place)],
        async look(isDone) {
          const { grants, broken } = openGrantStore(folder).list()
          expect(broken).toEqual([])
          expect(grants.length).toBeLessThanOrEqual(1)
          if (isDone) expect(grants).toHaveLength(1)
          expect(grants).toMatchObject(grants.map(() => A_GRANT))
        },
      }
    })
    // The name of the file beside says who writes, which is read from the process table.
    expect(steps.join(' ')).toBe(`mkdirSync openSync closeSync ${writing('linkSync unlinkSync')}`)
  })

  test('leaves a grant as it was or limited, and never without the limit that it had', async () => {
    const steps = await killedBeforeEachStep(async () => {
      const folder = join(temporaryFolder(), 'grants')
      const store = openGrantStore(folder)
      const grant = store.add({ ...A_GRANT, maxUses: 5 })
      return {
        args: (place) => ['limit', folder, String(place), grant.id],
        async look(isDone) {
          const { grants, broken } = store.list()
          expect(broken).toEqual([])
          expect([5, 3]).toContain(grants[0]?.maxUses)
          if (isDone) expect(grants[0]?.maxUses).toBe(3)
          expect(grants).toEqual([{ ...grant, maxUses: grants[0]?.maxUses }])
          expect(await store.limit(grant.id, { maxUses: 2 })).toMatchObject({ maxUses: 2 })
          expect(await store.revoke(grant.id)).toBe(grant.id)
        },
      }
    })
    expect(steps.join(' ')).toMatch(new RegExp(`symlinkSync .*${writing('renameSync')} unlinkSync$`))
  })
})

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder, testGround } from '../backend/test-sandbox.ts'
import { storeFor, tryLine } from './try-ground.ts'

/** A disk of its own for a test, in memory. */
function smallDisk(options: string): string {
  const disk = join(temporaryFolder(), 'disk')
  mkdirSync(disk)
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', disk]).status).toBe(0)
  onTestFinished(() => void spawnSync('umount', ['-l', disk]))
  return disk
}

describe.skipIf(process.geteuid?.() !== 0 && process.env['CI'] === undefined)('disks (needs to be run as root)', () => {
  test('a try in a workspace on a read-only disk is not applied, and is no half applied one either', async () => {
    const disk = smallDisk('size=64k')
    const workspace = join(disk, 'workspace')
    mkdirSync(workspace)
    writeFileSync(join(workspace, 'file'), 'before\n')
    expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0)
    const ground = { ...testGround(), workspace }
    const store = storeFor(ground)
    const { tried } = await tryLine(ground, 'echo after > file; echo new > new; mkdir d', {}, store)
    expect(tried.changeSet.changes).toHaveLength(3)
    await expect(tried.apply()).rejects.toMatchObject({
      code: 'SANDBOX_VIEW',
      message: expect.stringMatching(/EROFS.*The workspace is as it was\./),
    })
    expect(store.state(tried.record.id)).toBe('ready')
    expect(spawnSync('mount', ['-o', 'remount,rw', disk]).status).toBe(0)
    expect(await tried.apply()).toEqual({ done: true, overwritten: null, quarantined: [], complete: true })
    expect(readFileSync(join(workspace, 'file'), 'utf8')).toBe('after\n')
  })

  test('a command that would fill the disk of the state is ended, and what it did is known as a part', async () => {
    const disk = smallDisk('size=70m')
    const ground = { ...testGround(), state: disk }
    const store = storeFor(ground)
    const { tried, finished } = await tryLine(ground, 'head -c 10000000 /dev/zero > big; sleep 1000', {}, store)
    expect(finished).toMatchObject({ code: null, signal: 'SIGKILL' })
    expect(tried.record.endedEarly).toMatch(/ended before it was done/)
    expect(store.record(tried.record.id).endedEarly).toBe(tried.record.endedEarly)
    expect(tried.changeSet.notes[0]).toBe(tried.record.endedEarly)
    tried.discard()
    expect(existsSync(join(ground.workspace, 'big'))).toBe(false)
  })
})

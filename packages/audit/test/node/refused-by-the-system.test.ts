import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openAuditLog, verifyAuditLog } from '../../src/node/index.ts'
import { outputOf, startFixture } from './fixture-process.ts'

const isRoot = process.geteuid?.() === 0

/** A file system of so many bytes; needs root, and a container that lets it mount. */
function tinyDisk(bytes: number): string | null {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

const canMount = isRoot && canMountHere()

function canMountHere(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a disk that is full', () => {
  test.runIf(canMount)('refuses the record, loses none, and goes on when there is room again', async () => {
    const disk = tinyDisk(256 * 1024) ?? ''
    const directory = join(disk, 'audit')
    const log = await openAuditLog(directory)
    await log.append('note', { text: 'x'.repeat(1000) })
    writeFileSync(join(disk, 'filler'), '')
    let written = 1
    let refusal: unknown
    for (; written < 1000 && refusal === undefined; written++) {
      await log.append('note', { text: 'x'.repeat(1000) }).catch((error: unknown) => (refusal = error))
    }
    expect(refusal).toMatchObject({ code: 'AUDIT_DISK_FULL', details: { errno: 'ENOSPC' } })
    await expect(log.append('note', { text: 'x'.repeat(9000) })).rejects.toMatchObject({ code: 'AUDIT_DISK_FULL' })
    const { records, problems } = await verifyAuditLog(directory)
    expect(records).toBe(written - 1)
    expect(problems.map((problem) => problem.kind).filter((kind) => kind !== 'torn')).toEqual([])

    execFileSync('mount', ['-o', 'remount,size=1m', disk])
    await log.append('note', {})
    await log.close()
    expect(await verifyAuditLog(directory, { head: log.head.hash })).toMatchObject({ ok: true })
  })

  test('is told the same way when the limit is on the size of files', async () => {
    const directory = temporaryFolder()
    const child = startFixture('append', [directory, '1000', '1000'], { shell: 'ulimit -f 64' })
    const lines = (await outputOf(child)).trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ code: 'AUDIT_DISK_FULL', details: { errno: 'EFBIG' } })
    const acknowledged = lines.length - 1
    expect(acknowledged).toBeGreaterThan(5)
    const log = await openAuditLog(directory)
    await log.append('note', {})
    await log.close()
    const found = await verifyAuditLog(directory, { head: log.head.hash })
    expect(found).toMatchObject({ ok: true, records: acknowledged + 1 + found.recoveries })
  })
})

describe('a folder that may not be written', () => {
  test.runIf(canMount)('is refused with the remedy when the file system is read-only', async () => {
    const disk = tinyDisk(1024 * 1024) ?? ''
    const log = await openAuditLog(join(disk, 'audit'))
    await log.append('note', {})
    await log.close()
    execFileSync('mount', ['-o', 'remount,ro', disk])
    await expect(openAuditLog(join(disk, 'audit'))).rejects.toMatchObject({ code: 'AUDIT_READ_ONLY' })
    await expect(openAuditLog(join(disk, 'other'))).rejects.toMatchObject({ code: 'AUDIT_READ_ONLY' })
    expect(await verifyAuditLog(join(disk, 'audit'))).toMatchObject({ ok: true, records: 1 })
  })

  test('is refused when permission is denied, to a normal user who can have one elsewhere', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    // Root is refused nothing, so there the test is somebody else.
    const user = isRoot ? { uid: 65534 } : {}
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o500 })
    const refused = await outputOf(startFixture('append', [join(closed, 'audit')], user))
    expect(JSON.parse(refused)).toMatchObject({ code: 'AUDIT_PERMISSION' })
    const own = join(folder, 'own')
    mkdirSync(own)
    if (isRoot) chownSync(own, 65534, 65534)
    expect(await outputOf(startFixture('append', [join(own, 'audit'), '3'], user))).toBe('1\n2\n3\n')
    expect(await verifyAuditLog(join(own, 'audit'))).toMatchObject({ ok: true, records: 3 })
  })
})

describe('a log that was lost', () => {
  test('is made again by the next process, as a chain of its own', async () => {
    const directory = join(temporaryFolder(), 'audit')
    const log = await openAuditLog(directory)
    await log.append('note', {})
    rmSync(directory, { recursive: true })
    await expect(log.append('note', {})).rejects.toMatchObject({ name: 'AuditError' })
    const again = await openAuditLog(directory)
    expect(await again.append('note', {})).toMatchObject({ seq: 1 })
    expect(readFileSync(join(directory, '000001.jsonl'), 'utf8').split('\n')).toHaveLength(2)
    await Promise.all([log.close(), again.close()])
  })
})

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { runProcess, startProcess, supervise } from '../../src/index.ts'
import { TRUNCATION_MARK } from '../../src/output/character-boundary.ts'
import { fixture, shell } from '../sample-commands.ts'

describe('output that is too long for the result', () => {
  test('is kept whole, byte for byte, in a file of mode 0600 that the result names', async () => {
    const spillDirectory = join(temporaryFolder(), 'output')
    const hex = '61ff62c3'.repeat(100)
    const result = await runProcess(fixture('characters.ts', ...Array.from({ length: 30 }, () => hex)), {
      spillDirectory,
      maxOutputCharacters: 1000,
    })
    expect(result).toMatchObject({ truncated: true, spillComplete: true })
    expect(result.stdout.length).toBe(1000)
    expect(result.stdout.endsWith(TRUNCATION_MARK)).toBe(true)
    expect(readFileSync(result.spillFile ?? '').toString('hex')).toBe(hex.repeat(30))
    expect((statSync(result.spillFile ?? '').mode & 0o777).toString(8)).toBe('600')
    expect((statSync(spillDirectory).mode & 0o777).toString(8)).toBe('700')
  })

  test('is kept in order of arrival when both streams are too long together', async () => {
    // The command goes on when it is told to, so that nothing arrives together.
    const line = 'for i in 1 2 3 4 5 6 7 8; do echo "out $i"; read go; echo "err $i" >&2; read go; done'
    const handle = startProcess({ ...shell(line), stdin: 'pipe' })
    const result = await supervise(handle, {
      spillDirectory: temporaryFolder(),
      maxOutputCharacters: 40,
      onOutput: () => handle.stdin?.write('\n'),
    })
    const lines = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `out ${number}\nerr ${number}\n`)
    expect(readFileSync(result.spillFile ?? '', 'utf8')).toBe(lines.join(''))
    expect(result.tail).toBe(lines.join(''))
    expect(result.stdout.length + result.stderr.length).toBeLessThanOrEqual(40)
  })

  test('makes no file while it fits', async () => {
    const spillDirectory = temporaryFolder()
    const result = await runProcess(shell('printf 12345'), { spillDirectory, maxOutputCharacters: 5 })
    expect(result).toMatchObject({ stdout: '12345', truncated: false })
    expect(result).not.toHaveProperty('spillFile')
    expect(readdirSync(spillDirectory)).toEqual([])
  })

  test('is cut in the result alone where there is no folder for it', async () => {
    const result = await runProcess(shell('yes | head -c 1000000'))
    expect(result).toMatchObject({ truncated: true, exitCode: 0 })
    expect(result.stdout.length).toBe(200_000)
    expect(result).not.toHaveProperty('spillFile')
  })

  test('says so when the file has reached its limit, and when it cannot be written', async () => {
    const folder = temporaryFolder()
    const limited = await runProcess(shell('yes | head -c 100000'), {
      spillDirectory: folder,
      maxOutputCharacters: 100,
      maxSpillBytes: 5000,
    })
    expect(limited).toMatchObject({ truncated: true, spillComplete: false, exitCode: 0 })
    expect(statSync(limited.spillFile ?? '').size).toBe(5000)
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const failed = await runProcess(shell('yes | head -c 100000'), { spillDirectory: file, maxOutputCharacters: 100 })
    expect(failed).toMatchObject({ truncated: true, exitCode: 0 })
    expect(failed).not.toHaveProperty('spillFile')
  })

  test('of 100 MB stays out of memory', async () => {
    let most = 0
    const hash = createHash('sha256')
    const before = process.memoryUsage()
    const result = await runProcess(shell('head -c 100000000 /dev/zero | tr "\\0" "z"'), {
      spillDirectory: temporaryFolder(),
      onOutput: ({ text }) => {
        hash.update(text)
        const { arrayBuffers } = process.memoryUsage()
        most = Math.max(most, arrayBuffers - before.arrayBuffers)
      },
    })
    expect(result).toMatchObject({ truncated: true, spillComplete: true, exitCode: 0 })
    expect(statSync(result.spillFile ?? '').size).toBe(100_000_000)
    expect(result.stdout.length).toBe(200_000)
    expect(most).toBeLessThan(64 * 1024 * 1024)
    const expected = createHash('sha256')
    for (let index = 0; index < 100; index++) expected.update('z'.repeat(1_000_000))
    expect(hash.digest('hex')).toBe(expected.digest('hex'))
  })

  test('without an end is bounded too, and ended by the time-out', async () => {
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const result = await runProcess(shell('yes'), {
      timeoutMs: 300,
      onOutput: () => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)),
    })
    expect(result).toMatchObject({ reason: 'timeout', truncated: true })
    expect(most).toBeLessThan(64 * 1024 * 1024)
  })
})

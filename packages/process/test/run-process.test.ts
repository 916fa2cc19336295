import { chmodSync, chownSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { runProcess } from '../src/index.ts'
import { fixture, shell } from './sample-commands.ts'

describe('runProcess', () => {
  test('runs a command and says how it went', async () => {
    expect(await runProcess(shell('echo hello'), { timeoutMs: 60_000 })).toMatchObject({
      stdout: 'hello\n',
      exitCode: 0,
      reason: 'exit',
    })
  })

  test('starts nothing when it was aborted before', async () => {
    const file = join(temporaryFolder(), 'made')
    const result = await runProcess(shell('echo > "$1"', file), { abortSignal: AbortSignal.abort() })
    expect(result).toMatchObject({ reason: 'aborted', interrupted: true, exitCode: null, exitText: 'aborted' })
    expect(existsSync(file)).toBe(false)
  })

  test('starts nothing when an option is wrong', async () => {
    const file = join(temporaryFolder(), 'made')
    await expect(runProcess(shell('echo > "$1"', file), { timeoutMs: -1 })).rejects.toMatchObject({
      code: 'PROCESS_INVALID_OPTION',
    })
    expect(existsSync(file)).toBe(false)
  })

  test('gives the command its input and closes it, also when there is none', async () => {
    expect(await runProcess(shell('cat'), { input: 'text' })).toMatchObject({ stdout: 'text' })
    expect(await runProcess({ ...shell('cat'), stdin: 'pipe' })).toMatchObject({ stdout: '', reason: 'exit' })
  })

  test('does the same for a normal user', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    const user = process.geteuid?.() === 0 ? 65534 : (process.geteuid?.() ?? 0)
    chownSync(folder, user, -1)
    const result = await runProcess(fixture('as-user.ts', folder, String(user)))
    expect(result.stderr).toBe('')
    expect(JSON.parse(result.stdout)).toMatchObject({
      user: { stdout: `${user}\n`, exitCode: 0 },
      timeout: { reason: 'timeout', leftovers: 0 },
      denied: { exitCode: 126, error: { code: 'PROCESS_NOT_EXECUTABLE' } },
      folder: { error: { code: 'PROCESS_CWD' } },
      spill: { truncated: true, spillComplete: true },
    })
  })
})

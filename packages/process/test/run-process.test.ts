import { chmodSync, chownSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { type ProcessCommand, runProcess } from '../src/index.ts'
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

  test('says which part of a command is missing or of the wrong type', async () => {
    const run = (command?: unknown) => runProcess(command as ProcessCommand)
    await expect(run()).rejects.toThrow('The command is missing; expected { file, args, cwd, env }.')
    const right = { file: '/bin/true', args: [], cwd: '/', env: {} }
    for (const [name, value, problem] of [
      ['file', undefined, 'file is missing; expected a text'],
      ['args', 'ls', 'args is wrong; expected a list of texts'],
      ['args', [1], 'args is wrong; expected a list of texts'],
      ['cwd', undefined, 'cwd is missing; expected an absolute path'],
      ['env', undefined, 'env is missing; expected an object of texts'],
      ['env', { A: 1 }, 'env is wrong; expected an object of texts'],
    ] as const) {
      const { error } = await run({ ...right, [name]: value })
      expect(error).toMatchObject({ code: 'PROCESS_INVALID_COMMAND', message: `The command's ${problem}.` })
    }
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

import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { runProcess, startProcess, supervise, type ProcessCommand } from '../src/index.ts'

const COMMAND: ProcessCommand = { file: '/bin/sh', args: ['-c', 'read line; echo "$line"'], cwd: '/', env: {} }

test('a command is run as the documentation says', async () => {
  const folder = tmpdir()
  // #region run
  const result = await runProcess(
    { file: '/bin/echo', args: ['hello'], cwd: '/', env: { LANG: 'C.UTF-8' } },
    { timeoutMs: 60_000, spillDirectory: folder },
  )
  if (result.reason === 'spawn-failed') console.error(result.error?.remedy)
  else console.log(result.exitText, result.stdout)
  // #endregion
  expect(result).toMatchObject({ exitText: 'exit_code:0', stdout: 'hello\n' })
})

test('a running process is supervised as the documentation says', async () => {
  const abort = new AbortController()
  // #region supervise
  const handle = startProcess({ ...COMMAND, stdin: 'pipe' })
  const running = supervise(handle, {
    abortSignal: abort.signal,
    onOutput: ({ stream, text }) => process[stream].write(text),
  })
  handle.stdin?.end('one line\n')
  const { reason, exitCode } = await running
  // #endregion
  expect([reason, exitCode]).toEqual(['exit', 0])
})

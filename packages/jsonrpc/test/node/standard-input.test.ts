import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const ECHO = fileURLToPath(new URL('../fixtures/echo.ts', import.meta.url))
const ask = (id: number, params: unknown) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'a', params })}\n`

test('what was written before anybody listened is read, pieces do not overwrite each other, and the end is an end', async () => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ECHO], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const texts = Array.from({ length: 20 }, (_, index) => String.fromCharCode(0xe4 + index).repeat(20_000 + index))
  for (const [id, each] of texts.entries()) child.stdin.write(ask(id, [each]))
  child.stdin.end()
  const lines = (await text(child.stdout)).trim().split('\n').slice(1)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    texts.map((each, id) => ({ jsonrpc: '2.0', id, result: [each] })),
  )
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
})

test('a file as input is read too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-jsonrpc-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'input'), ask(1, ['ü']))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ECHO], {
    stdio: [openSync(join(folder, 'input'), 'r'), 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await text(child.stdout!)).toBe('starting up\n{"jsonrpc":"2.0","id":1,"result":["ü"]}\n')
})

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { needsProgram } from '@poundlock/tooling/programs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { openTestGateway } from '../support/test-gateway.ts'

const run = promisify(execFile)
const SCRIPT = fileURLToPath(new URL('../../../../examples/connect-to-a-gateway/rpc.sh', import.meta.url))

test('the script of the documentation asks with curl, and fails where its token is not good', async () => {
  needsProgram('curl')
  const { gateway, pair } = await openTestGateway()
  const { token } = await pair('operator', ['status.read'], { bearer: true })
  const file = join(temporaryFolder(), 'token')
  const ask = async (given: string) => {
    writeFileSync(file, given, { mode: 0o600 })
    const { stdout } = await run(SCRIPT, [`http://127.0.0.1:${gateway.port}`, file])
    return JSON.parse(stdout)
  }
  expect(await ask(token)).toMatchObject({ jsonrpc: '2.0', id: 1, result: { state: 'ready' } })
  await expect(ask('wrong')).rejects.toMatchObject({ code: 22, stdout: expect.stringContaining('UNAUTHENTICATED') })
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram, needsProgram } from '@poundlock/tooling/programs'
import { expect, test, type TestContext } from 'vitest'
import { openTestGateway, type TestGateway } from '../support/test-gateway.ts'

const run = promisify(execFile)
const CLIENT = fileURLToPath(new URL('../../../../examples/connect-to-a-gateway/client.py', import.meta.url))

/** Debian's own Python, whose modules are packages of Debian, too. */
async function python({ skip }: TestContext): Promise<string> {
  needsProgram('python3')
  const program = findProgram('python3')!
  const lacks = await run(program, ['-c', 'import websockets, cryptography']).then(
    () => false,
    () => true,
  )
  if (lacks && process.env['CI'] === undefined) skip('needs websockets and cryptography of Python')
  return program
}

async function setupCode({ owner }: TestGateway): Promise<string> {
  const operator = await owner()
  const { result } = await operator.call('devices.invite', { role: 'operator', scopes: ['status.read'] })
  operator.close()
  return result.code
}

test('the Python client of the documentation is let in, and knows the gateway', async (context) => {
  const program = await python(context)
  const gateway = await openTestGateway()
  const { stdout } = await run(program, [CLIENT, gateway.url, gateway.gateway.id, await setupCode(gateway)])
  expect(JSON.parse(stdout)).toMatchObject({ state: 'ready' })
  const operator = await gateway.owner()
  const { result } = await operator.call('devices.list')
  expect(result.devices).toContainEqual(expect.objectContaining({ name: 'Python example' }))
})

test('it is refused where it means another gateway', async (context) => {
  const program = await python(context)
  const gateway = await openTestGateway()
  const args = [CLIENT, gateway.url, 'f'.repeat(64), await setupCode(gateway)]
  await expect(run(program, args)).rejects.toMatchObject({ stderr: expect.stringMatching(/^UNAUTHENTICATED/) })
})

test('it is refused with a code that somebody else has used', async (context) => {
  const program = await python(context)
  const gateway = await openTestGateway()
  const args = [CLIENT, gateway.url, gateway.gateway.id, await setupCode(gateway)]
  await run(program, args)
  await expect(run(program, args)).rejects.toMatchObject({ stderr: expect.stringMatching(/^SETUP_CODE_INVALID/) })
})

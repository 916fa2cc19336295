import { execa } from 'execa'
import { expect, test } from 'vitest'

const ENTRY = new URL('../../src/index.ts', import.meta.url).href

/** What starting a terminal fails with, in a process where the terminal package is replaced by a module. */
async function failureWith(source: string): Promise<{ name: string; code?: string; message: string }> {
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === '@lydell/node-pty' ? next('data:text/javascript,' + process.argv[1], context) : next(specifier, context),
    })
    const { startTerminal } = await import(${JSON.stringify(ENTRY)})
    const command = { file: '/bin/sh', args: ['-c', 'true'], cwd: '/', env: { PATH: '/bin' } }
    const error = await startTerminal(command).then(() => null, (thrown) => thrown)
    console.log(JSON.stringify({ name: error.name, code: error.code, message: error.message }))`
  const flags = ['--conditions=@poundlock/source', '--input-type=module', '--eval', program]
  const { stdout } = await execa(process.execPath, [...flags, encodeURIComponent(source)])
  return JSON.parse(stdout) as { name: string; code?: string; message: string }
}

test('an error inside the terminal package is reported as it is, not as a package that is missing', async () => {
  const broken =
    "throw Object.assign(new TypeError('the native part is of another Node'), { code: 'ERR_DLOPEN_FAILED' })"
  expect(await failureWith(broken)).toEqual({
    name: 'TypeError',
    code: 'ERR_DLOPEN_FAILED',
    message: 'the native part is of another Node',
  })
})

test('a package that is missing is named, with what to install', async () => {
  const missing = "throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })"
  const failure = await failureWith(missing)
  expect(failure.code).toBe('PROCESS_NO_TERMINAL')
  expect(failure.message).toContain('@lydell/node-pty')
})

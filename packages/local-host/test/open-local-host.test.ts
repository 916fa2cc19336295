import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNoneBackend, type SandboxBackend } from '@poundlock/sandbox'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLocalHost, type LocalHostOptions } from '../src/index.ts'

/** A workspace with a state folder of its own, which everything here reads. */
function place(configuration: object = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-host-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, state] = [join(root, 'w'), join(root, 'state')]
  mkdirSync(workspace)
  mkdirSync(state, { mode: 0o700 })
  writeFileSync(join(state, 'poundlock.json'), JSON.stringify(configuration), { mode: 0o600 })
  vi.stubEnv('POUNDLOCK_HOME', state)
  onTestFinished(() => void vi.unstubAllEnvs())
  const open = (more: Partial<LocalHostOptions> = {}) => openLocalHost({ workspace, backends: {}, ...more })
  return { workspace, state, open }
}

/** On the host itself, as the owner of it wants: no test of a host needs a sandbox. */
const UNCONTAINED = {
  sandbox: { mode: 'off' },
  tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'off', allow: ['uname'] } },
}
const unshare = (): SandboxBackend => createNoneBackend()

test('a host runs what the configuration allows, and records it', async () => {
  const { open, state, workspace } = place(UNCONTAINED)
  const host = await open({ backends: { unshare } })
  expect(host.context).toMatchObject({ agent: 'main', session: 'main', workspace, cwd: workspace })
  expect(await host.call('exec', { command: 'uname' })).toMatchObject({ status: 'ran', run: { exitCode: 0 } })
  await host.close()
  const audit = join(state, 'audit')
  const records = readdirSync(audit).filter((name) => name.endsWith('.jsonl'))
  expect(records.map((name) => readFileSync(join(audit, name), 'utf8')).join('')).toContain('"type":"run-end"')
})

test('what is asked goes to the function that was passed in, and with nobody to ask it does not run', async () => {
  const { open, workspace } = place(UNCONTAINED)
  const asked: string[] = []
  const host = await open({
    backends: { unshare },
    ask: () => async (request) => {
      asked.push(request.command)
      return { answer: 'allow-once', by: 'a test' }
    },
  })
  const touch = { command: 'touch ../made' }
  expect((await host.call('exec', touch)).approval).toMatchObject({ kind: 'person', by: 'a test' })
  expect(asked).toEqual(['touch ../made'])
  rmSync(join(workspace, '..', 'made'))
  expect((await host.call('exec', touch, { ask: null })).status).toBe('unapproved')
  expect(existsSync(join(workspace, '..', 'made'))).toBe(false)
  await host.close()
})

test.skipIf(process.platform !== 'linux')('a closed host holds no file open', async () => {
  const { open, state } = place(UNCONTAINED)
  const host = await open({ backends: { unshare } })
  await host.call('exec', { command: 'true' })
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`).startsWith(state)
      } catch {
        return false
      }
    })
  expect(openFiles()).not.toEqual([])
  await host.close()
  await host.close()
  expect(openFiles()).toEqual([])
})

test('a host that only looks leaves nothing in the state folder', async () => {
  const { open, state } = place(UNCONTAINED)
  const host = await open({ backends: { unshare }, looks: true })
  expect((await host.runtime.check({ command: 'uname' }, host.context)).decision.decision).toBe('allow')
  expect(existsSync(join(state, 'audit'))).toBe(false)
})

test.each([
  ['unshare', {}],
  ['docker', { sandbox: { backend: 'docker' } }],
])('the backend %s has to be passed in where the configuration names it', async (name, configuration) => {
  await expect(place(configuration).open()).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining(`sandbox.backend = "${name}"`),
  })
})

test('the configured backend gets the settings of its containers', async () => {
  const { open, state } = place({ sandbox: { backend: 'docker', docker: { image: 'debian:13' } } })
  const given: object[] = []
  await open({ agent: 'reviewer', backends: { docker: (settings) => (given.push(settings), createNoneBackend()) } })
  expect(given).toMatchObject([{ agent: 'reviewer', image: 'debian:13', stateDirectory: state }])
})

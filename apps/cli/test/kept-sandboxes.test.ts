import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { assemble } from '../src/host/assemble.ts'
import { openScene } from './poundlock.ts'

/** Process ids of sandboxes that this process has started and that have not ended. */
function standing(): readonly number[] {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').map(Number),
  )
  return children.filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/loader-'))
}

/** A process that serves many calls, as a server does. */
async function serve(sandbox: object = {}) {
  const scene = openScene()
  scene.configure({ sandbox })
  vi.stubEnv('POUNDLOCK_HOME', scene.state)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { runtime, context } = await assemble({ workspace: scene.workspace }, { readySandboxes: 2 })
  onTestFinished(() => runtime.close())
  const exec = (command: string) => runtime.call({ id: 'call', name: 'exec', input: { command } }, context)
  return { ...scene, runtime, exec }
}

test('calls of a process that serves many take sandboxes that were built before', async () => {
  const { runtime, exec, workspace } = await serve()
  await runtime.warm()
  const waiting = standing()
  expect(waiting).toHaveLength(2)
  for (const name of ['one', 'two', 'three']) {
    expect(await exec(`echo ${name} > ${name}; cat ${name}`)).toMatchObject({
      status: 'ran',
      run: { exitCode: 0, stdout: `${name}\n` },
      sandbox: { active: true, network: 'off' },
    })
  }
  expect(readFileSync(join(workspace, 'three'), 'utf8')).toBe('three\n')
  expect(standing().filter((pid) => waiting.includes(pid))).toHaveLength(0)
  // Each was used for one command, and another is built in its place.
  await vi.waitFor(() => expect(standing()).toHaveLength(2), { timeout: 60_000 })
})

test('a call in a sandbox that waited can do what its policy says and no more', async () => {
  const { runtime, exec, root, workspace } = await serve({ network: 'off' })
  writeFileSync(
    join(workspace, 'script'),
    `cat ${root}/state/poundlock.json; echo x > ${root}/out; wc -l < /proc/net/route`,
  )
  await runtime.warm()
  const outcome = await exec('sh script')
  expect(outcome).toMatchObject({ status: 'ran', run: { stdout: '1\n' } })
  expect(readdirSync(root).toSorted()).toEqual(['state', 'workspace'])
})

test('nothing is left when the runtime is closed, and calls are contained as before', async () => {
  const { runtime, exec } = await serve()
  await runtime.warm()
  await runtime.close()
  expect(standing()).toHaveLength(0)
  expect(await exec('echo still')).toMatchObject({ run: { stdout: 'still\n' }, sandbox: { active: true } })
  await runtime.close()
  expect(standing()).toHaveLength(0)
})

test('a process that makes one call builds nothing ahead', async () => {
  const scene = openScene()
  vi.stubEnv('POUNDLOCK_HOME', scene.state)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { runtime, context } = await assemble({ workspace: scene.workspace })
  await runtime.warm()
  await runtime.call({ id: 'call', name: 'exec', input: { command: 'true' } }, context)
  expect(standing()).toHaveLength(0)
  await runtime.close()
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isAbandoned, ownerMark } from '@poundlock/state-files/node'
import { tries } from '@poundlock/tooling/tries'
import { expect, test, vi } from 'vitest'
import { findHierarchies } from '../../src/control-groups/find-hierarchies.ts'
import { createUnshareBackend, type RendererName } from '../../src/index.ts'
import { policyFor, run, temporaryFolder } from './test-sandbox.ts'

const planting = fileURLToPath(new URL('../fixtures/plant-and-wait.ts', import.meta.url))
const fixture = fileURLToPath(new URL('../fixtures/run-many.ts', import.meta.url))
const kills = tries(35)
/** As many at a time as there are processors would be idle, or nearly. */
const TOGETHER = 5
/** What Poundlock says on its way: it has loaded, it has opened a sandbox, and a command ran, several times. */
const MOST_STEPS = 6

/** Starts a Poundlock that runs commands, and kills it a moment after it has said so many things. */
async function killOne(folder: string, steps: number): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fixture, folder], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(folder, '../compiled') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  for (let said = 0; said < steps; said += 1) expect((await lines.next()).done).not.toBe(true)
  // The moment is to be any: this is no waiting for something.
  await setTimeout(Math.random() * 12)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
}

/** Host processes that belong to a Poundlock below this folder. */
function processesBelow(folder: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(`${folder}/`)
    } catch {
      return false
    }
  })
}

/** Control groups that the dead have left. Those of tests that run beside this one belong to the living. */
function abandonedGroups(): readonly string[] {
  const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)
  return findHierarchies({ read }).flatMap(({ folder }) =>
    readdirSync(folder).filter((name) => name.startsWith('poundlock-') && isAbandoned(name)),
  )
}

const mountsBelow = (folder: string): readonly string[] =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => line.includes(folder))

test(`killed at any of ${String(kills)} moments, it leaves nothing that the next start does not clean`, async () => {
  const base = temporaryFolder()
  // Some have to prove first that they contain, and are killed while they do.
  const folders = Array.from({ length: kills }, (_, index) => join(base, index % 8 === 0 ? String(index) : 'all'))
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  const turns = folders.map((folder, index) => ({ folder, steps: index % (MOST_STEPS + 1) }))
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) await killOne(turn.folder, turn.steps)
    }),
  )
  await vi.waitFor(() => expect(processesBelow(base)).toEqual([]), { timeout: 60_000, interval: 10 })
  expect(mountsBelow(base)).toEqual([])

  for (const folder of new Set(folders)) {
    const backend = createUnshareBackend({
      cacheDirectory: join(folder, 'cache'),
      stateDirectory: join(folder, 'state'),
    })
    const workspace = join(folder, 'workspace')
    mkdirSync(workspace, { recursive: true })
    const sandbox = await backend.open(policyFor(workspace))
    expect(await run(sandbox, { file: '/bin/echo', args: ['hi'], cwd: workspace, env: {} })).toMatchObject({ code: 0 })
    await sandbox.close()
    const kept = readdirSync(join(folder, 'cache')).filter((name) => name !== 'control-groups')
    expect(kept.toSorted()).toEqual([expect.stringMatching(/^loader-/), 'probe-unshare.json'])
    expect(readdirSync(join(folder, 'state/sweeps'))).toEqual([])
  }
  await vi.waitFor(() => expect(abandonedGroups()).toEqual([]), { timeout: 60_000, interval: 10 })
  expect(readdirSync(tmpdir()).filter(isAbandoned)).toEqual([])
}, 300_000)

test('a start removes what the dead have left in its folder, and nothing of the living', async () => {
  const folder = temporaryFolder()
  const [cache, workspace] = [join(folder, 'cache'), join(folder, 'workspace')]
  const dead = ownerMark().replace(/\d+$/, '1')
  const left = [`probe-${dead}-x`, `probe-${ownerMark()}-x`]
  for (const name of left) mkdirSync(join(cache, name, 'workspace'), { recursive: true })
  mkdirSync(workspace)
  const backend = createUnshareBackend({ cacheDirectory: cache, stateDirectory: join(folder, 'state') })
  await (await backend.open(policyFor(workspace))).close()
  expect(left.map((name) => existsSync(join(cache, name)))).toEqual([false, true])
  rmSync(join(cache, left[1]!), { recursive: true })
})

test.each<RendererName>(['namespaces', 'landlock'])(
  'what a command planted before Poundlock was killed is taken out at the next start, and told (%s)',
  async (renderer) => {
    const folder = temporaryFolder()
    const [workspace, written] = [join(folder, 'workspace'), join(folder, 'written')]
    for (const path of [workspace, written]) mkdirSync(path)
    writeFileSync(join(workspace, '.settings'), 'mine')
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', planting, folder, renderer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    expect(String((await once(child.stdout, 'data'))[0])).toBe('planted\n')
    child.kill('SIGKILL')
    await ended
    await vi.waitFor(() => expect(processesBelow(folder)).toEqual([]), { timeout: 60_000, interval: 10 })
    expect(existsSync(join(workspace, '.mcp.json'))).toBe(true)

    const backend = createUnshareBackend({
      cacheDirectory: join(folder, 'cache'),
      stateDirectory: join(folder, 'state'),
      renderer,
    })
    const sandbox = await backend.open(policyFor(workspace))
    expect(existsSync(join(workspace, '.mcp.json'))).toBe(false)
    expect(readdirSync(written)).toEqual([])
    expect(readdirSync(join(workspace, 'n/.git/hooks'))).toEqual([])
    expect(readFileSync(join(workspace, '.settings'), 'utf8')).toBe('mine')
    expect(readFileSync(join(workspace, 'work'), 'utf8')).toBe('work\n')
    const started = await sandbox.run({ file: '/bin/true', args: [], cwd: workspace, env: {} })
    const { code, signal } = await started.exited
    const told = sandbox.explain({ exitCode: code, signal, stderr: '', process: started }).map(({ target }) => target)
    expect(told).toEqual(expect.arrayContaining([join(workspace, '.mcp.json'), join(written, '.mcp.json')]))
    await sandbox.close()
    expect(readdirSync(join(folder, 'state/sweeps'))).toEqual([])
  },
)

/**
 * Kills a Poundlock that runs contained commands, at a step that it has come to and a random moment later, and looks
 * what is left: at once, and after the next start.
 *
 *   node src/sandbox-kills.ts [way] [kills] [seed]
 *
 * Ways: namespaces, pool, bubblewrap, landlock, docker-session, docker-agent. Writes results/sandbox-kills-WAY.json and
 * ends with 1 when anything was left.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { manageContainers } from '@poundlock/sandbox-docker'
import { isAbandoned } from '@poundlock/state-files/node'
import Docker from 'dockerode'
import { WAYS } from './kills/victim-backend.ts'

const [way = 'namespaces', killsText = '200', seedText = '1'] = process.argv.slice(2)
const [kills, seed] = [Number(killsText), Number(seedText)]
if (!(WAYS as readonly string[]).includes(way)) throw new Error(`${way}: choose one of ${WAYS.join(', ')}`)
const isDocker = way.startsWith('docker')
const STEPS = ['loaded', 'opened', 'begun', 'running', 'ended', 'swept'] as const
/** A step may be come to for the first time or a later one, when things are warm. */
const MOST_TIMES = 3
/** Up to so long after the step: about as long as a command takes. */
const longestMs = isDocker ? 120 : 25
const LANES = 4
/** How long something may take to be gone. */
const PATIENCE_MS = 60_000

const base = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-kills-')))
const victim = fileURLToPath(new URL('kills/victim.ts', import.meta.url))
const left: string[] = []
const killedAt: Record<string, number> = {}

let state = seed >>> 0
/** mulberry32: the kills are the same in another run, but for what the machine is doing at the moment. */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0
  let word = Math.imul(state ^ (state >>> 15), state | 1)
  word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
  return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
}

/** How long a command's leftover would sleep: nobody else's does for so long. */
const markOf = (lane: number): string => `${String(process.pid)}${String(lane)}77`

function processesWith(...texts: readonly string[]): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || name === String(process.pid)) return []
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ')
      // What kept containers consist of says nothing of a workspace; their monitors name the engine's folders.
      return texts.some((text) => line.includes(text)) ? [`${name} ${line.slice(0, 200)}`] : []
    } catch {
      return []
    }
  })
}

async function untilNothing(what: string, look: () => readonly string[] | Promise<readonly string[]>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found.length === 0) return
    if (performance.now() > deadline) {
      left.push(`${what}: ${found.join(' | ')}`)
      return
    }
    await setTimeout(20)
  }
}

async function start(folder: string, lane: number, wanted: string, times: number): Promise<ReturnType<typeof spawn>> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(base, 'compiled') }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', victim, folder, way, markOf(lane)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let came = 0
  for await (const step of createInterface(child.stdout)) if (step === wanted && (came += 1) === times) return child
  throw new Error(`the victim ended before it was killed, at ${wanted} ${String(times)}`)
}

async function runLane(lane: number): Promise<void> {
  const folder = join(base, String(lane))
  mkdirSync(folder)
  for (let kill = lane; kill < kills; kill += LANES) {
    // Each eighth has to prove first that it contains, and is killed while it does.
    const proves = kill % 8 === lane
    if (proves) rmSync(join(folder, 'cache'), { recursive: true, force: true })
    const step = proves && random() < 0.7 ? 'loaded' : STEPS[kill % STEPS.length]!
    const times = step === 'loaded' ? 1 : 1 + Math.floor(random() * MOST_TIMES)
    const child = await start(folder, lane, step, times)
    await setTimeout(random() * (step === 'loaded' ? 10 : 1) * longestMs)
    child.kill('SIGKILL')
    await once(child, 'exit')
    killedAt[step] = (killedAt[step] ?? 0) + 1
    // Without a next start.
    const isKept = isDocker && way === 'docker-agent'
    await untilNothing(`processes after kill ${String(kill)} at ${step} ${String(times)}`, () =>
      processesWith(`sleep ${markOf(lane)}`, ...(isKept ? [] : [`${folder}/`])),
    )
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
    left.push(
      ...mounts.filter((line) => line.includes(`${folder}/`)).map((line) => `mount after ${String(kill)}: ${line}`),
    )
  }
}

const begun = performance.now()
const begunAt = Date.now()
try {
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)))
  for (let lane = 0; lane < LANES; lane += 1) await lookAfter(lane)
  await untilNothing('control groups', abandonedGroups)
  left.push(
    ...readdirSync(tmpdir())
      .filter(isAbandoned)
      .map((name) => `temporary folder ${name}`),
  )
} finally {
  if (isDocker) {
    for (let lane = 0; lane < LANES; lane += 1) {
      await (await manageContainers({ stateDirectory: join(base, String(lane), 'state') })).remove()
    }
  }
  rmSync(base, { recursive: true, force: true })
}

/** A start that ends by itself, as most do: what is there afterwards is there for good. */
async function lookAfter(lane: number): Promise<void> {
  const folder = join(base, String(lane))
  const { openBackend } = await import('./kills/victim-backend.ts')
  const backend = await openBackend(way, folder)
  const workspace = join(folder, 'workspace')
  const policy = {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    hiddenPaths: [],
    limits: {},
  } as const
  const sandbox = await backend.open({ ...policy, network: 'off', protectedPaths: ['.git/hooks', '.mcp.json'] })
  const running = await sandbox.run({ file: '/bin/true', args: [], cwd: workspace, env: {}, output: 'inherit' })
  const { code } = await running.exited
  if (code !== 0) left.push(`the start after the kills of lane ${String(lane)} ends with ${String(code)}`)
  await sandbox.close()
  await (backend as { close?: () => Promise<void> }).close?.()
  const below = (path: string): readonly string[] =>
    existsSync(join(folder, path)) ? readdirSync(join(folder, path)) : []
  const expected: Readonly<Record<string, RegExp>> = {
    workspace: /^(?:\.git)?$/,
    'state/sweeps': /^$/,
    'state/docker/leases': /^$/,
    // Where groups were made stays written down, for starts in another group.
    cache: /^(?:loader-|probe-[a-z]+(?:-[a-z]+)?\.json$|renderer|docker|control-groups$)/,
  }
  for (const [path, names] of Object.entries(expected)) {
    left.push(
      ...below(path)
        .filter((name) => !names.test(name))
        .map((name) => `${path}/${name} of lane ${String(lane)}`),
    )
  }
  if (!isDocker) return
  const containers = await (await manageContainers({ stateDirectory: join(folder, 'state') })).list()
  const own = way === 'docker-session' ? 1 : LANES
  if (containers.length > own) left.push(`${String(containers.length)} containers of lane ${String(lane)}`)
  for (const { id, abandoned } of containers) {
    if (abandoned) left.push(`abandoned container ${id}`)
    const { Processes: rows } = (await new Docker().getContainer(id).top()) as { Processes: string[][] }
    const others = rows
      .map((row) => row.join(' '))
      .filter((line) => !/while read -r token|IFS= read -r line_/.test(line))
    left.push(...others.map((line) => `process in a kept container: ${line}`))
  }
}

/** Control groups that the dead have left. */
function abandonedGroups(): readonly string[] {
  const found: string[] = []
  const walk = (folder: string, depth: number): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue
      const path = join(folder, entry.name)
      if (entry.name.startsWith('poundlock-') && isAbandoned(entry.name)) {
        // Those of other runs are theirs.
        if ((statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) > begunAt) found.push(path)
      } else if (depth > 0) walk(join(folder, entry.name), depth - 1)
    }
  }
  walk('/sys/fs/cgroup', 3)
  return found
}

const results = { way, kills, seed, steps: killedAt, seconds: Math.round((performance.now() - begun) / 1000), left }
writeFileSync(new URL(`../results/sandbox-kills-${way}.json`, import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
console.log(JSON.stringify(results))
process.exitCode = left.length === 0 ? 0 : 1

/**
 * How long it takes to run `sh -c 'echo hi'` contained, from the call to the end of its output, beside the same
 * uncontained and in other sandboxes.
 *
 *   node --conditions=@poundlock/source src/sandbox.ts [rounds] [user]
 *
 * Writes results/sandbox.json and the table in README.md; with the number of a user, which only root can give, those of a
 * normal user, without other sandboxes. Needs bubblewrap; sandbox-runtime needs socat and ripgrep.
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  compileMountPlan,
  defaultHiddenPaths,
  DEFAULT_PROTECTED_PATHS,
  entryAt,
  gatherSystemFacts,
  type Sandbox,
  type SandboxPolicy,
} from '@poundlock/sandbox'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { execa } from 'execa'
import type { Measurement } from './measure/contestant.ts'
import { measureRunners, type Runner } from './measure/measure-runners.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { milliseconds, table } from './report/table.ts'
import { bubblewrapByHand, filterOfOurs, withFilter } from './sandbox/bubblewrap.ts'
import { openDockerWays, type DockerWays } from './sandbox/docker-ways.ts'
import { openDocker, openPeers } from './sandbox/peers.ts'
import { expectHi } from './sandbox/read-output.ts'

const rounds = Number(process.argv[2] ?? 40)
const WARM_UP = 10
const BARE_EXEC = 'dockerode, bare exec in the container of the session'
const folder = process.env['POUNDLOCK_BENCH_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'poundlock-bench-sandbox-'))

/** Measures as the user of this process. */
async function measure(withPeers: boolean): Promise<readonly Measurement[]> {
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }
  const policy: SandboxPolicy = {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: DEFAULT_PROTECTED_PATHS.map(({ path }) => path),
    hiddenPaths: defaultHiddenPaths(homedir()).map(({ path }) => path),
    network: 'off',
    limits: {},
  }

  const directories = { cacheDirectory: join(folder, 'cache'), stateDirectory: join(folder, 'state') }
  const plain = createUnshareBackend(directories)
  const pooled = createUnshareBackend({ ...directories, pool: { size: 1 } })
  const limited = { ...policy, limits: { processes: 256, memoryBytes: 2 * 1024 ** 3 } }
  const command = { file: '/bin/sh', args: ['-c', 'echo hi'], cwd: workspace, env }

  const filter = join(folder, 'filter')
  writeFileSync(filter, await filterOfOurs())
  const plan = compileMountPlan(policy, {
    system: gatherSystemFacts(),
    user: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, name: 'agent' },
    scratchBytes: 1024 ** 3,
    entryAt,
  })
  const bubblewrap = bubblewrapByHand(plan, workspace, env.PATH)

  const peers = withPeers ? await openPeers(workspace) : null
  const docker = withPeers ? openDocker() : null
  const containers = docker && (await openDockerWays(folder))
  const [ours, oursLimited, fromPool] = await Promise.all([
    plain.open(policy),
    plain.open(limited),
    pooled.open(policy),
  ])

  /** What ends after the output belongs to no other's turn. */
  let last: Promise<unknown> = Promise.resolve()
  const contained = (name: string, sandbox: Sandbox): Runner => ({
    name,
    run: async () => {
      const started = await sandbox.run(command)
      last = started.exited
      await expectHi(name, started)
    },
  })

  const runners: readonly Runner[] = [
    {
      name: 'raw spawn',
      run: () =>
        expectHi(
          'raw spawn',
          spawn(command.file, command.args, { cwd: workspace, env, stdio: ['ignore', 'pipe', 'pipe'] }),
        ),
    },
    {
      name: 'execa',
      run: async () => {
        await execa(command.file, command.args, { cwd: workspace, env, stdin: 'ignore' })
      },
    },
    {
      name: 'bubblewrap by hand, same profile',
      run: () =>
        withFilter(filter, (descriptor) =>
          expectHi('bubblewrap', spawn('bwrap', bubblewrap, { stdio: ['ignore', 'pipe', 'pipe', descriptor] })),
        ),
    },
    contained('Poundlock', ours),
    contained(
      process.geteuid?.() === 0 ? 'Poundlock, limits by control groups' : 'Poundlock, limits of processes',
      oursLimited,
    ),
    contained('Poundlock, from the pool', fromPool),
    ...(peers?.runners ?? []),
    ...(docker?.runners ?? []),
    ...(containers ? runnersOf(containers) : []),
  ].map((runner: Runner) => ({
    ...runner,
    prepare: async () => {
      await last
      // So that none is built during another's turn.
      await pooled.warm(policy)
    },
  }))

  try {
    const measurements = await measureRunners(runners, rounds, WARM_UP)
    await last
    return measurements
  } finally {
    await Promise.all([
      ours.close(),
      oursLimited.close(),
      fromPool.close(),
      pooled.close(),
      peers?.close(),
      docker?.close(),
      containers?.close(),
    ])
  }
}

const runnersOf = ({ contained, bare }: DockerWays): readonly Runner[] => [
  { name: BARE_EXEC, run: bare.session },
  { name: 'Poundlock, a container of the session', run: contained.session },
  { name: 'Poundlock, a container of the agent', run: contained.agent },
]

/** The same in a process that is another user. */
async function measureAs(user: number): Promise<readonly Measurement[]> {
  chownSync(folder, user, user)
  const child = fork(import.meta.filename, [String(rounds)], {
    execArgv: process.execArgv,
    uid: user,
    gid: user,
    env: { PATH: process.env['PATH'], HOME: folder, POUNDLOCK_BENCH_FOLDER: folder },
  })
  const [measured] = (await once(child, 'message')) as [readonly Measurement[]]
  return measured
}

function write(measurements: readonly Measurement[], name: string, user: string): void {
  const median = (way: string) => measurements.find((measurement) => measurement.name === way)?.median ?? Number.NaN
  const bare = {
    raw: median('raw spawn'),
    bubblewrap: median('bubblewrap by hand, same profile'),
    dockerode: median(BARE_EXEC),
  }
  const compared = Object.entries(bare).filter(([, of]) => !Number.isNaN(of))
  const machine = describeMachine()
  const result = { measured: new Date().toISOString().slice(0, 10), machine, user, rounds, measurements }
  mkdirSync(new URL('../results/', import.meta.url), { recursive: true })
  writeFileSync(new URL(`../results/${name}.json`, import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
  const rows = measurements
    .toSorted((left, right) => left.median - right.median)
    .map((row) => [
      row.name,
      milliseconds(row.median),
      ...compared.map(([, of]) => `${(row.median / of).toFixed(2)}×`),
      milliseconds(row.fastest),
      milliseconds(row.slowest),
    ])
  const content = table(['way', 'median ms', ...compared.map(([peer]) => `to ${peer}`), 'fastest', 'slowest'], rows)
  const where = `${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}, as ${user}; medians of ${rounds} rounds, ${result.measured}.`
  replaceSection(new URL('../README.md', import.meta.url), name, `${content}\n\n${where}`)
  console.log(content)
}

const other = process.argv[3]
const isRoot = process.geteuid?.() === 0
try {
  if (process.send) process.send(await measure(false))
  else if (other !== undefined) write(await measureAs(Number(other)), 'sandbox-normal-user', 'a normal user')
  else if (isRoot) write(await measure(true), 'sandbox', 'root')
  else write(await measure(false), 'sandbox-normal-user', 'a normal user')
} finally {
  if (!process.send) rmSync(folder, { recursive: true, force: true })
}

/**
 * What `sh -c 'echo hi'` takes in a warm container: by dockerode alone, and as a command of the sandbox, which also
 * proves that nothing is left and looks at the workspace. Both in containers of the same settings, in turns.
 *
 *   node --conditions=@poundlock/source src/sandbox-docker.ts [rounds]
 *
 * Writes results/sandbox-docker.json and the table in sandbox-docker.md. Needs a container engine.
 */
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { defaultProtectedPaths, type SandboxPolicy } from '@poundlock/sandbox'
import { createDockerBackend, manageContainers, type SandboxScope } from '@poundlock/sandbox-docker'
import Docker from 'dockerode'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 40)
/** How long it is quiet before a command, and how many then come one at once after another. */
const [pauseMs, row] = [250, 3]
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-bench-')))
const workspace = join(folder, 'workspace')
mkdirSync(workspace)
const [uid, gid] = process.geteuid?.() === 0 ? [21_357, 21_357] : [process.geteuid!(), process.getegid!()]
chownSync(workspace, uid, gid)

const policy: SandboxPolicy = {
  fileMode: 'workspace-only',
  workspace,
  readPaths: [],
  writePaths: [],
  protectedPaths: defaultProtectedPaths.map(({ path }) => path),
  hiddenPaths: [],
  network: 'off',
  limits: {},
}
const words = ['/bin/sh', '-c', 'echo hi']
const docker = new Docker()

function openScope(scope: SandboxScope) {
  const state = join(folder, scope)
  const backend = createDockerBackend({
    cacheDirectory: join(folder, 'cache'),
    stateDirectory: state,
    scope,
    agent: 'bench',
    session: 'bench',
  })
  return {
    state,
    async run(): Promise<void> {
      const sandbox = await backend.open(policy)
      const running = await sandbox.run({ file: words[0]!, args: words.slice(1), cwd: workspace, env: {} })
      await Promise.all([buffer(running.stdout!), buffer(running.stderr!), running.exited])
      await sandbox.close()
    },
  }
}

async function bare(id: string): Promise<void> {
  const exec = await docker.getContainer(id).exec({
    Cmd: words,
    User: `${uid}:${gid}`,
    WorkingDir: workspace,
    AttachStdout: true,
    AttachStderr: true,
  })
  const stream: Duplex = await exec.start({ hijack: true, stdin: false })
  await buffer(stream)
  await exec.inspect()
}

const scopes = { session: openScope('session'), agent: openScope('agent') }
const managers = [scopes.session, scopes.agent].map(({ state }) => manageContainers({ stateDirectory: state }))
try {
  // Proves the engine first, which is done once a boot.
  await scopes.agent.run()
  const cold = performance.now()
  await scopes.session.run()
  const first = performance.now() - cold
  const [session, agent] = await Promise.all(managers.map(async (manager) => (await (await manager).list())[0]!.id))
  const contestants: Readonly<Record<string, () => Promise<void>>> = {
    'dockerode, bare exec': () => bare(session!),
    'dockerode, bare exec in the other container': () => bare(agent!),
    'sandbox, scope session': () => scopes.session.run(),
    'sandbox, scope agent': () => scopes.agent.run(),
  }
  const names = Object.keys(contestants)
  const alone = new Map<string, number[]>(names.map((name) => [name, []]))
  const inRow = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds + 3; round += 1) {
    // Each begins as often as the others.
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const run = contestants[name]!
      // What one does after its command is not to slow the next one down: the sandbox makes ready for another.
      await setTimeout(pauseMs)
      const start = performance.now()
      await run()
      const firstEnd = performance.now()
      // Now without a pause: nothing can have been made ready meanwhile.
      for (let more = 0; more < row; more += 1) await run()
      if (round < 3) continue
      alone.get(name)!.push(firstEnd - start)
      inRow.get(name)!.push((performance.now() - firstEnd) / row)
    }
  }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
  const mediansOf = (taken: ReadonlyMap<string, readonly number[]>): Readonly<Record<string, number>> =>
    Object.fromEntries([...taken].map(([name, values]) => [name, median(values)]))
  const medians = { afterPause: mediansOf(alone), inRow: mediansOf(inRow) }
  const machine = describeMachine()
  const results = { machine, rounds, firstCommandMs: first, medianMs: medians }
  writeFileSync(new URL('../results/sandbox-docker.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  const columns = [medians.afterPause, medians.inRow]
  const cells = (name: string): string[] =>
    columns.flatMap((column) => [column[name]!.toFixed(1), (column[name]! / column[names[0]!]!).toFixed(2)])
  const rows = names.map((name) => [name, ...cells(name)])
  const text = `${table(['way', 'after a pause, ms', 'ratio', 'at once after another, ms', 'ratio'], rows)}

${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; medians of ${rounds} rounds; those at once
after another are means of ${row} in a row. The first command of a
session, with its container, took ${first.toFixed(0)} ms.`
  replaceSection(new URL('../sandbox-docker.md', import.meta.url), 'sandbox-docker', text)
  console.log(text)
} finally {
  for (const manager of managers) await (await manager).remove()
  rmSync(folder, { recursive: true, force: true })
}

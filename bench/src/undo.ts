/**
 * What keeping costs a contained run, beside the same with undo switched off, and how long bringing back a deleted
 * repository takes.
 *
 *   node --conditions=@poundlock/source src/undo.ts [rounds]
 *
 * Writes results/undo.json and the table in README.md.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalHost, openUndoStore } from '@poundlock/local-host'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { undoRuns } from '@poundlock/undo'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { milliseconds, table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 15)
const base = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-bench-undo-')))
const FILES_OF_A_FOLDER = 20
const DELETED = 50_000
const names = Array.from({ length: 10 }, (_, index) => `d0/e${String(index)}/f0`)

const COMMANDS = [
  { name: 'ten files changed, by a command whose effects are known', command: `sed -i s/x/y/ ${names.join(' ')}` },
  { name: 'ten files changed, by a program that is not known', command: `./change.sh ${names.join(' ')}` },
  { name: 'nothing changed, by a command that only reads', command: `cat ${names.join(' ')}` },
  { name: 'nothing changed, by a program that is not known', command: './change.sh' },
] as const

function makeWorkspace(name: string, files: number): string {
  const workspace = join(base, name)
  for (let index = 0; index * FILES_OF_A_FOLDER < files; index += 1) {
    const folder = join(workspace, `d${String(Math.floor(index / 100))}`, `e${String(index % 100)}`)
    mkdirSync(folder, { recursive: true })
    for (let file = 0; file < FILES_OF_A_FOLDER; file += 1) {
      writeFileSync(join(folder, `f${String(file)}`), 'xxx\n'.repeat(100 + file * 50))
    }
  }
  const script = '#!/bin/sh\nfor f in "$@"; do echo more >> "$f"; done\n'
  writeFileSync(join(workspace, 'change.sh'), script, { mode: 0o755 })
  return workspace
}

async function openHost(workspace: string, enabled: boolean) {
  const state = join(base, enabled ? 'kept' : 'plain')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  writeFileSync(join(state, 'poundlock.json'), JSON.stringify({ undo: { enabled } }), { mode: 0o600 })
  process.env['POUNDLOCK_HOME'] = state
  const host = await openLocalHost({ workspace, backends: { unshare: createUnshareBackend } })
  return { host, state }
}

interface Times {
  readonly median: number
  readonly fastest: number
}

function summarize(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)]!, fastest: sorted[0]! }
}

async function measureRuns(files: number) {
  const workspace = makeWorkspace(`runs-${String(files)}`, files)
  const hosts = [await openHost(workspace, false), await openHost(workspace, true)] as const
  const measured: { name: string; files: number; off: Times; on: Times }[] = []
  for (const { name, command } of COMMANDS) {
    const times: readonly [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round += 1) {
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const begin = performance.now()
        const outcome = await hosts[index].host.call('exec', { command })
        const elapsed = performance.now() - begin
        if (outcome.run?.exitCode !== 0) throw new Error(`${command}: ${outcome.message}`)
        // The first look keeps the whole workspace.
        if (round > 0) times[index].push(elapsed)
      }
    }
    measured.push({ name, files, off: summarize(times[0]), on: summarize(times[1]) })
  }
  for (const { host } of hosts) await host.close()
  return measured
}

async function measureDeletion() {
  const workspace = join(base, 'deleted')
  makeWorkspace('deleted/repository', DELETED)
  const { host, state } = await openHost(workspace, true)
  const timed = async (command: string) => {
    const begin = performance.now()
    const outcome = await host.call('exec', { command })
    if (outcome.run?.exitCode !== 0) throw new Error(`${command}: ${outcome.message}`)
    return { ms: performance.now() - begin, runId: outcome.runId! }
  }
  const first = await timed('repository/change.sh')
  const again = await timed('repository/change.sh')
  const removal = await timed('rm -rf repository')
  const store = await openUndoStore(state, workspace, host.config.resolved)
  const begin = performance.now()
  const cpu = process.cpuUsage()
  const result = await undoRuns(store, { runs: [removal.runId], by: { agent: 'person', session: 'bench' } })
  const { user, system } = process.cpuUsage(cpu)
  const back = performance.now() - begin
  await host.close()
  if (result.left.length > 0 || result.restored.length < DELETED) throw new Error('not all came back')
  return { first: first.ms, again: again.ms, removal: removal.ms, back, backOfProcessor: (user + system) / 1000 }
}

try {
  const runs = [...(await measureRuns(1000)), ...(await measureRuns(10_000))]
  const deletion = await measureDeletion()
  const machine = describeMachine()
  const date = new Date().toISOString().slice(0, 10)
  const results = { machine, date, rounds, runs, deletion }
  writeFileSync(new URL('../results/undo.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`)
  const cost = ({ off, on }: { off: Times; on: Times }) => `${((on.fastest / off.fastest - 1) * 100).toFixed(0)} %`
  const text = [
    table(
      ['files', 'contained run', 'off, fastest ms', 'on, fastest ms', 'off, median', 'on, median', 'more, fastest'],
      runs.map((run) => [
        run.files.toLocaleString('en'),
        run.name,
        milliseconds(run.off.fastest),
        milliseconds(run.on.fastest),
        milliseconds(run.off.median),
        milliseconds(run.on.median),
        cost(run),
      ]),
    ),
    table(
      [`${DELETED.toLocaleString('en')} files`, 'ms'],
      [
        ['a contained run, the first, which keeps all of them', milliseconds(deletion.first)],
        ['the same run again', milliseconds(deletion.again)],
        ['`rm -rf` of them', milliseconds(deletion.removal)],
        ['bringing them back', milliseconds(deletion.back)],
        ['bringing them back, time of the processor', milliseconds(deletion.backOfProcessor)],
      ],
    ),
  ].join('\n\n')
  const { processor, cores, system, node } = machine
  const about = `${processor}, ${String(cores)} cores, ${system}, Node ${node}; ${String(rounds)} rounds, ${date}.`
  replaceSection(new URL('../README.md', import.meta.url), 'undo', `${text}\n\n${about}`)
  console.log(text)
} finally {
  rmSync(base, { recursive: true, force: true })
}

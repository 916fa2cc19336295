/**
 * Three gateways on a NATS cluster of three servers, or on one server, with five nodes, of which two things at a time are
 * killed, stopped or cut off from the network at random moments, while calls run and wait for approval.
 *
 *   POUNDLOCK_NATS=… pnpm --filter @poundlock/bench cluster-kills [rounds] [minutes] [servers]
 *
 * It runs the test of `apps/node` with more rounds. Counted are commands that ran twice, answers that were not true, results
 * that were lost, and commands that ran though no rule and no person allowed them; all have to be 0. Adds to
 * results/cluster-kills.json, or results/server-kills.json for one server, by kind: remove the file to count from 0. The network is cut by a firewall in a network namespace, which needs root, iproute2 and iptables;
 * without them nothing is cut, and the results say so.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeMachine } from './report/machine.ts'

const [rounds = '100', minutes = '600', servers = '3'] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'poundlock-bench-'))
const file = join(folder, 'results.json')
const root = fileURLToPath(new URL('../..', import.meta.url))
const target = new URL(`../results/${servers === '1' ? 'server' : 'cluster'}-kills.json`, import.meta.url)

/** The whole test in a network of its own, which has nothing but the loopback. */
const IN_NAMESPACE = ['-n', '--', 'sh', '-c', 'ip link set lo up && iptables -L >/dev/null && exec "$@"', 'sh']
const canCut = spawnSync('unshare', [...IN_NAMESPACE, 'true']).status === 0
const test = [join(root, 'node_modules/.bin/vitest'), 'run', 'apps/node/test/cluster-kills.test.ts']
const [command, ...args] = canCut ? ['unshare', ...IN_NAMESPACE, ...test] : test

type Counts = { readonly [kind: string]: number | Counts }

const earlier = existsSync(target) ? (JSON.parse(readFileSync(target, 'utf8')) as Record<string, number | Counts>) : {}

function report(): void {
  if (!existsSync(file)) return
  const { machine: _, canCut: __, runs = 1, ...counted } = earlier
  const isFirst = Object.keys(counted).length === 0
  const total = added(counted, JSON.parse(readFileSync(file, 'utf8')) as Counts)
  const results = { machine: describeMachine(), canCut, runs: isFirst ? 1 : Number(runs) + 1, ...total }
  writeFileSync(target, `${JSON.stringify(results, null, 2)}\n`)
}

function added(before: Counts, now: Counts): Counts {
  const kinds = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return Object.fromEntries(kinds.map((kind) => [kind, sum(before[kind], now[kind])]))
}

function sum(before: number | Counts = 0, now: number | Counts = 0): number | Counts {
  if (typeof before === 'number' && typeof now === 'number') return before + now
  return added(before === 0 ? {} : (before as Counts), now === 0 ? {} : (now as Counts))
}

const reporting = setInterval(report, 10_000)
try {
  const child = spawn(command!, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CI: 'true',
      POUNDLOCK_THOROUGH: '1',
      POUNDLOCK_KILL_ROUNDS: rounds,
      POUNDLOCK_KILL_MINUTES: minutes,
      POUNDLOCK_KILL_SERVERS: servers,
      POUNDLOCK_KILL_RESULTS: file,
      ...(canCut && { POUNDLOCK_KILL_FIREWALL: '1' }),
    },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  report()
  console.log(readFileSync(target, 'utf8'))
  process.exitCode = code ?? 1
} finally {
  clearInterval(reporting)
  rmSync(folder, { recursive: true, force: true })
}

import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import { parseStrictJson } from '@poundlock/spec'
import { ownershipProblem, replaceOwnFile, textOrNull } from '@poundlock/state-files/node'
import type { ProbeCheck, ProbeReport } from '../contract.ts'

/** Where the report of a probe is kept, and for how long. */
export interface ProbeCacheOptions {
  /** A folder of ours; made with mode 0700. */
  readonly folder: string
  /** Name of the backend that was probed. */
  readonly backend: string
  /** Of several answers of one backend, which this is. */
  readonly variant?: string
  /** Changes with the behaviour of the backend: its version, its options, digests of its files. */
  readonly identity: readonly string[]
  /** Programs that it uses: a new version of one is proven anew. */
  readonly tools: readonly string[]
}

/** Keeps the answer of a probe until the machine is started again, or anything that it depends on changes. */
export interface ProbeCache {
  /** The stored answer, or `null`: a file that is broken, foreign or of another time counts as none. */
  read(): ProbeReport | null
  /** Storing is not needed to go on, so a failure to do so is ignored. */
  write(report: ProbeReport): void
}

/** Keeps the report of a probe in a file, for as long as the machine is the same. */
export function createProbeCache(options: ProbeCacheOptions): ProbeCache {
  const name = [options.backend, ...(options.variant === undefined ? [] : [options.variant])].join('-')
  const path = join(options.folder, `probe-${name}.json`)
  return {
    read() {
      try {
        const stats = lstatSync(path)
        if (ownershipProblem(path, stats, 'file', 'own') !== null) return null
        const stored = parseStrictJson(readFileSync(path, 'utf8')) as { key?: unknown; report?: unknown } | null
        if (stored?.key !== cacheKey(options) || !isReport(stored.report, options.backend)) return null
        return { ...stored.report, milliseconds: 0 }
      } catch {
        return null
      }
    },
    write(report) {
      try {
        mkdirSync(options.folder, { recursive: true, mode: 0o700 })
        replaceOwnFile(path, JSON.stringify({ key: cacheKey(options), report }), { durable: false })
      } catch {
        // The next start probes again.
      }
    },
  }
}

/** All that an answer depends on. The boot id is random, so a stored answer cannot be written in advance. */
function cacheKey(options: ProbeCacheOptions): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  const tools = options.tools.map((tool) => {
    const stats = statSync(tool, { throwIfNoEntry: false })
    return [tool, stats?.dev, stats?.ino, stats?.size, stats?.mtimeMs]
  })
  const user = [process.geteuid?.(), process.getegid?.()]
  // Nested in a container or another sandbox, the same boot gives other answers: the namespaces tell them apart.
  const namespaces = ['user', 'mnt', 'pid'].map((name) => statSync(`/proc/self/ns/${name}`).ino)
  const settings = [
    'kernel/unprivileged_userns_clone',
    'user/max_user_namespaces',
    'kernel/apparmor_restrict_unprivileged_userns',
  ]
  const switches = settings.map((name) => textOrNull(`/proc/sys/${name}`)?.trim() ?? '')
  // As it is, and no hash of it: loading node:crypto takes longer than all else here.
  return JSON.stringify([boot, release(), user, namespaces, switches, tools, options.identity])
}

function isReport(value: unknown, backend: string): value is ProbeReport {
  const report = value as Partial<ProbeReport> | null
  return (
    report?.backend === backend &&
    typeof report.contained === 'boolean' &&
    Array.isArray(report.checks) &&
    report.checks.every(isCheck) &&
    Array.isArray(report.reasons) &&
    report.reasons.every((reason) => typeof reason === 'string') &&
    report.contained === (report.reasons.length === 0 && report.checks.every((check) => check.passed))
  )
}

function isCheck(value: unknown): value is ProbeCheck {
  const check = value as Partial<ProbeCheck> | null
  return (
    typeof check?.name === 'string' &&
    typeof check.description === 'string' &&
    typeof check.passed === 'boolean' &&
    typeof check.evidence === 'string'
  )
}

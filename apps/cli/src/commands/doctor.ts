import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { verifyAuditLog } from '@poundlock/audit/node'
import type { ResolvedConfig } from '@poundlock/config'
import { loadConfig } from '@poundlock/config/node'
import {
  StateError,
  findLocation,
  findShell,
  homeFolder,
  makeStateFolder,
  policyLayers,
  refuseHome,
  stateFolder,
} from '@poundlock/local-host'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { PoundlockError } from '@poundlock/spec'
import { ownershipProblem } from '@poundlock/state-files/node'
import { EXIT } from '../exit-code.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { serverRuleProblems } from '../review/known-names.ts'
import { describeSystem, thisSystem } from '../sandbox/describe-system.ts'
import { configuredSandbox, sandboxBackend } from '../sandbox/sandbox-backend.ts'

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

/** `poundlock doctor`: looks at everything that could be wrong. Exit code 0 when nothing is, 70 otherwise. */
export async function doctor(flags: { readonly json?: boolean }): Promise<void> {
  const findings = await withSpinner('checking this machine', flags, findAll)
  const ok = findings.every((finding) => finding.ok)
  if (flags.json) await printJson({ ok, findings })
  else {
    const { good, bad } = paint()
    for (const finding of findings) {
      const lines = finding.message.split('\n').join('\n                ')
      await printLine(`${finding.ok ? good('ok  ') : bad('BAD ')} ${finding.name.padEnd(10)} ${lines}`)
    }
  }
  process.exitCode = ok ? EXIT.done : EXIT.internal
}

async function findAll(): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const [name, look] of Object.entries(CHECKS)) {
    try {
      findings.push({ name, ok: true, message: await look() })
    } catch (error) {
      const remedy = PoundlockError.isInstance(error) && error.remedy !== undefined ? `\n${error.remedy}` : ''
      findings.push({ name, ok: false, message: `${(error as Error).message}${remedy}` })
    }
  }
  return findings
}

/** The checks: each returns its finding, or throws the problem. */
const CHECKS: Readonly<Record<string, () => string | Promise<string>>> = {
  node: () => `Node ${process.versions.node} on ${process.platform} ${process.arch}`,
  system: () => describeSystem(thisSystem()),
  shell: () => `command lines are read for ${findShell()}`,
  state() {
    const state = stateFolder()
    const made = existsSync(state)
    makeStateFolder(state)
    if (!made) return `${state}, made just now`
    const problem = ownershipProblem(state, statSync(state), 'folder', 'private')
    if (problem !== null) throw new StateError(`${state} ${problem.problem}`, { remedy: problem.remedy })
    return `${state}, only for you`
  },
  workspace() {
    try {
      const { workspace } = findLocation({})
      refuseHome(workspace)
      return `${workspace}, which contained commands may write`
    } catch (error) {
      // Standing somewhere else is no fault of the machine.
      return `none here: ${(error as Error).message}`
    }
  },
  async config() {
    const [workspace, state] = [location(), stateFolder()]
    const { sources, resolved } = loadConfig({ workspace, stateDirectory: state })
    createPolicy(policyLayers(sources), { home: homeFolder(), commands: commandEvaluator })
    const problems = await serverRuleProblems({ workspace, state, sources })
    if (problems.length > 0) throw new Error(problems.join('\n'))
    const files = sources.map((source) => source.source.file)
    const found = files.length === 0 ? 'no file: the defaults hold' : `${files.join(', ')}: no fault found`
    return `${found}\n${describeNetwork(resolved)}`
  },
  async sandbox() {
    const state = stateFolder()
    const backend = sandboxBackend(state, configuredSandbox(location(), state, 'main'), {
      agent: 'main',
      session: 'main',
    })
    const report = await backend.probe({ fresh: true })
    if (report.contained)
      return `${report.backend}${report.renderer === undefined ? '' : ` (${report.renderer})`} contains: ${report.checks.length} of ${report.checks.length} checks passed`
    const failed = report.checks
      .filter((check) => !check.passed)
      .map((check) => `${check.description}: ${check.evidence}`)
    throw new Error(['this machine cannot contain commands', ...report.reasons, ...failed].join('\n'))
  },
  async audit() {
    const directory = join(stateFolder(), 'audit')
    if (!existsSync(directory)) return 'nothing is recorded yet'
    const { ok, records, problems } = await verifyAuditLog(directory)
    if (!ok)
      throw new Error([`the chain in ${directory} is broken`, ...problems.map((problem) => problem.message)].join('\n'))
    return `${records} ${records === 1 ? 'record' : 'records'}, the chain is whole`
  },
}

/** Where there is no workspace, the user's file alone counts. */
function location(): string {
  try {
    return findLocation({}).workspace
  } catch {
    return '/'
  }
}

function describeNetwork({ sandbox: { network, egress } }: ResolvedConfig): string {
  if (network.value === 'on') return `contained commands reach every host that this machine reaches (${network.origin})`
  if (network.value === 'off') return `contained commands reach nothing (${network.origin})`
  const others = network.value === 'ask' ? 'a person is asked about others' : 'nothing else'
  return `contained commands reach what sandbox.egress names (rules: ${egress.value.length}; ${egress.origin}), and ${others}`
}

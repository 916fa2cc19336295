import { hash } from 'node:crypto'
import type { Binding } from '@poundlock/approvals'
import { canonicalJson } from '@poundlock/audit'
import { homeFolder, type LocalHost } from '@poundlock/local-host'
import type { ParamsOf, ResultOf } from '@poundlock/protocol'
import type { CheckedCall } from '@poundlock/runtime'
import { shownReasons } from './run-outcome.ts'
import { contextOf, execInputOf } from './run-place.ts'

type Command = ParamsOf<'system.run.prepare'>

const MOST_PROGRAMS = 1000

/** Decides a command as it would be decided to run, and says what it would run. Runs nothing. */
export async function prepareRun(
  host: LocalHost,
  params: Command,
  workspace: string,
): Promise<ResultOf<'system.run.prepare'>> {
  const checked = await host.runtime.check(execInputOf(params), contextOf(params, workspace))
  const { decision, unavailable, status, request, line } = checked
  const problem = unavailable ? (status?.fallbackReasons ?? ['the sandbox of the node cannot be had']).join('; ') : null
  return {
    decision: decision.decision,
    reasons: shownReasons(decision.reasons),
    ...(problem !== null && decision.decision !== 'deny' && { problem: problem.slice(0, 2000) }),
    cwd: request.context.cwd,
    home: homeFolder(),
    workspace,
    programs: programsOf(line.plan),
    binding: bindingHash(checked.binding()),
  }
}

/** One number for everything on this machine that decides what the command does. */
export const bindingHash = (binding: Binding): string => hash('sha256', canonicalJson(binding))

function programsOf({ commands }: CheckedCall['line']['plan']): ResultOf<'system.run.prepare'>['programs'] {
  const paths = new Map<string, string | null>()
  for (const { argv, resolved } of commands) {
    const [name] = argv
    if (typeof name === 'string' && paths.size < MOST_PROGRAMS) paths.set(name, resolved ?? null)
  }
  return [...paths].map(([name, path]) => ({ name, path }))
}

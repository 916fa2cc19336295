import type { LocalHost, SessionHosts } from '@poundlock/local-host'
import { GatewayError, type NodeDescription, type ResultOf, type ToolAnswer } from '@poundlock/protocol'
import type { OwnersDocument } from '../owners-document.ts'
import { prepareRun } from '../runs/prepare-run.ts'
import { shownReasons } from '../runs/run-outcome.ts'
import { contextOf, placeOf, type RunCaller } from '../runs/run-place.ts'
import type { Runs } from '../runs/runs.ts'
import type { NodeHandlers } from './serve-methods.ts'

export interface NodeMethodParts {
  readonly describe: () => Promise<NodeDescription>
  readonly runs: Runs
  readonly hosts: SessionHosts
  readonly workspace: string
  readonly document: OwnersDocument
  readonly now: () => number
}

/** Everything that a gateway can ask of this node. */
export function nodeMethods({ describe, runs, hosts, workspace, document, now }: NodeMethodParts): NodeHandlers {
  const withHost = <Result>(caller: RunCaller, action: (host: LocalHost) => Promise<Result>) =>
    hosts.use(placeOf(caller, workspace), action)
  const callTool = (name: string, { input, ...caller }: RunCaller & { readonly input: object }) =>
    withHost(caller, (host) => toolAnswer(host, name, input, caller, workspace))
  return {
    'node.describe': async () => ({ description: await describe(), time: now() }),
    'system.which': async ({ names }) => ({ programs: await withHost(OWN, (host) => which(host, names, workspace)) }),
    'system.run.prepare': (params) => withHost(params, (host) => prepareRun(host, params, workspace)),
    'system.run': (params) => runs.begin(params),
    'system.run.cancel': ({ run }) => ({ cancelling: runs.cancel(run) }),
    'run.status': ({ run }) => runs.status(run),
    'system.process': (params) => callTool('process', params),
    'system.file.read': (params) => callTool('read_file', params),
    'system.file.write': (params) => callTool('write_file', params),
    'system.execApprovals.get': () => document.read(),
    'system.execApprovals.set': ({ document: text, base }) => document.replace(text, base),
  }
}

const OWN: RunCaller = { agent: 'main', session: 'main' }

async function toolAnswer(
  host: LocalHost,
  name: string,
  input: object,
  caller: RunCaller,
  workspace: string,
): Promise<ToolAnswer> {
  const call = { id: `call_${crypto.randomUUID()}`, name, input }
  const { status, message, output, decision, notes } = await host.runtime.call(call, contextOf(caller, workspace))
  return {
    status,
    message: [message, ...notes].filter((line) => line !== '').join('\n'),
    content: (output?.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    reasons: shownReasons(decision?.reasons ?? []),
  }
}

/** As a command line on this machine finds them. */
async function which(
  host: LocalHost,
  names: readonly string[],
  workspace: string,
): Promise<ResultOf<'system.which'>['programs']> {
  const found: ResultOf<'system.which'>['programs'] = []
  for (const name of names) {
    // Nothing that a shell would read as more than one plain word.
    if (!/^[A-Za-z0-9._+][A-Za-z0-9._+-]*$/.test(name)) {
      throw new GatewayError('A program is named by one plain word.', { code: 'INVALID_PARAMS', path: '/params/names' })
    }
    // oxlint-disable-next-line no-await-in-loop -- each is read in a moment
    const { line } = await host.runtime.check({ command: name }, contextOf(OWN, workspace))
    found.push({ name, path: line.plan.commands[0]?.resolved ?? null })
  }
  return found
}

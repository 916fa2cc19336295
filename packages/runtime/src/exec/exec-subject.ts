import type { PolicyRequest } from '@poundlock/policy'
import { execTool, type ExecInput, type ToolSpec } from '@poundlock/spec'
import type { CallSubject, DecidedCall } from '../call/subject.ts'
import { ownVariable } from '../contain/environment.ts'
import type { CallContext, CheckedCall, RuntimeOptions } from '../create-runtime.ts'
import type { AskedCommand, ExecHost, ExecHosts } from '../hosts/exec-host.ts'
import { MAX_COMMAND_LENGTH } from '../plan/plan-command.ts'
import { programIdentity } from '../plan/program-identity.ts'
import type { Sessions } from '../session/sessions.ts'
import { folderProblem, workingFolder } from './working-folder.ts'

/** What commands are decided and run with. */
export interface ExecParts {
  readonly options: RuntimeOptions
  readonly hosts: ExecHosts
  readonly sessions: Sessions
}

/**
 * A call of a tool that runs commands: its line is read once, decided, and run as it was planned.
 *
 * @param called the tool, and its input as hooks know it
 */
export function execSubject(
  called: Pick<CallSubject, 'spec' | 'input'>,
  input: ExecInput,
  context: CallContext,
  parts: ExecParts,
): CallSubject {
  const cwd = workingFolder(input, context.cwd, parts.options.userHome)
  const { command, env: environment = {} } = input
  return {
    ...called,
    folders: [context.workspace, cwd],
    shown: () => ({ command, cwd, environment }),
    async check(): Promise<DecidedCall> {
      const { host, asked, ...checked } = await checkOnHost(called.spec, input, context, parts)
      const { line, status } = checked
      return {
        ...checked,
        line: checked,
        command: input,
        // Folders of other machines are looked at there.
        ...(host !== parts.hosts.node && { problem: () => placeProblem(called.spec.name, cwd) }),
        facts: { command, cwd },
        binding: () => host.binding(line, asked),
        identity: () => `${JSON.stringify(line.plan)}\n${programIdentity(line.plan)}`,
        run: (order) => host.run({ ...order, ...asked, line, status }),
      }
    },
  }
}

/** Reads and decides a line; runs nothing. */
export async function checkLine(input: ExecInput, context: CallContext, parts: ExecParts): Promise<CheckedCall> {
  const { host: _host, asked: _asked, ...checked } = await checkOnHost(execTool, input, context, parts)
  return checked
}

interface CheckedOnHost extends CheckedCall {
  readonly host: ExecHost
  readonly asked: AskedCommand
}

async function checkOnHost(
  { name: tool, requiredPermission }: ToolSpec,
  input: ExecInput,
  context: CallContext,
  { options, hosts, sessions }: ExecParts,
): Promise<CheckedOnHost> {
  const { policy, userHome: home, approvals } = options
  const { security, ask, node } = input
  const { agent, session, workspace, provider, model } = context
  const cwd = workingFolder(input, context.cwd, home)
  const state = sessions.stateOf(session)
  // What a person lifted out of the sandbox, a call can put back.
  const host = input.elevated === false && state.elevated && input.host === undefined ? 'sandbox' : input.host
  const base: PolicyRequest = {
    tool,
    requiredPermission,
    parameters: { ...(host && { host }), ...(security && { security }), ...(ask && { ask }), ...(node && { node }) },
    environment: Object.keys(input.env ?? {}),
    // Where none is served, what is for one does not run on this machine instead.
    nodes: hosts.node?.nodes?.() ?? [],
    ...((state.exec || state.elevated) && { session: state }),
    ...(approvals && { approvals }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    context: { agent, session, workspace, cwd, home, interactive: options.ask !== undefined },
  }
  const settings = policy.execSettings(base)
  const name = settings.host.value
  // Without one for nodes the policy denies, since there is none; the line is still read, for the reasons.
  const chosen = (name === 'node' ? hosts.node : hosts[name]) ?? hosts.gateway
  const asked: AskedCommand = { input, context, cwd, ...(settings.node && { node: settings.node.value }) }
  const line = await chosen.plan(asked)
  const { status, unavailable, containment, approvals: there } = await chosen.inspect(asked)
  const grants = options.grants?.(agent, name) ?? []
  const request: PolicyRequest = {
    ...base,
    plan: line.plan,
    ...(there && { approvals: there }),
    ...(grants.length > 0 && { grants }),
    ...(containment && { containment }),
  }
  return { decision: policy.decide(request), line, status, unavailable, request, host: chosen, asked }
}

function placeProblem(tool: string, cwd: string): string | null {
  const problem = folderProblem(cwd)
  if (problem === null) return null
  return `${tool}: workdir: ${problem}\nName a folder that is there; without workdir it is the working directory.`
}

/** Why a command cannot be decided at all, in a call by that name; `null` when it can. */
export function commandProblem(command: string, tool = execTool.name): string | null {
  if (command.trim() === '') return `${tool}: the command is empty; give what to run`
  if (command.includes('\0')) {
    return `${tool}: the command holds a NUL character at position ${command.indexOf('\0')}, which no program can be given`
  }
  if (command.length > MAX_COMMAND_LENGTH) {
    return `${tool}: the command has ${command.length} characters; at most ${MAX_COMMAND_LENGTH} are read. Put it into a script file and run that`
  }
  return null
}

/** What is wrong with a call of `exec`, by whatever name, that fits the schema, in its session. */
export function execProblem(
  tool: string,
  { command, pty, elevated, node, env = {} }: ExecInput,
  session: string,
  { options, hosts, sessions }: ExecParts,
): string | null {
  const problem = commandProblem(command, tool)
  if (problem !== null) return problem
  const own = ownVariable(Object.keys(env))
  if (own !== null) {
    return `exec: env: Custom '${own}' variable is forbidden: commands get one that no call can change; leave it out, and name programs and files by their paths`
  }
  if (pty === true && options.jobs === undefined) return 'exec: pty is not served on this host; leave it out'
  if (node !== undefined && hosts.node === undefined) return 'exec: node is not served on this host; leave it out'
  const level = sessions.stateOf(session).elevated?.level ?? 'off'
  if (elevated === true && level === 'off') {
    return 'exec: elevated: only a person lifts a session out of its sandbox, with /elevated on; leave it out'
  }
  return null
}

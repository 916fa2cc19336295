import { MAX_COMMAND_LENGTH, programIdentity, readableFolders } from '@poundlock/plan'
import type { PolicyRequest, RequestContext } from '@poundlock/policy'
import { grantCovers, takenPaths } from '@poundlock/policy/commands'
import type { ToolSpec } from '@poundlock/spec'
import { type ExecInput, EXEC_TOOL } from '@poundlock/spec/tools'
import type { CallContext } from '../call/call-context.ts'
import { grantHolds } from '../call/granted-files.ts'
import type { CallOrder, DecidedCall, PreparedCall } from '../call/prepared-call.ts'
import { ownVariable } from '../contain/environment.ts'
import type { ExecHost, ExecOrder } from '../hosts/exec-host.ts'
import { namedContacts } from '../network/named-contacts.ts'
import type { RuntimeParts } from '../runtime-parts.ts'
import type { CheckedCall } from './checked-call.ts'
import { execRequest, type ExecRequest } from './exec-request.ts'
import { folderProblem, workingFolder } from './working-folder.ts'

/** The parts that commands are decided and run with. */
export type ExecParts = Pick<RuntimeParts, 'options' | 'hosts' | 'sessions' | 'environmentOf'>

/**
 * Prepares a call of a tool that runs commands: the line is parsed once, decided, and run as planned.
 *
 * @param called the tool, and its input as hooks see it
 * @param interactive whether a person can be asked
 */
export function prepareExec(
  called: Pick<PreparedCall, 'spec' | 'input'>,
  input: ExecInput,
  context: CallContext,
  interactive: boolean,
  parts: ExecParts,
): PreparedCall {
  const cwd = workingFolder(input, context.cwd, parts.options.userHome)
  return {
    ...called,
    folders: [context.workspace, cwd],
    describe: () => ({ command: input.command, cwd, environment: input.env ?? {} }),
    async decide(): Promise<DecidedCall> {
      const request = execRequest(input, context, cwd, parts)
      const { host, on, line, ...checked } = await decideOnHost(called.spec, request, interactive, parts)
      const denied = checked.request.containment?.denied
      const orderOf = (order: CallOrder): ExecOrder => ({
        ...order,
        ...on,
        line,
        status: checked.status,
        decided: checked,
        ...(denied && { denied }),
      })
      let contacts: readonly string[] = []
      return {
        ...checked,
        command: { request: on, line },
        // The node checks its own folders.
        ...(host !== parts.hosts.node && { problem: () => workdirProblem(called.spec.name, cwd) }),
        facts: { command: input.command, cwd },
        binding: () => host.binding(line, on),
        identity: () => `${JSON.stringify(line.plan)}\n${programIdentity(line.plan)}`,
        ...(namedContacts(line.plan).length > 0 && {
          async askContacts(order: CallOrder) {
            const asked = (await host.askContacts?.(orderOf(order))) ?? { allowed: [] }
            if ('refused' in asked) return asked.refused
            contacts = asked.allowed
            return null
          },
        }),
        run: (order) => host.run({ ...orderOf(order), contacts }),
      }
    },
  }
}

/** Reads and decides a line; runs nothing. */
export async function checkLine(
  input: ExecInput,
  context: CallContext,
  interactive: boolean,
  parts: ExecParts,
): Promise<CheckedCall> {
  const request = execRequest(input, context, workingFolder(input, context.cwd, parts.options.userHome), parts)
  const { host, on, ...checked } = await decideOnHost(EXEC_TOOL, request, interactive, parts)
  return { ...checked, binding: () => host.binding(checked.line, on) }
}

interface CheckedOnHost extends Omit<CheckedCall, 'binding'> {
  readonly host: ExecHost
  /** The request, with the node if there is one. */
  readonly on: ExecRequest
}

async function decideOnHost(
  { name: tool, requiredPermission }: ToolSpec,
  exec: ExecRequest,
  interactive: boolean,
  { options, hosts, sessions }: ExecParts,
): Promise<CheckedOnHost> {
  const { policy, userHome: home, approvals } = options
  const { input, cwd } = exec
  const { security, ask, node } = input
  const { agent, session, workspace, provider, model } = exec.context
  const state = sessions.stateOf(session)
  // `elevated: false` of a call puts an elevated session back into the sandbox.
  const host = input.elevated === false && state.elevated && input.host === undefined ? 'sandbox' : input.host
  const base: PolicyRequest = {
    tool,
    requiredPermission,
    parameters: { ...(host && { host }), ...(security && { security }), ...(ask && { ask }), ...(node && { node }) },
    environment: Object.keys(input.env ?? {}),
    // Without a node host, a call for a node never runs on this machine instead.
    nodes: hosts.node?.nodes?.() ?? [],
    ...(hosts.node?.chooseNode && { chooseNode: hosts.node.chooseNode }),
    ...((state.exec || state.elevated) && { session: state }),
    ...(approvals && { approvals }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    context: { agent, session, workspace, cwd, home, interactive },
  }
  const settings = policy.execSettings(base)
  const name = settings.host.value
  // Without a node host the policy denies; the line is still parsed, for the reasons.
  const chosen = (name === 'node' ? hosts.node : hosts[name]) ?? hosts.gateway
  const on: ExecRequest = settings.node ? { ...exec, node: settings.node.value } : exec
  const line = await chosen.plan(on)
  const { status, unavailable, containment, approvals: there, place } = await chosen.inspect(on)
  // Consent for one node says nothing of another one.
  const given = name === 'node' ? [] : (options.grants?.(agent, name, session) ?? [])
  // One whose script was changed since grants nothing.
  const grants = given.filter((grant) =>
    line.plan.commands.every((command) => !grantCovers(grant, command, cwd) || grantHolds(grant, command, cwd)),
  )
  const request: PolicyRequest = {
    ...base,
    context: name === 'gateway' ? withReadable({ ...base.context, ...place }) : { ...base.context, ...place },
    plan: line.plan,
    ...(there && { approvals: there }),
    ...(grants.length > 0 && { grants }),
    ...(containment && { containment }),
  }
  // Without the disk nothing is proven of what would be taken away.
  const taken = line.plan.below === undefined ? [] : takenPaths(line.plan.commands, workspace)
  const asksUndo = taken.length > 0 && policy.provenLevel(request) === 'write'
  const recoverable = asksUndo ? await options.undo?.recoverable(workspace, taken) : undefined
  const decided = recoverable ? { ...request, context: { ...request.context, recoverable } } : request
  return { decision: policy.decide(decided), line, status, unavailable, request: decided, host: chosen, on }
}

/** With the folders beside the workspace, looked for where one is read: most commands read nothing there. */
function withReadable(context: RequestContext): RequestContext {
  let found: readonly string[] | undefined
  return {
    ...context,
    get readable() {
      return (found ??= readableFolders(context.workspace, context.home))
    },
  }
}

function workdirProblem(tool: string, cwd: string): string | null {
  const problem = folderProblem(cwd)
  if (problem === null) return null
  return `${tool}: workdir: ${problem}\nName a folder that is there; without workdir it is the working directory.`
}

/** Why a command cannot be decided at all, in a call by that name; `null` when it can. */
export function commandProblem(command: string, tool = EXEC_TOOL.name): string | null {
  if (command.trim() === '') return `${tool}: the command is empty; give what to run`
  if (command.includes('\0')) {
    return `${tool}: the command holds a NUL character at position ${command.indexOf('\0')}, which no program can be given`
  }
  if (command.length > MAX_COMMAND_LENGTH) {
    return `${tool}: the command has ${command.length} characters; at most ${MAX_COMMAND_LENGTH} are read. Put it into a script file and run that`
  }
  return null
}

/** The problem of a call of `exec`, under any name, that fits the schema. */
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

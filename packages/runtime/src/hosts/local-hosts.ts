import { inspectRepository, planCommand } from '@poundlock/plan'
import type { CommandPlan, Denials } from '@poundlock/policy'
import { checkPolicy, type SandboxPolicy } from '@poundlock/sandbox'
import { PoundlockError } from '@poundlock/spec'
import { bindCall } from '../call/bind-call.ts'
import { wantedContainment, containmentOf } from '../contain/containment.ts'
import { tightenContainment } from '../contain/tighten-containment.ts'
import { type AgentDenials, keeping, withDenials } from '../contain/with-denials.ts'
import type { ExecRequest } from '../exec/exec-request.ts'
import { askNamedContacts, createDestinationQuestions } from '../network/ask-destination.ts'
import type { RuntimeOptions } from '../runtime-options.ts'
import type { ExecHost, ExecHosts, ExecOrder } from './exec-host.ts'
import { mayLookAfter, runLocally } from './run-locally.ts'

const NOTHING: Denials = { read: [], write: [] }

/** This machine as two hosts: `sandbox` contains commands, `gateway` does not. */
export function createLocalHosts(options: RuntimeOptions, denialsOf: AgentDenials): ExecHosts {
  return { gateway: gatewayHost(options), sandbox: sandboxHost(options, denialsOf) }
}

function gatewayHost(options: RuntimeOptions): ExecHost {
  return {
    ...planning('gateway', options),
    run: (order) => runLocally(order, options),
    async inspect({ input, context }) {
      if (input.pty === true && !mayLookAfter(context, options)) {
        throw refused(
          'exec: a command with a terminal is typed to by process, which the policy denies',
          'Leave pty out.',
        )
      }
      const { isolateNetwork, filesystemMode, allowedMounts } = input
      if (isolateNetwork === true || filesystemMode !== undefined || allowedMounts !== undefined) {
        throw refused(
          'exec: this host has no sandbox, and the call sets one up',
          'Leave isolateNetwork, filesystemMode and allowedMounts out, or ask for host sandbox.',
        )
      }
      return { status: null, unavailable: false, ...(options.approvals && { approvals: options.approvals }) }
    },
  }
}

function sandboxHost(options: RuntimeOptions, denialsOf: AgentDenials): ExecHost {
  const { containment, approvals } = options
  const questions = createDestinationQuestions(options)
  // The denials of the decision hold, even when the workspace has changed since.
  const policyOf = (order: ExecOrder) =>
    tightened(order, keeping(containment.policy, denialsOf(order.context.agent), order.denied ?? NOTHING))
  return {
    ...planning('sandbox', options),
    async askContacts(order) {
      const policy = policyOf(order)
      if (!mayAsk(order, policy, options)) return { allowed: [] }
      return askNamedContacts(order, policy.egress?.rules ?? [], questions({ ...order, beforeStart: true }))
    },
    run(order) {
      const policy = policyOf(order)
      const askEgress = mayAsk(order, policy, options) ? questions(order) : undefined
      return runLocally(order, { ...options, containment: { ...containment, policy }, ...(askEgress && { askEgress }) })
    },
    async inspect(request) {
      if (request.input.pty === true) {
        throw refused(
          'exec: a contained command has no terminal',
          'Leave pty out; with host gateway it has one, where the configuration has that.',
        )
      }
      const enforced = withDenials(containment.policy, denialsOf(request.context.agent))
      const policy = tightened(request, enforced.policy)
      // A policy that no sandbox accepts, such as the root as workspace, is refused before the decision.
      checkPolicy(policy)
      const status = await containment.backend.status(policy)
      const unavailable = !status.active && containment.onUnavailable === 'refuse'
      return {
        status,
        unavailable,
        // A call that cannot be contained is not worth asking about, but a denied one is denied either way.
        containment: unavailable ? wantedContainment(policy, enforced) : containmentOf(status, policy, enforced),
        ...(approvals && { approvals }),
      }
    },
  }
}

/**
 * Whether the connections of a contained command are asked about. By default only those of commands that are known to
 * contact a host, where others go on in the background: a command that may ask is waited for.
 */
function mayAsk({ status, line }: ExecOrder, { network, egress }: SandboxPolicy, { jobs }: RuntimeOptions): boolean {
  if (network !== 'allowlist' || egress?.asks !== true || status?.active !== true) return false
  return status.network === 'allowlist' && (egress.elseOff !== true || jobs === undefined || contactsHost(line.plan))
}

const contactsHost = ({ effects, commands }: CommandPlan): boolean =>
  [...effects, ...commands.flatMap(({ profile }) => profile?.effects ?? [])].some(({ kind }) => kind === 'network')

/** Plans a command and binds an approval to it; the same with a sandbox and without. */
function planning(host: 'sandbox' | 'gateway', options: RuntimeOptions): Pick<ExecHost, 'plan' | 'binding'> {
  const { findExecutable, userHome: home } = options
  return {
    plan: async ({ input, cwd, context: { workspace } }) =>
      planCommand(input.command, { cwd, home, workspace, findExecutable, inspectRepository }),
    binding: ({ plan, analysis }, { input, context: { agent, session, workspace }, cwd, environment }) =>
      bindCall({
        text: input.command,
        plan,
        analysis,
        cwd,
        workspace,
        sets: input.env ?? {},
        environment,
        host,
        agent,
        session,
      }),
  }
}

/** The sandbox as it is configured, or stricter where the call asks for that. */
function tightened({ input, cwd }: ExecRequest, policy: SandboxPolicy): SandboxPolicy {
  const tight = tightenContainment(policy, input, cwd)
  if ('policy' in tight) return tight.policy
  throw refused(tight.problem)
}

const refused = (message: string, remedy?: string): PoundlockError =>
  new PoundlockError(message, { code: 'SANDBOX_POLICY', ...(remedy !== undefined && { remedy }) })

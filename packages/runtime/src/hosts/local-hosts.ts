import { checkPolicy } from '@poundlock/sandbox'
import { PoundlockError } from '@poundlock/spec'
import { bindCall } from '../call/bind-call.ts'
import { containmentAsked, containmentOf, type ContainmentOptions } from '../contain/containment.ts'
import { commandEnvironment } from '../contain/environment.ts'
import { tightenContainment } from '../contain/tighten-containment.ts'
import type { RuntimeOptions } from '../create-runtime.ts'
import { planCommand } from '../plan/plan-command.ts'
import { inspectRepository } from '../repository/inspect-repository.ts'
import type { AskedCommand, ExecHost, ExecHosts } from './exec-host.ts'
import { mayLookAfter, runLocally } from './run-locally.ts'

/** This machine, contained and not. */
export function createLocalHosts(options: RuntimeOptions): ExecHosts {
  const { containment, findExecutable, userHome: home } = options
  const local = (host: 'sandbox' | 'gateway'): Omit<ExecHost, 'inspect'> => ({
    plan: async ({ input, cwd }) => planCommand(input.command, { cwd, home, findExecutable, inspectRepository }),
    binding: (line, { input, context, cwd }) =>
      bindCall({
        text: input.command,
        plan: line.plan,
        cwd,
        environment: commandEnvironment({
          host: options.hostEnvironment,
          pass: options.passEnvironment,
          call: input.env ?? {},
          home,
          path: options.path,
        }),
        host,
        agent: context.agent,
        session: context.session,
      }),
    run: (order) => runLocally(order, options),
  })
  /** As it is configured, or stricter where the call wants it so. */
  const containmentFor = ({ input, cwd }: AskedCommand): ContainmentOptions => {
    const tight = tightenContainment(containment.policy, input, cwd)
    if ('policy' in tight) return { ...containment, policy: tight.policy }
    throw new PoundlockError(tight.problem, { code: 'SANDBOX_POLICY' })
  }
  return {
    gateway: {
      ...local('gateway'),
      async inspect({ input, context }) {
        if (input.pty === true && !mayLookAfter(context, options)) {
          throw new PoundlockError('exec: a command with a terminal is typed to by process, which the policy denies', {
            code: 'SANDBOX_POLICY',
            remedy: 'Leave pty out, or allow the tool process.',
          })
        }
        const { isolateNetwork, filesystemMode, allowedMounts } = input
        if (isolateNetwork === true || filesystemMode !== undefined || allowedMounts !== undefined) {
          throw new PoundlockError('exec: what a call says of its sandbox cannot be kept on this host', {
            code: 'SANDBOX_POLICY',
            remedy: 'Leave isolateNetwork, filesystemMode and allowedMounts out, or ask for host sandbox.',
          })
        }
        return { status: null, unavailable: false, ...(options.approvals && { approvals: options.approvals }) }
      },
    },
    sandbox: {
      ...local('sandbox'),
      run: (order) => runLocally(order, { ...options, containment: containmentFor(order) }),
      async inspect(asked) {
        if (asked.input.pty === true) {
          throw new PoundlockError('exec: a contained command has no terminal', {
            code: 'SANDBOX_POLICY',
            remedy: 'Leave pty out; with host gateway it has one, where the configuration has that.',
          })
        }
        const { policy } = containmentFor(asked)
        // What no sandbox may be asked for, such as the root as workspace, is refused here as it would be at the run.
        checkPolicy(policy)
        const status = await containment.backend.status(policy)
        const unavailable = !status.active && containment.onUnavailable === 'refuse'
        return {
          status,
          unavailable,
          // A call that nothing can contain is not worth asking about, but a denied one is denied either way.
          containment: unavailable ? containmentAsked(policy) : containmentOf(status),
          ...(options.approvals && { approvals: options.approvals }),
        }
      },
    },
  }
}

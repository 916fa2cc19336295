import { checkPolicy } from '@poundlock/sandbox'
import { PoundlockError } from '@poundlock/spec'
import { bindCall } from '../call/bind-call.ts'
import { containmentAsked, containmentOf } from '../contain/containment.ts'
import { commandEnvironment } from '../contain/environment.ts'
import type { RuntimeOptions } from '../create-runtime.ts'
import { planCommand } from '../plan/plan-command.ts'
import { inspectRepository } from '../repository/inspect-repository.ts'
import type { ExecHost, ExecHosts } from './exec-host.ts'
import { runLocally } from './run-locally.ts'

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
  return {
    gateway: {
      ...local('gateway'),
      inspect: async () => ({
        status: null,
        unavailable: false,
        ...(options.approvals && { approvals: options.approvals }),
      }),
    },
    sandbox: {
      ...local('sandbox'),
      async inspect({ input }) {
        if (input.pty === true) {
          throw new PoundlockError('exec: a contained command has no terminal', {
            code: 'SANDBOX_POLICY',
            remedy: 'Leave pty out; with host gateway it has one, where the configuration has that.',
          })
        }
        // What no sandbox may be asked for, such as the root as workspace, is refused here as it would be at the run.
        checkPolicy(containment.policy)
        const status = await containment.backend.status(containment.policy)
        const unavailable = !status.active && containment.onUnavailable === 'refuse'
        return {
          status,
          unavailable,
          // A call that nothing can contain is not worth asking about, but a denied one is denied either way.
          containment: unavailable ? containmentAsked(containment.policy) : containmentOf(status),
          ...(options.approvals && { approvals: options.approvals }),
        }
      },
    },
  }
}

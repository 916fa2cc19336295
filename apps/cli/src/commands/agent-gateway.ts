import { randomUUID } from 'node:crypto'
import type { AgentFlags } from '../agent/agent-flags.ts'
import { GatewayAgent } from '../agent/gateway-agent.ts'
import { printEvents } from '../agent/print-events.ts'
import { talkWith } from '../agent/talk.ts'
import { exitOfPrompt } from '../exit-code.ts'
import { withGateway, type ConnectedGateway } from '../gateway/with-gateway.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { watchStops } from '../stops.ts'
import { UsageError } from '../usage-error.ts'

export interface AtGateway {
  /** A session of the gateway; a new one unless set. */
  readonly session?: string
  readonly prompt: string
}

/** Flags of what the gateway decides by itself. */
const ITS_OWN = {
  baseUrl: '--base-url',
  maxTurns: '--max-turns',
  maxTokens: '--max-tokens',
  maxSeconds: '--max-seconds',
  maxCost: '--max-cost',
  contextTokens: '--context-tokens',
  config: '--config',
  cwd: '--cwd',
} as const

/** `poundlock agent run|resume --gateway`: one prompt for a model of the gateway, whose work goes on without us. */
export async function runAtGateway({ session: named, prompt }: AtGateway, flags: AgentFlags): Promise<void> {
  refuseItsOwn(flags)
  const stop = watchStops()
  await withGateway(
    async (gateway) => {
      const { agent, session, printed } = await openAtGateway(gateway, named, flags)
      try {
        const { reason } = await agent.prompt(prompt, { signal: stop.abortSignal })
        process.exitCode = stop.finish({ run: null }) ?? exitOfPrompt(reason)
      } finally {
        agent.close()
        await printed
      }
      sayGoOn(session, flags)
    },
    flags,
    ['operator', 'agent'],
  )
}

/** `poundlock agent chat --gateway` */
export async function chatAtGateway(named: string | undefined, flags: AgentFlags): Promise<void> {
  refuseItsOwn(flags)
  const stop = new AbortController()
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.once(name, () => stop.abort(name))
  await withGateway(
    async (gateway) => {
      let onPromptEnded: () => void = () => undefined
      const { agent, session, printed } = await openAtGateway(gateway, named, flags, () => onPromptEnded())
      const workOn = async (prompt: string, signal: AbortSignal) => {
        const shown = new Promise<void>((resolve) => (onPromptEnded = resolve))
        const { reason } = await agent.prompt(prompt, { signal })
        await shown
        return reason
      }
      try {
        await talkWith(workOn, { signal: stop.signal, earlier: [], json: flags.json === true })
      } finally {
        agent.close()
        await printed
      }
      sayGoOn(session, flags)
    },
    flags,
    ['operator', 'agent'],
  )
}

/** `poundlock agent stop`: from any device that may. */
export async function stopAtGateway(session: string, flags: AgentFlags): Promise<void> {
  if (flags.gateway === undefined) {
    throw new UsageError('no gateway is named', { remedy: 'Add --gateway NAME; poundlock gateway list has the names.' })
  }
  const { stopped } = await withGateway((gateway) => gateway.request('agents.stop', { session }), flags, [
    'operator',
    'agent',
  ])
  if (flags.json) return printJson({ stopped })
  await printLine(stopped === 0 ? 'no model works in this session' : `${stopped} prompts are ended`)
}

async function openAtGateway(
  gateway: ConnectedGateway,
  named: string | undefined,
  flags: AgentFlags,
  onPromptEnded?: () => void,
) {
  const { workspace, agent: caller, model } = flags
  const json = flags.json === true
  const begin = () =>
    gateway.request(
      'sessions.create',
      { label: 'poundlock agent', ...(workspace && { workspace }), ...(caller && { agent: caller }) },
      { idempotencyKey: `agent-${randomUUID()}` },
    )
  const session = named ?? (await begin()).session.id
  if (json) await printJson({ type: 'session', id: session, gateway: flags.gateway })
  const agent = await GatewayAgent.open(gateway, session, model)
  return { agent, session, printed: printEvents(agent, { json, ...(onPromptEnded && { onPromptEnded }) }) }
}

function refuseItsOwn(flags: AgentFlags): void {
  const wrong = Object.entries(ITS_OWN).find(([key]) => (flags as Record<string, unknown>)[key] !== undefined)
  const flag =
    wrong?.[1] ?? (flags.ask === false ? '--no-ask' : flags.agentsMd === false ? '--no-agents-md' : undefined)
  if (flag === undefined) return
  throw new UsageError(`${flag} is not for a gateway`, {
    remedy: 'Set it there: gateway.agents in its poundlock.json.',
  })
}

function sayGoOn(session: string, { json, gateway }: AgentFlags): void {
  if (json) return
  const { dim } = paint(process.stderr)
  const line = `session ${session}; go on with: poundlock agent resume ${session} --gateway ${gateway} "…"`
  process.stderr.write(`${dim(line)}\n`)
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectLocal, PairedGateways, pairWithGateway, startGateway, type Caller } from '@poundlock/gateway'
import { GatewayError, ROLE_SCOPES, type ParamsOf, type RunOutcome } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { onTestFinished } from 'vitest'
import { Program } from './program.ts'
import { ON_NODE } from './scene.ts'

/** A gateway that says whatever a test wants, and a node that is paired with it. */
export interface Liar {
  readonly program: Program
  readonly workspace: string
  readonly stateFolder: string
  /** Asks the node, with whatever parameters. */
  ask(method: string, params: object, idempotencyKey?: string): Promise<any>
  /** How a run ended, once the node has told it. */
  outcome(run: string): Promise<RunOutcome>
  /** How often the end of a run was told. */
  readonly told: readonly string[]
  /** Refuses to write down so many ends. */
  refuse(times: number): void
}

export const newRun = (): string => `run_${crypto.randomUUID().replaceAll('-', '')}`

/** @param refusedAttachments how often it refuses that the node attaches */
export async function openLiar(configuration: object = ON_NODE, refusedAttachments = 0): Promise<Liar> {
  const gatewayState = temporaryFolder()
  const outcomes = new Map<string, PromiseWithResolvers<RunOutcome>>()
  const outcomeOf = (run: string) => {
    const known = outcomes.get(run) ?? Promise.withResolvers<RunOutcome>()
    outcomes.set(run, known)
    return known
  }
  const told: string[] = []
  const attached = Promise.withResolvers<Caller>()
  let refusals = 0
  let attachments = 0
  const gateway = await startGateway({
    stateFolder: gatewayState,
    name: 'liar',
    version: '0.0.0',
    tcp: null,
    areas: [
      () => ({
        handlers: {
          'node.attach': ({ description }, caller) => {
            if (attachments++ < refusedAttachments) throw new GatewayError('no broker', { code: 'UNAVAILABLE' })
            attached.resolve(caller)
            return { epoch: 1, name: 'box', labels: {}, approved: description.commands }
          },
          'run.started': () => ({}),
          'run.output': () => ({}),
          'run.finished': ({ run, outcome }: ParamsOf<'run.finished'>) => {
            told.push(run)
            if (refusals-- > 0) throw new GatewayError('not now', { code: 'RECORD_FAILED' })
            outcomeOf(run).resolve(outcome)
            return { known: true }
          },
        },
      }),
    ],
  })
  onTestFinished(() => gateway.close())
  const stateFolder = join(temporaryFolder(), 'state')
  const workspace = join(temporaryFolder(), 'workspace')
  mkdirSync(stateFolder, { mode: 0o700 })
  mkdirSync(workspace)
  writeFileSync(join(stateFolder, 'poundlock.json'), JSON.stringify(configuration), { mode: 0o600 })
  const owner = await connectLocal({ stateFolder: gatewayState, version: '0.0.0' })
  const scopes = ROLE_SCOPES.node
  const { code } = await owner.request('devices.invite', { role: 'node', scopes: [...scopes] })
  owner.close()
  const address = `unix:${join(gatewayState, 'gateway', 'gateway.sock')}`
  const pairing = { address, gatewayId: gateway.id, code, role: 'node', scopes, name: 'box', version: '0.0.0' } as const
  await pairWithGateway(new PairedGateways(stateFolder), pairing)
  const program = new Program('node-process', stateFolder, workspace)
  await program.start()
  const caller = await attached.promise
  return {
    program,
    workspace,
    stateFolder,
    told,
    ask: (method, params, idempotencyKey) =>
      caller.request(method as 'run.status', params as never, idempotencyKey === undefined ? {} : { idempotencyKey }),
    outcome: (run) => outcomeOf(run).promise,
    refuse: (times) => void (refusals = times),
  }
}

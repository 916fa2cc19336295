import { setTimeout as pause } from 'node:timers/promises'
import type { NatsServer } from '@poundlock/tooling/nats'
import type { CutOff, Firewall } from './firewall.ts'
import type { Program } from './program.ts'

type VictimKind = 'gateway' | 'node' | 'server'

/** A program that can be killed, and started again, stopped for a while, and cut off from the others. */
export interface Victim {
  readonly name: string
  readonly kind: VictimKind
  readonly cutOff: CutOff | null
  kills: number
  signal(signal: NodeJS.Signals): void
  kill(): Promise<void>
  start(): Promise<void>
}

const ofEach = (): Record<VictimKind, number> => ({ gateway: 0, node: 0, server: 0 })

/** What was done to them. */
export const troubles = { kills: ofEach(), stops: ofEach(), cuts: ofEach() }

const random = (below: number) => Math.floor(Math.random() * below)

/** Far above what a cluster needs to elect its leaders. */
const BACK_MS = 90_000

/** Until it says that it works; one that does not start, because the broker is away, is started again. */
async function startAgain(name: string, program: Program, ready: string): Promise<void> {
  const late = new AbortController()
  const tooLate = pause(BACK_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`${name} does not say ${ready}: ${program.lines.slice(-5).join('\n')}`)
  })
  const started = async () => {
    for (;;) {
      const after = program.lines.length
      await program.start()
      try {
        return void (await program.said(ready, after))
      } catch {
        await pause(100)
      }
    }
  }
  try {
    await Promise.race([started(), tooLate])
  } finally {
    tooLate.catch(() => undefined)
    late.abort()
  }
}

export const programVictim = (
  name: string,
  kind: VictimKind,
  program: Program,
  { ready, ports = [] }: { readonly ready: string; readonly ports?: readonly number[] },
): Victim => ({
  name,
  kind,
  cutOff: program.gid === undefined ? null : { gid: program.gid, ports },
  kills: 0,
  signal: (signal) => program.signal(signal),
  kill: () => program.kill(),
  start: () => startAgain(name, program, ready),
})

export const serverVictim = (server: NatsServer, gid: number | undefined): Victim => ({
  name: server.name,
  kind: 'server',
  cutOff: gid === undefined ? null : { gid, ports: [server.ports.client, server.ports.cluster] },
  kills: 0,
  signal: (signal) => void server.process.kill(signal),
  kill: () => server.kill(),
  start: () => server.start(),
})

/** Kills one and starts it again, stops one for a while, or cuts one off for a while. */
export async function trouble(victim: Victim, firewall: Firewall | null): Promise<void> {
  await pause(random(400))
  const turn = random(firewall === null ? 2 : 3)
  if (turn === 0) {
    troubles.kills[victim.kind]++
    victim.kills++
    await victim.kill()
    await pause(random(300))
    await victim.start()
  } else if (turn === 1) {
    troubles.stops[victim.kind]++
    victim.signal('SIGSTOP')
    await pause(200 + random(victim.kind === 'server' ? 5000 : 2000))
    victim.signal('SIGCONT')
  } else {
    troubles.cuts[victim.kind]++
    await firewall!.cut(victim.cutOff!, 200 + random(8000))
  }
}

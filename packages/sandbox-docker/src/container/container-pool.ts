import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { SandboxError } from '@poundlock/sandbox'
import { describeHolder, isGone } from '@poundlock/state-files/node'
import type { Container, ContainerInfo } from 'dockerode'
import { messageOf, unlessGone } from '../engine/engine-error.ts'
import type { Engine } from '../engine/engine.ts'
import { ReadyShell } from '../process/ready-shell.ts'
import { type Attendant, attachAttendant } from './attendant.ts'
import type { ContainerSetup } from './container-settings.ts'
import { emptyContainer } from './empty-container.ts'
import { label, type ScopeContext } from './labels.ts'
import { isLeft, type Lease, takeLease } from './lease.ts'

/** A container that is this process's to run one command in. */
export interface Member {
  readonly container: Container
  readonly attendant: Attendant
  readonly digest: string
  /** Waits to become the next command. */
  readonly ready: ReadyShell
}

interface PooledContainer extends Member {
  readonly name: string
  readonly lease: Lease | null
}

export interface ContainerPoolOptions {
  readonly engine: Engine
  readonly context: ScopeContext
  readonly workspace: string
  readonly stateDirectory: string
}

/** More commands than this at the same time, of one scope in one workspace, are refused. */
const MOST_SLOTS = 64

let made = 0

/**
 * The warm containers of a scope and a workspace. Each runs one command at a time; a second command gets a second
 * container. So "everything that is left in it" is the same as "everything that the command left".
 */
export class ContainerPool {
  readonly #options: ContainerPoolOptions
  readonly #base: string
  readonly #leases: string
  readonly #inUse = new Map<Member, PooledContainer>()
  #idle: PooledContainer[] = []
  #pruned: Promise<unknown> | null = null

  constructor(options: ContainerPoolOptions) {
    const { context, workspace, stateDirectory } = options
    this.#options = options
    this.#leases = leasesOf(stateDirectory)
    const key = [context.scope, ...(context.scope === 'shared' ? [] : [context.agent])]
    const session = context.scope === 'session' ? [context.session] : []
    const digest = createHash('sha256').update(JSON.stringify([...key, ...session, workspace, stateDirectory]))
    this.#base = `poundlock-${context.scope}-${digest.digest('hex').slice(0, 12)}`
  }

  /** @throws SandboxError `SANDBOX_FAILED` */
  async take(settings: ContainerSetup): Promise<Member> {
    const member = (await this.#takeIdle(settings.digest)) ?? (await this.#find(settings))
    this.#inUse.set(member, member)
    return member
  }

  /** Gives back a container in which nothing is left. */
  release(member: Member): void {
    const pooled = this.#inUse.get(member)
    if (pooled === undefined) return
    this.#inUse.delete(member)
    pooled.lease?.release()
    if (pooled.attendant.alive) this.#idle.push(pooled)
  }

  /** Removes a container whose state is unknown. */
  async discard(member: Member): Promise<void> {
    const pooled = this.#inUse.get(member)
    this.#inUse.delete(member)
    await removeContainer(member.container)
    letGo(member)
    pooled?.lease?.release()
  }

  /** Removes the containers that wait. */
  async drain(): Promise<void> {
    const waiting = this.#idle.splice(0)
    await Promise.all(waiting.map((pooled) => this.discard(pooled)))
  }

  async #takeIdle(digest: string): Promise<PooledContainer | null> {
    for (;;) {
      const pooled = this.#idle.pop()
      if (pooled === undefined) return null
      if (!pooled.attendant.alive) {
        letGo(pooled)
        continue
      }
      const lease = pooled.lease === null ? null : takeLease(this.#leases, pooled.name)
      // Another process has it, or had it and was killed.
      if (pooled.lease !== null && (lease === null || lease.inherited)) {
        lease?.release()
        letGo(pooled)
        continue
      }
      if (pooled.digest === digest) return { ...pooled, lease }
      await removeContainer(pooled.container)
      letGo(pooled)
      lease?.release()
    }
  }

  async #find(settings: ContainerSetup): Promise<PooledContainer> {
    this.#pruned ??= pruneGone(this.#options.engine, this.#options.stateDirectory)
    await this.#pruned
    if (this.#options.context.scope === 'session') {
      made += 1
      const name = `${this.#base}-${String(process.pid)}-${Date.now().toString(36)}${String(made)}`
      return { ...(await this.#make(name, settings)), name, lease: null }
    }
    for (let slot = 0; slot < MOST_SLOTS; slot += 1) {
      const name = `${this.#base}-${String(slot)}`
      const lease = takeLease(this.#leases, name)
      if (lease === null) continue
      try {
        const found = lease.inherited ? null : await this.#reuse(name, settings)
        return { ...(found ?? (await this.#remake(name, settings))), name, lease }
      } catch (error) {
        lease.release()
        throw error
      }
    }
    throw new SandboxError(`All ${String(MOST_SLOTS)} containers of this scope are in use. Nothing was run.`, {
      code: 'SANDBOX_FAILED',
      remedy: 'Wait for one of their commands to end.',
    })
  }

  /** The container of that name, if it is as it would be made now and nothing is left in it. */
  async #reuse(name: string, settings: ContainerSetup): Promise<Member | null> {
    const container = this.#options.engine.docker.getContainer(name)
    const state = await unlessGone(container.inspect())
    if (state?.State.Running !== true || state.Config.Labels[label.configuration] !== settings.digest) return null
    const attendant = await attachAttendant(container)
    const member = this.#member(container, attendant, settings.digest)
    // The holder of the lease is alone: at most a waiting shell of another process is left.
    if (await emptyContainer(member, settings.user, 1)) return member
    letGo(member)
    return null
  }

  #member(container: Container, attendant: Attendant, digest: string): Member {
    return { container, attendant, digest, ready: new ReadyShell(this.#options.engine, container.id) }
  }

  async #remake(name: string, settings: ContainerSetup): Promise<Member> {
    await removeContainer(this.#options.engine.docker.getContainer(name))
    return this.#make(name, settings)
  }

  async #make(name: string, { options, digest }: ContainerSetup): Promise<Member> {
    const { engine, context, workspace, stateDirectory } = this.#options
    let container: Container | null = null
    try {
      container = await engine.docker.createContainer({
        ...options,
        name,
        Labels: {
          [label.state]: stateLabel(stateDirectory),
          [label.scope]: context.scope,
          [label.agent]: context.scope === 'shared' ? '' : context.agent,
          [label.session]: context.scope === 'session' ? context.session : '',
          [label.workspace]: workspace,
          [label.configuration]: digest,
          ...(context.scope === 'session' && { [label.owner]: describeHolder() }),
        },
      })
      const attendant = await attachAttendant(container)
      await container.start()
      return this.#member(container, attendant, digest)
    } catch (error) {
      if (container !== null) await removeContainer(container).catch(() => {})
      throw new SandboxError(`The container could not be started: ${messageOf(error)}. Nothing was run.`, {
        code: 'SANDBOX_FAILED',
        remedy: 'Run `poundlock sandbox probe` to see what this engine allows.',
        cause: error,
      })
    }
  }
}

function letGo({ attendant, ready }: Member): void {
  ready.close()
  attendant.disconnect()
}

/** Containers of other state folders, of other users that is, are left alone. */
export function stateLabel(stateDirectory: string): string {
  return createHash('sha256').update(stateDirectory).digest('hex').slice(0, 24)
}

export function listOwn(engine: Engine, state: string): Promise<ContainerInfo[]> {
  return engine.docker.listContainers({ all: true, filters: { label: [`${label.state}=${state}`] } })
}

/**
 * Removes containers whose owner was killed, and kept ones in which a killed process had a command: their next user may
 * be long in coming.
 */
export async function pruneGone(engine: Engine, stateDirectory: string): Promise<readonly ContainerInfo[]> {
  const found = await listOwn(engine, stateLabel(stateDirectory))
  const removed = await Promise.all(found.map((container) => removeGone(engine, container, leasesOf(stateDirectory))))
  return found.filter((_container, index) => removed[index])
}

async function removeGone(engine: Engine, info: ContainerInfo, leases: string): Promise<boolean> {
  if (!isAbandonedContainer(info, leases)) return false
  const container = engine.docker.getContainer(info.Id)
  if (info.Labels[label.owner] !== undefined) {
    await removeContainer(container)
    return true
  }
  const lease = takeLease(leases, nameOf(info))
  // Another process was faster.
  if (lease === null) return false
  try {
    if (lease.inherited) await removeContainer(container)
    return lease.inherited
  } finally {
    lease.release()
  }
}

/** Whether the process is gone that a container was to end with, or that ran a command in it. */
export function isAbandonedContainer(info: ContainerInfo, leases: string): boolean {
  const owner = info.Labels[label.owner]
  return owner === undefined ? isLeft(leases, nameOf(info)) : isGone(owner)
}

export const nameOf = ({ Names: names }: ContainerInfo): string => (names[0] ?? '').replace(/^\//, '')

/** Where it is written who uses which container. */
export const leasesOf = (stateDirectory: string): string => join(stateDirectory, 'docker', 'leases')

/** With everything that runs in it, and its anonymous volumes. */
export async function removeContainer(container: Container): Promise<void> {
  await unlessGone(container.remove({ force: true, v: true }))
}

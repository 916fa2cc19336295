import type { ContainerInfo } from 'dockerode'
import {
  isAbandonedContainer,
  leasesOf,
  listOwn,
  nameOf,
  pruneGone,
  removeContainer,
  stateLabel,
} from '../container/container-pool.ts'
import { label, type SandboxScope } from '../container/labels.ts'
import { connectEngine, type Engine } from '../engine/engine.ts'

/** A container of ours. */
export interface SandboxContainer {
  /** As the engine has it. */
  readonly id: string
  /** As the engine shows it. */
  readonly name: string
  /** Who shares it. */
  readonly scope: SandboxScope
  /** Empty where every agent shares it. */
  readonly agent: string
  /** Empty where all sessions of the agent share it. */
  readonly session: string
  /** Absolute path on the host. */
  readonly workspace: string
  /** What it was made from, as the engine names it. */
  readonly image: string
  /** For example `running`. */
  readonly state: string
  /** ISO 8601. */
  readonly created: string
  /** True when the process is gone that it was to end with, or that ran a command in it. */
  readonly abandoned: boolean
}

/** Which containers are meant; all of ours unless narrowed. */
export interface ContainerSelection {
  /** Only those of this agent. */
  readonly agent?: string
  /** Only those of this session. */
  readonly session?: string
}

/** Whose containers are listed and removed, and on which engine. */
export interface ContainerManagerOptions {
  /** As that of the backend: containers of other state folders are left alone. */
  readonly stateDirectory: string
  /** Address of the engine, such as `unix:///run/docker.sock`; the one that is found unless set. */
  readonly engine?: string
}

/** Finds and removes containers of ours. */
export interface ContainerManager {
  /** The containers of sandboxes on this engine. */
  list(selection?: ContainerSelection): Promise<readonly SandboxContainer[]>
  /** Removes containers, also with running commands: the next command gets a new one. Returns the removed ones. */
  remove(selection?: ContainerSelection): Promise<readonly SandboxContainer[]>
  /** Removes abandoned ones. Returns the removed ones. */
  prune(): Promise<readonly SandboxContainer[]>
}

/**
 * Lists, removes and prunes the containers of a state folder.
 *
 * @throws SandboxError `SANDBOX_UNAVAILABLE` when the engine does not answer
 */
export async function manageContainers(options: ContainerManagerOptions): Promise<ContainerManager> {
  const engine = await connectEngine(options.engine)
  const state = stateLabel(options.stateDirectory)
  const leases = leasesOf(options.stateDirectory)
  const list = async (selection: ContainerSelection = {}): Promise<readonly SandboxContainer[]> => {
    const found = await listOwn(engine, state)
    return found.map((info) => describe(info, leases)).filter((container) => isSelected(container, selection))
  }
  return {
    list,
    async remove(selection) {
      const selected = await list(selection)
      await Promise.all(selected.map(({ id }) => remove(engine, id)))
      return selected
    },
    async prune() {
      return (await pruneGone(engine, options.stateDirectory)).map((info) => ({
        ...describe(info, leases),
        abandoned: true,
      }))
    },
  }
}

const remove = (engine: Engine, id: string): Promise<void> => removeContainer(engine.docker.getContainer(id))

function describe(info: ContainerInfo, leases: string): SandboxContainer {
  const { Id, Labels, Image, State, Created } = info
  return {
    id: Id,
    name: nameOf(info),
    scope: (Labels[label.scope] ?? 'session') as SandboxScope,
    agent: Labels[label.agent] ?? '',
    session: Labels[label.session] ?? '',
    workspace: Labels[label.workspace] ?? '',
    image: Image,
    state: State,
    created: new Date(Created * 1000).toISOString(),
    abandoned: isAbandonedContainer(info, leases),
  }
}

const isSelected = (container: SandboxContainer, { agent, session }: ContainerSelection): boolean =>
  (agent === undefined || container.agent === agent) && (session === undefined || container.session === session)

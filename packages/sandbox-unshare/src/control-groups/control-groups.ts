import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SandboxLimits } from '@poundlock/sandbox'
import { isAbandoned, ownerMark, textOrNull } from '@poundlock/state-files/node'
import { findHierarchies, type Hierarchy } from './find-hierarchies.ts'
import type { GroupPaths } from './group-paths.ts'

/** The limits that control groups keep for all processes of a command together. */
export type GroupLimit = 'processes' | 'memoryBytes'

/** The groups of one command. */
export interface CommandGroups {
  /** A process that writes "0" to these files is in the groups. */
  readonly entrances: readonly string[]
  /** After every process in them has ended. */
  remove(): void
}

/** Makes control groups for commands, where this machine lets it. */
export interface ControlGroups {
  readonly limits: ReadonlySet<GroupLimit>
  /** @throws the error of the file system */
  make(limits: SandboxLimits): CommandGroups
}

/** The files of a controller. Sources: Linux `Documentation/admin-guide/cgroup-v1/` and `cgroup-v2.rst`. */
const LIMIT_FILES = {
  pids: { 1: 'pids.max', 2: 'pids.max' },
  memory: { 1: 'memory.limit_in_bytes', 2: 'memory.max' },
} as const
/**
 * Where a process enters. Moving one thread spares a lock on all processes of the machine that moving a process takes,
 * milliseconds when it is busy, and the loader has but one; version 2 does not let it.
 */
const ENTRANCE_FILE = { 1: 'tasks', 2: 'cgroup.procs' } as const
const LIMIT_OF = { pids: 'processes', memory: 'memoryBytes' } as const
const PREFIX = 'poundlock'
/** Processes of the sandbox itself, which are in the groups too. */
const WAITERS = 2

/**
 * Looks for where groups can be made, by making one. Groups that an earlier Poundlock left, having been killed, are
 * removed.
 *
 * @param paths where earlier ones made theirs; only looked for here unless set
 */
export function openControlGroups(paths?: GroupPaths): ControlGroups {
  const hierarchies = chooseHierarchies(findHierarchies({ read: textOrNull }), canMakeGroups)
  const here = [...new Set(hierarchies.map(({ folder }) => folder))]
  const lingering = new Set([...here, ...(paths?.others(here) ?? [])].flatMap(abandonedIn))
  paths?.remember(here)
  removeEmpty(lingering)
  return {
    limits: new Set(hierarchies.map(({ controller }) => LIMIT_OF[controller])),
    make(limits) {
      removeEmpty(lingering)
      return makeGroups(hierarchies, limits, lingering)
    },
  }
}

/** @param lingering takes groups that cannot be removed yet */
function makeGroups(hierarchies: readonly Hierarchy[], limits: SandboxLimits, lingering: Set<string>): CommandGroups {
  const name = `${PREFIX}-${ownerMark()}-${randomUUID()}`
  const folders = new Set<string>()
  const entrances = new Set<string>()
  const remove = (): void => {
    for (const folder of folders) lingering.add(folder)
    removeEmpty(lingering)
  }
  try {
    for (const { folder, controller, version } of hierarchies) {
      const limit = limits[LIMIT_OF[controller]]
      if (limit === undefined) continue
      const group = join(folder, name)
      mkdirSync(group, { recursive: true })
      folders.add(group)
      entrances.add(join(group, ENTRANCE_FILE[version]))
      writeFileSync(
        join(group, LIMIT_FILES[controller][version]),
        String(limit + (controller === 'pids' ? WAITERS : 0)),
      )
    }
  } catch (error) {
    remove()
    throw error
  }
  return { entrances: [...entrances], remove }
}

/** Of version 2, one folder: a process is in one group of it. The nearest that can be used. */
export function chooseHierarchies(
  found: readonly Hierarchy[],
  isUsable: (hierarchy: Hierarchy) => boolean,
): readonly Hierarchy[] {
  const usable = found.filter(({ version }) => version === 1).filter(isUsable)
  const counted = new Set(usable.map(({ controller }) => controller))
  for (const { folder } of found.filter(({ version }) => version === 2)) {
    const here = found.filter((other) => other.folder === folder && !counted.has(other.controller)).filter(isUsable)
    if (here.length > 0) return [...usable, ...here]
  }
  return usable
}

/** Ends all that is in a group of version 2; there is nothing of the kind in version 1. Source: `cgroup-v2.rst`. */
export function endGroup(folder: string): void {
  try {
    if (existsSync(join(folder, 'cgroup.kill'))) writeFileSync(join(folder, 'cgroup.kill'), '1')
  } catch {
    // Linux before 5.14, or a group that has just been removed.
  }
}

function canMakeGroups({ folder, controller, version }: Hierarchy): boolean {
  const trial = join(folder, `${PREFIX}-${ownerMark()}-trial`)
  try {
    // Moving a process between two groups needs the right to write to their common parent.
    if (version === 2) accessSync(join(folder, 'cgroup.procs'), constants.W_OK)
    mkdirSync(trial)
    const usable = existsSync(join(trial, LIMIT_FILES[controller][version]))
    rmdirSync(trial)
    return usable
  } catch {
    return false
  }
}

/** Removes groups without processes. The kernel may not have let go of some yet: they are for the next time. */
function removeEmpty(folders: Set<string>): void {
  for (const folder of folders) {
    // The process that made it is gone, or has released it: end what is left in it.
    endGroup(folder)
    try {
      rmdirSync(folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EBUSY') continue
    }
    folders.delete(folder)
  }
}

/** Groups of a Poundlock that was killed. */
function abandonedIn(folder: string): readonly string[] {
  let names: readonly string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    // It was removed meanwhile, with its content.
  }
  return names.filter((name) => name.startsWith(`${PREFIX}-`) && isAbandoned(name)).map((name) => join(folder, name))
}

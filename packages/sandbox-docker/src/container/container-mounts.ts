import { readFileSync, statSync } from 'node:fs'
import { type MountPlan, SandboxError, type WorkspaceView } from '@poundlock/sandbox'
import type { Bind } from '../binds/parse-bind.ts'
import type { CommandUser } from './command-user.ts'
import type { OwnFiles } from './own-files.ts'

/** A mount as the engine takes it. Source: Docker Engine API 1.41, "Mount". */
export interface EngineMount {
  readonly Type: 'bind'
  readonly Source: string
  readonly Target: string
  readonly ReadOnly: boolean
  readonly BindOptions: { readonly Propagation: 'rprivate'; readonly NonRecursive?: boolean }
}

export interface ContainerMounts {
  readonly mounts: readonly EngineMount[]
  /** What of the host lies under covers. */
  readonly covered: readonly string[]
  /** Folders in memory: target → options. */
  readonly memory: Readonly<Record<string, string>>
  /** Parts of `/proc` that cannot be opened. */
  readonly masked: readonly string[]
  readonly shmBytes: number
}

export interface MountContext {
  readonly files: OwnFiles
  readonly user: CommandUser
  /** Absolute paths at which something is mounted on the host; `mountPoints()` unless a test says otherwise. */
  readonly mountPoints: readonly string[]
  readonly scratchBytes: number
  readonly workspace: string
  /** Podman gives a folder in memory no owner: every user in the container can write to it, as to `/tmp`. */
  readonly scratchHasOwner: boolean
  /** Replaces the workspace, if set. */
  readonly view?: WorkspaceView
}

/** Accounts, and whom commits are by, are the command's own; all other texts are in the image, or the engine's. */
const OWN_TEXTS = ['/etc/passwd', '/etc/group', '/etc/gitconfig']

/** Renders a plan for an engine, which itself orders mounts by their depth. */
export function containerMounts(plan: MountPlan, binds: readonly Bind[], context: MountContext): ContainerMounts {
  const { files, user } = context
  const mounts: EngineMount[] = []
  const memory: Record<string, string> = {}
  const masked: string[] = []
  const covered: string[] = []
  let shmBytes = context.scratchBytes
  const scratch = (mode: number, bytes: number): string => {
    const size = `rw,exec,nosuid,nodev,size=${String(bytes)}`
    if (!context.scratchHasOwner) return `${size},mode=1777`
    // An empty file takes memory, too, which no size counts.
    const entries = `nr_inodes=${String(Math.max(1024, Math.floor(bytes / 4096)))}`
    return `${size},${entries},mode=${mode.toString(8)},uid=${String(user.uid)},gid=${String(user.gid)}`
  }
  const readOnly = (source: string, target: string): void => {
    mounts.push(bind(source, target, true))
    // Read-only is only the mount itself: each that lies below needs its own.
    for (const point of context.mountPoints) {
      if (point.startsWith(`${source}/`)) mounts.push(bind(point, target + point.slice(source.length), true))
    }
  }
  const shown = (target: string): string => shownAt(target, context)
  for (const step of plan.steps) {
    if (step.kind === 'overlay') throw noOverlay()
    if (step.kind === 'bind' && step.access === 'read-write') mounts.push(bind(step.source, step.target, false))
    else if (step.kind === 'bind') readOnly(step.source, step.target)
    else if (step.kind === 'protect') readOnly(shown(step.target), step.target)
    else if (step.kind === 'pin') mounts.push(bind(shown(step.target), step.target, false))
    else if (step.kind === 'hide' && step.target.startsWith('/proc/')) masked.push(step.target)
    else if (step.kind === 'hide') {
      mounts.push(bind(files.cover(step.of), step.target, true))
      covered.push(shown(step.target))
    } else if (step.kind === 'scratch' && step.target === '/dev/shm') shmBytes = step.bytes
    else if (step.kind === 'scratch') memory[step.target] = scratch(step.mode, step.bytes)
    else if (step.kind === 'text' && OWN_TEXTS.includes(step.target)) {
      mounts.push(bind(files.text(step.content), step.target, true))
    }
  }
  for (const { source, target, access } of binds) {
    if (access === 'ro') readOnly(source, target)
    else mounts.push(bind(source, target, false))
  }
  const { workspace } = context
  const isVisible = mounts.some(({ Target: target }) => workspace === target || workspace.startsWith(`${target}/`))
  // A command starts somewhere: in an empty folder of that name, where the workspace itself is not given.
  if (!isVisible) memory[workspace] = scratch(0o700, context.scratchBytes)
  return { mounts, covered, memory, masked, shmBytes }
}

/** The path on the host that a command sees at a path; they differ in a view of the workspace. */
function shownAt(target: string, { view, workspace }: MountContext): string {
  if (view?.kind !== 'copy' || !target.startsWith(`${workspace}/`)) return target
  return `${view.folder}/copy${target.slice(workspace.length)}`
}

function noOverlay(): SandboxError {
  return new SandboxError('A container has no overlay over the workspace. Nothing was run.', {
    code: 'SANDBOX_FAILED',
    remedy: 'Try it on a copy.',
    details: { step: 'overlay the workspace', part: 'overlay' },
  })
}

function bind(source: string, target: string, isReadOnly: boolean): EngineMount {
  return {
    Type: 'bind',
    Source: source,
    Target: target,
    ReadOnly: isReadOnly,
    BindOptions: { Propagation: 'rprivate', ...(isReadOnly && { NonRecursive: true }) },
  }
}

/**
 * Which very files a container's mounts stand for, and lie on. A file that is replaced on the host, as editors do, is
 * another one: the kernel lets go of mounts over it, and a warm container would be left without its protection.
 */
export function mountIdentities({ mounts, covered }: Pick<ContainerMounts, 'mounts' | 'covered'>): readonly string[] {
  return [...mounts.map(({ Source: source }) => source), ...covered].map((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    return `${path} ${String(stats?.dev)}:${String(stats?.ino)}`
  })
}

/** Where something is mounted on this machine. Source: proc_pid_mountinfo(5), field 5, with its escapes. */
export function mountPoints(): readonly string[] {
  let text: string
  try {
    text = readFileSync('/proc/self/mountinfo', 'latin1')
  } catch {
    return []
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      Buffer.from(
        line
          .split(' ')[4]!
          .replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
        'latin1',
      ).toString(),
    )
}

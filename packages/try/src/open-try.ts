import { chmodSync, chownSync, mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkPolicy,
  coverDenied,
  type Sandbox,
  type SandboxBackend,
  type SandboxCommand,
  SandboxError,
  type SandboxPolicy,
  type WorkspaceView,
  type WorkspaceViews,
} from '@poundlock/sandbox'
import { type BytePath, bytesOf, pathOfText } from './byte-path.ts'
import { copyTree } from './copy-tree.ts'
import { nestedMounts } from './nested-mounts.ts'
import { readView } from './read-view.ts'
import { removeTree } from './remove-tree.ts'
import { type ScannedEntry, scanTree } from './scan-tree.ts'
import { type Tried, tried, viewFolder } from './tried.ts'
import type { TryStore, ViewKind } from './try-store.ts'

/** The backend, the policy and the command of a try. */
export interface TryOptions {
  /** What contains the command. */
  readonly backend: SandboxBackend
  /** Without a view: this gives it one. */
  readonly policy: SandboxPolicy
  /** Where the try and its view are kept. */
  readonly store: TryStore
  /** The command as text, for a later reader. */
  readonly command: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Bytes that are copied at most where no overlay can be had. 1 GiB unless set. */
  readonly mostCopied?: number
}

/** A sandbox in which nothing that a command does to the workspace reaches it. One command is run in it. */
export interface OpenTry {
  /** By which the store finds it again. */
  readonly id: string
  /** Runs the one command. */
  readonly sandbox: Sandbox
  /** Reads what the command changed, after it has ended. */
  read(): Promise<Tried>
  /** Removes the try. */
  discard(): Promise<void>
}

const GIBIBYTE = 1024 ** 3
/** Free space that is left to others: a command that fills the disk is ended. */
const LEFT_OVER = 64 * 1024 * 1024
const ENDED_EARLY =
  'It was ended before it was done: less than 64 MiB were left on the disk of the state folder, where its changes are kept.'
/** Milliseconds between two looks at the disk. */
const LOOK_AGAIN = 250

/**
 * Opens a sandbox on a view of the workspace: an overlay where the system can mount one, a copy elsewhere.
 *
 * @throws SandboxError as `SandboxBackend.open`, and `SANDBOX_VIEW` when no view can be made
 */
export async function openTry(options: TryOptions): Promise<OpenTry> {
  const { backend, store } = options
  const { views } = backend
  if (process.platform !== 'linux') throw notHere()
  if (views === undefined) throw unable(backend)
  const checked = checkPolicy(options.policy)
  const { deniedPatterns, deniedPaths } = checked
  // The patterns stay, for what is new when the command starts and for what it makes.
  const policy = {
    ...coverDenied(checked).policy,
    ...(deniedPatterns && { deniedPatterns }),
    ...(deniedPaths && { deniedPaths }),
  }
  const nested = nestedMounts(policy.workspace)
  const closed = new Set(nested.map(pathOfText))
  const before = await scanTree(policy.workspace, { closed: (path) => closed.has(path) })
  const owner = views.owner(policy.workspace)
  const { workspace, protectedPaths, hiddenPaths, writePaths } = policy
  const guarded = { protectedPaths, hiddenPaths, writePaths }
  const { id } = store.create({ workspace, command: options.command, startedAt: options.startedAt, guarded })
  const context: TryContext = { ...options, policy, views, before, nested, owner, id }
  try {
    const reason = copyReason(context)
    return await openView(context, reason === null ? { kind: 'overlay', reason } : { kind: 'copy', reason })
  } catch (error) {
    store.remove(id)
    throw error
  }
}

interface TryContext extends TryOptions {
  readonly views: WorkspaceViews
  readonly before: ReadonlyMap<BytePath, ScannedEntry>
  /** Relative to the workspace. */
  readonly nested: readonly string[]
  readonly owner: { readonly uid: number; readonly gid: number }
  readonly id: string
}

/** Why an overlay would not do; `null` where it would. */
function copyReason({ views, before, nested, owner }: TryContext): string | null {
  if (views.overlay === undefined) return 'this backend mounts no overlays'
  if (nested.length > 0)
    return `something is mounted in the workspace (${nested.map((path) => JSON.stringify(path)).join(', ')}), which an overlay would not show`
  for (const [path, { kind, uid, gid }] of before) {
    // A sandbox cannot write entries of other users; entries of other groups it can.
    if (uid === owner.uid && gid !== owner.gid && (kind === 'file' || kind === 'folder')) {
      return `${JSON.stringify(bytesOf(path).toString('utf8') || '.')} belongs to group ${String(gid)}, which an overlay of this user cannot keep`
    }
  }
  return null
}

async function openView(context: TryContext, kind: ViewKind): Promise<OpenTry> {
  const { backend, policy, store, id } = context
  let made = await makeView(context, kind)
  let current = kind
  let ended = false
  const filled = (): void => {
    ended = true
  }
  const open = async (): Promise<Sandbox> => backend.open({ ...policy, workspaceView: made.view })
  let sandbox = await open()
  const fallBack = async (cause: unknown): Promise<void> => {
    await sandbox.close()
    const summary = SandboxError.isInstance(cause) ? cause.details['summary'] : undefined
    const why = typeof summary === 'string' ? summary : cause instanceof Error ? cause.message : String(cause)
    current = { kind: 'copy', reason: `an overlay could not be mounted: ${why}` }
    made = await makeView(context, current)
    sandbox = await open()
  }
  return {
    id,
    sandbox: {
      get status() {
        return sandbox.status
      },
      async run(command: SandboxCommand) {
        try {
          return await watched(sandbox, command, store.folderOf(id), filled)
        } catch (error) {
          if (!isOverlayFailure(error) || current.kind === 'copy') throw error
          await fallBack(error)
          return watched(sandbox, command, store.folderOf(id), filled)
        }
      },
      explain: (finished) => sandbox.explain(finished),
      close: () => sandbox.close(),
    },
    async read() {
      await sandbox.close()
      const changeSet = await readView({
        ...context,
        view: current,
        fresh: made.fresh,
        folder: viewFolder(store, { id, view: current }),
      })
      if (!ended) {
        store.saveChanges(id, changeSet)
        return tried(store, store.record(id), changeSet)
      }
      const record = { ...store.record(id), endedEarly: ENDED_EARLY }
      const reported = { ...changeSet, notes: [ENDED_EARLY, ...changeSet.notes] }
      store.save(record)
      store.saveChanges(id, reported)
      return tried(store, record, reported)
    },
    async discard() {
      await sandbox.close()
      store.remove(id)
    },
  }
}

/** Makes the view; a copy also records its state at the start. */
async function makeView(
  context: TryContext,
  view: ViewKind,
): Promise<{ readonly view: WorkspaceView; readonly fresh: ReadonlyMap<BytePath, ScannedEntry> | null }> {
  const { store, id, owner, before, policy, nested } = context
  store.save({ ...store.record(id), view })
  const folder = join(store.folderOf(id), 'layers')
  removeTree(folder)
  makeOwned(folder, owner)
  if (view.kind === 'overlay') {
    for (const name of ['upper', 'work']) makeOwned(join(folder, name), owner)
    chmodSync(join(folder, 'upper'), before.get('')!.mode & 0o777)
    return { view: { kind: 'overlay', folder }, fresh: null }
  }
  const copy = join(folder, 'copy')
  const hidden = policy.hiddenPaths
    .filter((path) => path.startsWith(`${policy.workspace}/`))
    .map((path) => path.slice(policy.workspace.length + 1))
  await copyTree({
    workspace: policy.workspace,
    entries: before,
    to: copy,
    emptied: [...nested, ...hidden].map(pathOfText),
    owner,
    most: context.mostCopied ?? GIBIBYTE,
  })
  // As it is: opening its closed folders would show in the modes that the command sees.
  return { view: { kind: 'copy', folder, nested }, fresh: await scanTree(copy) }
}

function makeOwned(folder: string, { uid, gid }: TryContext['owner']): void {
  mkdirSync(folder, { mode: 0o700 })
  if (process.geteuid?.() === 0) chownSync(folder, uid, gid)
}

/**
 * Runs a command, and ends it before it has filled the disk of the state folder.
 *
 * @param filled called before it is ended
 */
async function watched(
  sandbox: Sandbox,
  command: SandboxCommand,
  folder: string,
  filled: () => void,
): ReturnType<Sandbox['run']> {
  const started = await sandbox.run(command)
  const timer = setInterval(() => {
    if (freeBytes(folder) >= LEFT_OVER) return
    filled()
    started.kill('SIGKILL')
  }, LOOK_AGAIN)
  timer.unref()
  void started.exited.finally(() => clearInterval(timer)).catch(() => {})
  return started
}

/** `null` where the folder is gone, and the try with it. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}

function isOverlayFailure(error: unknown): boolean {
  return SandboxError.isInstance(error) && error.details['part'] === 'overlay'
}

/** What a command wrote is read and applied through descriptors, which no other system can name. */
const notHere = () =>
  new SandboxError(`A try needs Linux, and this is ${process.platform}.`, {
    code: 'SANDBOX_UNAVAILABLE',
    remedy: 'Run the command without --try, or in the Windows Subsystem for Linux.',
  })

function unable(backend: SandboxBackend): SandboxError {
  return new SandboxError(
    `The backend "${backend.name}" has no view of a workspace in which a command could be tried.`,
    {
      code: 'SANDBOX_UNAVAILABLE',
      remedy: 'Choose the backend "unshare", or run the command without --try.',
    },
  )
}

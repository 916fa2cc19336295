import { type FSWatcher, lstatSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isWithin } from '@poundlock/spec'
import type { SandboxPolicy } from '../policy.ts'

/** Looks after hidden paths while a command runs. */
export interface HiddenWatch {
  /** Hidden paths that were replaced or removed from outside since the start. */
  replaced(): readonly string[]
  /** Looks for the last time, and lets go. */
  close(): void
}

export interface HiddenWatchOptions {
  readonly policy: Pick<SandboxPolicy, 'fileMode' | 'workspace' | 'readPaths' | 'writePaths' | 'hiddenPaths'>
  /** Called once, at the first path that is another one. */
  readonly onReplaced: () => void
  /** `fs.watch` unless a test says otherwise. */
  readonly watchFolder?: (folder: string, onChange: (name: string | null) => void) => Pick<FSWatcher, 'close' | 'on'>
}

/** How often is looked where the machine has no inotify instance left to tell of changes. */
const LOOK_EVERY_MS = 20

/**
 * A cover lies on one file. When a program outside replaces that file, as editors do when they save, the kernel removes
 * the cover, and a running command could read the new file. Only a mount over the whole folder would prevent that, and
 * it would hide granted files. So the run is notified at once, and ends the command.
 *
 * A hidden path without a file is not watched: a file that appears there may be the command's own.
 *
 * @returns `null` where no hidden path lies in a granted one
 */
export function watchHidden({ policy, onReplaced, watchFolder = watchByName }: HiddenWatchOptions): HiddenWatch | null {
  const before = new Map<string, string>()
  for (const path of hiddenInside(policy)) {
    const identity = identityOf(path)
    if (identity !== null) before.set(path, identity)
  }
  if (before.size === 0) return null
  const found = new Set<string>()
  const look = (folder: string | null, name: string | null): void => {
    for (const [path, identity] of before) {
      if (found.has(path) || (folder !== null && dirname(path) !== folder)) continue
      if ((name === null || basename(path) === name) && identityOf(path) !== identity) found.add(path)
    }
    if (found.size > 0 && !isReported) {
      isReported = true
      onReplaced()
    }
  }
  let isReported = false
  let timer: NodeJS.Timeout | null = null
  const lookOften = (): void => {
    timer ??= setInterval(() => look(null, null), LOOK_EVERY_MS).unref()
  }
  const folders = new Set([...before.keys()].map((path) => dirname(path)))
  const watchers = [...folders].flatMap((folder) => {
    try {
      const watcher = watchFolder(folder, (name) => look(folder, name))
      watcher.on('error', lookOften)
      return [watcher]
    } catch {
      lookOften()
      return []
    }
  })
  return {
    replaced: () => [...found],
    close() {
      if (timer !== null) clearInterval(timer)
      for (const watcher of watchers) watcher.close()
      isReported = true
      look(null, null)
    },
  }
}

function hiddenInside({
  fileMode,
  workspace,
  readPaths,
  writePaths,
  hiddenPaths,
}: HiddenWatchOptions['policy']): readonly string[] {
  const granted =
    fileMode === 'workspace-only' ? [workspace, ...readPaths, ...writePaths] : [...readPaths, ...writePaths]
  return hiddenPaths.filter((path) => fileMode === 'off' || granted.some((outer) => isWithin(path, outer)))
}

const watchByName: NonNullable<HiddenWatchOptions['watchFolder']> = (folder, onChange) =>
  watch(folder, { persistent: false }, (_event, name) => onChange(name))

/** A file that is written in place is the same; one that took its place is another. */
function identityOf(path: string): string | null {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? null : `${String(stats.dev)}:${String(stats.ino)}`
  } catch {
    return null
  }
}

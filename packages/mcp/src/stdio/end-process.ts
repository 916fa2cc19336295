import type { ProcessHandle } from '@poundlock/spec'

/** Milliseconds for a server to end after its input is closed, and again after SIGTERM. */
const GRACE_MS = 1000
/** Only a process that is stuck in the kernel takes longer to be killed. */
const KILLED_MS = 2000

/**
 * Ends a server whose input is closed already: waits, asks, kills; with everything that it started, also where the
 * server itself is a wrapper that has gone.
 */
export async function endProcess(handle: ProcessHandle): Promise<void> {
  const exited = handle.exited.then(
    () => undefined,
    () => undefined,
  )
  const ended = await within(exited, GRACE_MS)
  if (!ended) {
    handle.kill('SIGTERM')
    await within(exited, GRACE_MS)
  }
  // Also after its end: a child in a group of its own outlives it otherwise.
  handle.kill('SIGKILL')
  await within(exited, KILLED_MS)
}

async function within(end: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)))
  try {
    return await Promise.race([end.then(() => true), elapsed])
  } finally {
    clearTimeout(timer)
  }
}

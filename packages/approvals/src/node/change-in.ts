import { watch } from 'node:fs'

/** Returns when something in the folder changes, or after a while. */
export async function changeIn(folder: string, withinMs: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, withinMs)
  const stop = () => resolve()
  if (signal?.aborted === true) resolve()
  signal?.addEventListener('abort', stop, { once: true })
  let watcher: ReturnType<typeof watch> | undefined
  try {
    watcher = watch(folder, () => resolve())
    watcher.on('error', () => undefined)
  } catch {
    // Without a watch to be had, the timer does.
  }
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    watcher?.close()
  }
}

/**
 * Waits for all, also where one fails: what still runs uses a folder that is held, and its number may be another folder's
 * once it is let go.
 *
 * @throws what the first of them, in their order, failed with
 */
export async function settleAll(running: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(running)
  await Promise.all(running)
}

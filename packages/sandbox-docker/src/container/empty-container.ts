import type { Container } from 'dockerode'
import { signalAll } from '../process/signal-all.ts'
import type { Attendant } from './attendant.ts'

/** An ended command is mostly gone at the first look; one that was killed with all it started, after some. */
const PATIENCE = { atEnd: 60, afterKill: 400 } as const

/**
 * Ends leftover processes of a command. @returns whether certainly none is left
 *
 * @param user the command's, as `uid:gid`
 */
export async function emptyContainer(
  { container, attendant }: { readonly container: Container; readonly attendant: Attendant },
  user: string,
  looks: number = PATIENCE.atEnd,
): Promise<boolean> {
  if (await attendant.isEmpty(looks)) return true
  if (!attendant.alive) return false
  try {
    await signalAll(container, user, 'SIGKILL')
  } catch {
    // For example because the command has left no room for another process.
    return false
  }
  return attendant.isEmpty(PATIENCE.afterKill)
}

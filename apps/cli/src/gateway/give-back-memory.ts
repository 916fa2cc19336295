import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const QUIET_MS = 2000

/**
 * Gives back the memory that only starting needed, a moment later, where nobody is connected yet: it takes a tenth of a
 * second in which nothing is answered. Without this, a gateway that serves nobody keeps it for good.
 */
export function giveBackMemory(isIdle: () => boolean): void {
  const giveBack = () => {
    if (!isIdle()) return
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
  setTimeout(giveBack, QUIET_MS).unref()
}

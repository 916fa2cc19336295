import type { McpManager } from '@poundlock/mcp'
import { visibleText } from '@poundlock/spec'

/** Milliseconds that the first list of tools waits for servers whose tools are not known yet. */
const FIRST_LOOK_MS = 5000

/** Starts servers whose tools are not known once, to list them. Settles when all are, or after `FIRST_LOOK_MS`. */
export async function firstLook(manager: McpManager, abortSignal: AbortSignal): Promise<void> {
  const unseen = manager.servers().filter(({ state }) => state === 'configured')
  const looks = unseen.map(async ({ name }) => {
    try {
      await manager.refresh(name, abortSignal)
    } catch (error) {
      const { message, remedy } = error as Error & { remedy?: string }
      if (!abortSignal.aborted) complain(remedy === undefined ? message : `${message}\n${remedy}`)
    }
  })
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, FIRST_LOOK_MS)
  await Promise.race([Promise.all(looks), late.promise])
  clearTimeout(timer)
}

/** Standard output belongs to the client. */
export function complain(message: string): void {
  process.stderr.write(`poundlock: ${visibleText(message, { newlines: 'keep' })}\n`)
}

import { spawn } from 'node:child_process'
import type { McpManager } from '@poundlock/mcp'
import type { PlaceFlags } from '../host/assemble.ts'

/**
 * Lists servers whose tools are still unknown at the end of a session: a process of its own starts each once, stores
 * its tools, and ends. The next session knows them from its beginning. A server that has failed is left alone.
 */
export function learnLater(manager: McpManager, { workspace, config }: Pick<PlaceFlags, 'workspace' | 'config'>): void {
  const unseen = manager.servers().filter(({ state, problem }) => state === 'configured' && problem === null)
  const place = Object.entries({ workspace, config }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  for (const { name } of unseen) {
    const child = spawn(process.execPath, [process.argv[1]!, 'mcp', 'tools', ...place, '--', name], {
      detached: true,
      stdio: 'ignore',
    })
    // It is learnt another time.
    child.once('error', () => undefined)
    child.unref()
  }
}

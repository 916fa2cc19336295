import { once } from 'node:events'
import { setTimeout as passed } from 'node:timers/promises'
import { WebSocket } from 'ws'

const INSPECTOR = 'http://127.0.0.1:9229/json'

/**
 * Has another process of Node collect its garbage, by its inspector: when Node does so by itself depends on what ran
 * before. One process at a time may have its inspector open.
 */
export async function collectGarbage(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR1')
  const inspector = new WebSocket(await inspectorAddress(), { perMessageDeflate: false })
  await once(inspector, 'open')
  inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(inspector, 'message')
  inspector.close()
  await once(inspector, 'close')
}

async function inspectorAddress(): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      const [target] = (await (await fetch(INSPECTOR)).json()) as readonly { readonly webSocketDebuggerUrl: string }[]
      if (target !== undefined) return target.webSocketDebuggerUrl
    } catch {
      // It does not listen yet.
    }
    await passed(100)
  }
  throw new Error(`no inspector answers at ${INSPECTOR}`)
}

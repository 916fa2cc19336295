import { once } from 'node:events'
import { connectDevice } from './device-connection.ts'
import type { GatewayScene } from './scene.ts'

/**
 * Revokes devices that are connected, one after the other.
 *
 * @param sockets of each device
 * @returns milliseconds from the request of the operator until a client knew that its socket is closed, for each socket
 */
export async function revocations(
  scene: GatewayScene,
  { devices, sockets }: { readonly devices: number; readonly sockets: number },
): Promise<readonly number[]> {
  const operator = await connectDevice(scene.url, await scene.pair('operator'))
  const times: number[] = []
  for (let round = 0; round < devices; round++) {
    const device = await scene.pair('agent')
    const connections = await Promise.all(Array.from({ length: sockets }, () => connectDevice(scene.url, device)))
    let begin = 0
    const closed = connections.map(async ({ webSocket }) => {
      await once(webSocket, 'close')
      times.push(performance.now() - begin)
    })
    begin = performance.now()
    await Promise.all([operator.request('devices.revoke', { device: device.id }), ...closed])
  }
  operator.close()
  return times
}

import type { CloseReason, Role } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'

/** A connection that has authenticated, as other parts of the gateway see it. */
export interface OpenConnection {
  readonly caller: Caller
  readonly address: string
  /** Milliseconds since 1970. */
  readonly connectedAt: number
  close(reason: CloseReason): void
}

/** The connections that have authenticated. */
export interface Connections {
  readonly size: number
  all(): Iterable<OpenConnection>
  ofDevice(deviceId: string): readonly OpenConnection[]
  /** Closes every connection of a device, at once. @returns how many there were */
  closeDevice(deviceId: string, reason: CloseReason): number
  /** Sends an event to those who may have it. @returns how many got it */
  broadcast(event: string, data: object, may: (caller: Caller) => boolean): number
}

/** The same, with what only the gateway does. */
export class ConnectionRegistry implements Connections {
  readonly #byDevice = new Map<string, Set<OpenConnection>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  *all(): Iterable<OpenConnection> {
    for (const connections of this.#byDevice.values()) yield* connections
  }

  countOf(deviceId: string): number {
    return this.#byDevice.get(deviceId)?.size ?? 0
  }

  ofDevice(deviceId: string): readonly OpenConnection[] {
    return [...(this.#byDevice.get(deviceId) ?? [])]
  }

  closeDevice(deviceId: string, reason: CloseReason): number {
    const connections = this.ofDevice(deviceId)
    for (const connection of connections) connection.close(reason)
    return connections.length
  }

  broadcast(event: string, data: object, may: (caller: Caller) => boolean): number {
    let sent = 0
    for (const { caller } of this.all()) if (may(caller) && caller.send(event, data)) sent++
    return sent
  }

  /** Adds a connection. Of a node only the newest counts: those before it are closed. @returns how many were */
  add(connection: OpenConnection): number {
    const { deviceId, role } = connection.caller
    const superseded = isAlone(role) ? this.closeDevice(deviceId, 'superseded') : 0
    let connections = this.#byDevice.get(deviceId)
    if (connections === undefined) this.#byDevice.set(deviceId, (connections = new Set()))
    connections.add(connection)
    this.#size++
    return superseded
  }

  remove(connection: OpenConnection): void {
    const { deviceId } = connection.caller
    const connections = this.#byDevice.get(deviceId)
    if (connections?.delete(connection) !== true) return
    this.#size--
    if (connections.size === 0) this.#byDevice.delete(deviceId)
  }
}

/** Two connections of one node would each be sent what runs once. */
const isAlone = (role: Role): boolean => role === 'node'

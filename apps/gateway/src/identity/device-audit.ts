import { join } from 'node:path'
import type { AuditLog } from '@poundlock/audit/node'
import { GatewayError, type Role, type Scope } from '@poundlock/protocol'

type Log = (event: string, fields?: Readonly<Record<string, unknown>>) => void

/** What is recorded of those who may connect. No secret, and nothing that a device says before it was let in but its name. */
export interface DeviceAuditData {
  readonly 'setup-code-made': { by: string; role: Role; scopes: readonly Scope[]; agent?: string }
  readonly 'device-paired': {
    device: string
    name: string
    role: Role
    scopes: readonly Scope[]
    agent?: string
    /** The device of the operator who let it in. */
    by: string
    how: 'setup-code' | 'approval'
  }
  readonly 'pairing-rejected': { device: string; name: string; by: string }
  readonly 'device-renamed': { device: string; name: string; before: string; by: string }
  readonly 'device-rotated': { device: string; name: string; by: string }
  readonly 'device-revoked': { device: string; name: string; by: string }
  readonly 'policy-saved': {
    document: string
    /** SHA-256 of what it held, `null` where there was none, and of what was given. */
    before: string | null
    after: string
    by: string
  }
  readonly 'mcp-tools-accepted': {
    server: string
    /** Whose server it is; absent for the gateway's own. */
    session?: string
    /** SHA-256 of each, by its name. */
    tools: Readonly<Record<string, string>>
    by: string
  }
  readonly 'mcp-tools-withheld': { server: string; session?: string; tools: readonly string[]; by: string }
  readonly 'door-locked': { address: string; origin: string | null; kind: string }
}

/** Writes into the audit log of this machine who was let in, by whom, and who was locked out. */
export class DeviceAudit {
  readonly #folder: string
  readonly #log: Log
  #opened: Promise<AuditLog> | null = null
  /** Why the last record could not be written, for operators; `null` where it was. */
  problem: string | null = null

  constructor(stateFolder: string, log: Log) {
    this.#folder = join(stateFolder, 'audit')
    this.#log = log
  }

  /** Writes a record; what it is about must not happen before. @throws GatewayError `RECORD_FAILED` */
  async write<Type extends keyof DeviceAuditData>(type: Type, data: DeviceAuditData[Type]): Promise<void> {
    try {
      const opened = (this.#opened ??= this.#open())
      await (await opened).append<string>(type, data)
      this.problem = null
    } catch (error) {
      this.#log('record-failed', { type, error: String(error) })
      this.problem = `the audit log cannot be written: ${error instanceof Error ? error.message : String(error)}`
      throw new GatewayError('It could not be written down, so nothing was done.', {
        code: 'RECORD_FAILED',
        cause: error,
      })
    }
  }

  /** Writes a record of what has happened in any case; where that fails, the log and `problem` have it. */
  note<Type extends keyof DeviceAuditData>(type: Type, data: DeviceAuditData[Type]): void {
    this.write(type, data).catch(() => undefined)
  }

  async close(): Promise<void> {
    const opened = this.#opened
    this.#opened = null
    await opened?.then(
      (log) => log.close(),
      () => undefined,
    )
  }

  /** At the first record: a gateway starts faster, and also where its disk is full. */
  async #open(): Promise<AuditLog> {
    try {
      const { openAuditLog } = await import('@poundlock/audit/node')
      return await openAuditLog(this.#folder, { durability: 'all' })
    } catch (error) {
      this.#opened = null
      throw error
    }
  }
}

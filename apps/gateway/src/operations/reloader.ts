import { GatewayError } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'
import type { Log } from '../dispatch/services.ts'

/** What has become of a configuration that was read again. */
export interface Reloaded {
  /** Settings that hold from now on. */
  readonly applied: readonly string[]
  /** Settings that have changed, and hold after a restart. */
  readonly restart: readonly string[]
}

/** Reads the configuration again, and keeps the earlier one where that fails. */
export class Reloader {
  readonly #read: () => Promise<Reloaded>
  readonly #log: Log
  /** The last of those that wait for each other. */
  #running: Promise<unknown> = Promise.resolve()
  /** Why the last attempt failed, for operators. */
  problem: string | null = null

  /** @param read throws a PoundlockError for a broken configuration, and has changed nothing then */
  constructor(read: () => Promise<Reloaded>, log: Log) {
    this.#read = read
    this.#log = log
  }

  /** One after the other. @throws GatewayError `CONFLICT` with the file and line of what is wrong */
  reload(): Promise<{ applied: string[]; restart: string[] }> {
    const reloaded = this.#running.then(() => this.#reload())
    this.#running = reloaded.catch(() => undefined)
    return reloaded
  }

  async #reload() {
    try {
      const { applied, restart } = await this.#read()
      this.problem = null
      this.#log('reloaded', { applied, restart })
      return { applied: [...applied], restart: [...restart] }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.problem = `the configuration was not read again: ${message}`
      this.#log('reload-failed', { error: message })
      if (!PoundlockError.isInstance(error)) throw error
      throw new GatewayError(`${message}. The earlier configuration stays.`, {
        code: 'CONFLICT',
        details: { code: error.code },
        cause: error,
      })
    }
  }
}

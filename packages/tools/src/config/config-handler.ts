import { PoundlockError, quotedText } from '@poundlock/spec'
import { type ConfigInput, CONFIG_TOOL } from '@poundlock/spec/tools'
import { failedOutput, successOutput } from '../output/failed-output.ts'
import type { ToolHandler } from '../tool-handler.ts'

/** A setting that holds. */
export interface ShownSetting {
  /** For example `sandbox.network`. */
  readonly name: string
  /** JSON, without secrets. */
  readonly value: unknown
  /** Where it was set: a file, or `default`. */
  readonly origin: string
}

/**
 * Serves `Config`. It shows; it never changes anything: what an agent may do is not for the agent to say.
 *
 * @param settings looked up for each call
 */
export function createConfigHandler(settings: () => readonly ShownSetting[]): ToolHandler<ConfigInput> {
  return {
    spec: CONFIG_TOOL,
    permissionOf: async () => 'read-only',
    async run({ setting }) {
      const all = settings()
      const shown =
        setting === undefined ? all : all.filter(({ name }) => name === setting || name.startsWith(`${setting}.`))
      if (shown.length === 0 && setting !== undefined) {
        return failedOutput(
          new PoundlockError(`there is no setting ${quotedText(setting)}`, {
            code: 'CONFIG_UNKNOWN',
            remedy: `Known: ${all.map(({ name }) => name).join(', ')}.`,
          }),
        )
      }
      const text = shown.map(({ name, value, origin }) => `${name} = ${JSON.stringify(value)} (${origin})`).join('\n')
      return successOutput(text, { settings: shown })
    },
  }
}

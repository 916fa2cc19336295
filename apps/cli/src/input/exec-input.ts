import type { GatewayChoice } from '../gateway/choose-gateway.ts'
import type { PlaceFlags } from '../host/assemble.ts'
import type { TryThen } from '../try/try-request.ts'
import { UsageError } from '../usage-error.ts'
import { environmentFlags } from './command-text.ts'

/** What `poundlock exec` takes. */
export interface ExecFlags extends PlaceFlags, GatewayChoice {
  readonly host?: 'sandbox' | 'gateway'
  readonly security?: string
  readonly ask?: string
  readonly env?: readonly string[]
  readonly timeout?: string
  readonly json?: boolean
  readonly try?: true | TryThen
  readonly background?: boolean
  /** False where no person is asked. */
  readonly prompts?: boolean
  /** Whether what it prints is recorded. */
  readonly record?: boolean
  /** On which node of the gateway. */
  readonly node?: string
  /** On which nodes: labels, or names with commas between them. */
  readonly nodes?: string
  readonly all?: boolean
  readonly maxConcurrency?: string
  readonly maxErrors?: string
  readonly dryRun?: boolean
  readonly yes?: boolean
}

/** A day, as the schema of the tool has it. */
const MAX_SECONDS = 86_400

/** What the flags say, as the tool takes it. */
export function execInput(command: string, flags: ExecFlags): Record<string, unknown> {
  const { host, security, ask, timeout, background, node, cwd } = flags
  const env = environmentFlags(flags.env)
  const seconds = timeout === undefined ? undefined : secondsOf(timeout)
  return {
    command,
    ...(host && { host }),
    ...(node !== undefined && { host: 'node', node, ...(cwd !== undefined && { workdir: cwd }) }),
    ...(security && { security }),
    ...(ask && { ask }),
    ...(Object.keys(env).length > 0 && { env }),
    ...(seconds !== undefined && { timeout: seconds }),
    ...(background && { background }),
  }
}

function secondsOf(text: string): number {
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds
  throw new UsageError(`--timeout ${JSON.stringify(text)} is not a number of seconds, at most ${MAX_SECONDS}`, {
    remedy: 'For example: --timeout 60.',
  })
}

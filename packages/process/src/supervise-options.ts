import type { OutputChunk } from './output/output-capture.ts'
import { ProcessError } from './process-error.ts'

/** Time-outs, limits of output, and what is called while a command runs. */
export interface SuperviseOptions {
  /** Milliseconds until the command is ended. Default: none. */
  readonly timeoutMs?: number
  /** Ends the command; aborted already, it ends it at once. */
  readonly abortSignal?: AbortSignal
  /** Written to the command's standard input, which is then closed. Needs a handle with `stdin`. */
  readonly input?: string | Uint8Array
  /** UTF-16 units of both outputs together, marks included. Default 200 000. */
  readonly maxOutputCharacters?: number
  /** Where output is kept whole that is longer than that. Default: nowhere, and the rest is lost. */
  readonly spillDirectory?: string
  /** Bytes that such a file may reach. Default 1 GiB. */
  readonly maxSpillBytes?: number
  /** Told every piece, also what the result does not hold. A promise slows the command down to its pace. */
  readonly onOutput?: (chunk: OutputChunk) => unknown
  /** Milliseconds between SIGTERM and SIGKILL. Default 2000. */
  readonly killGraceMs?: number
  /** Milliseconds of silence after which output that something left behind still holds open is given up. Default 500. */
  readonly drainGraceMs?: number
}

/** The options with their defaults, checked. */
export interface SuperviseSettings {
  /** `Infinity` for no time-out. */
  readonly timeoutMs: number
  /** UTF-16 units of both outputs together. */
  readonly maxOutputCharacters: number
  /** Of a file with the whole output. */
  readonly maxSpillBytes: number
  /** Between SIGTERM and SIGKILL. */
  readonly killGraceMs: number
  /** Of silence, while something left behind holds the output open. */
  readonly drainGraceMs: number
}

/** @throws ProcessError `PROCESS_INVALID_OPTION` */
export function checkOptions(options: SuperviseOptions): SuperviseSettings {
  const settings: SuperviseSettings = {
    timeoutMs: options.timeoutMs ?? Infinity,
    maxOutputCharacters: options.maxOutputCharacters ?? 200_000,
    maxSpillBytes: options.maxSpillBytes ?? 2 ** 30,
    killGraceMs: options.killGraceMs ?? 2000,
    drainGraceMs: options.drainGraceMs ?? 500,
  }
  for (const [name, value] of Object.entries(settings)) {
    const least = name === 'timeoutMs' ? Number.MIN_VALUE : 0
    if (typeof value === 'number' && value >= least) continue
    throw new ProcessError(`${name} is ${String(value)}, and has to be a ${least > 0 ? 'positive ' : ''}number.`, {
      code: 'PROCESS_INVALID_OPTION',
      details: { option: name },
      remedy: 'Leave it out for the default.',
    })
  }
  return settings
}

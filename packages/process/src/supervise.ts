import { PoundlockError, type ProcessExit, type ProcessHandle } from '@poundlock/spec'
import { watchEnd } from './interruption.ts'
import { createOutputCapture } from './output/output-capture.ts'
import { readOutput, type OutputReader } from './output/output-reader.ts'
import { createSpillFile } from './output/spill-file.ts'
import { ProcessError } from './process-error.ts'
import { describeExit, type ProcessEnd, type ProcessResult } from './process-result.ts'
import { checkOptions, type SuperviseOptions, type SuperviseSettings } from './supervise-options.ts'

/** Silence or not, a command that has exited is not listened to for longer than this many graces. */
const DRAIN_GRACES = 10

/**
 * Waits for a running process, wherever it runs: reads its output into a bounded result, ends it at its time-out or
 * when it is aborted, and always comes back.
 *
 * @throws ProcessError `PROCESS_INVALID_OPTION`; and whatever `onOutput` throws, after the command was ended
 */
export async function supervise(handle: ProcessHandle, options: SuperviseOptions = {}): Promise<ProcessResult> {
  const settings = checkedFor(handle, options)
  const started = performance.now()
  const spill =
    options.spillDirectory === undefined ? undefined : createSpillFile(options.spillDirectory, settings.maxSpillBytes)
  const capture = createOutputCapture(settings.maxOutputCharacters, spill)
  const readers = [
    readOutput(handle.stdout, 'stdout', capture, options.onOutput),
    readOutput(handle.stderr, 'stderr', capture, options.onOutput),
  ]
  const failures: unknown[] = []
  const ending = watchEnd(handle, options.abortSignal, settings)
  for (const reader of readers) {
    reader.done.catch((error: unknown) => {
      failures.push(error)
      ending.interrupt('aborted')
    })
  }
  writeInput(handle, options.input)

  let exit: ProcessExit = { code: null, signal: null }
  let startError: PoundlockError | undefined
  try {
    exit = await ending.exit
  } catch (error) {
    startError = asPoundlockError(error)
  }
  const interruption = ending.settle()
  // A killed command is killed whole, also processes that outlived it.
  if (interruption !== null) handle.kill('SIGKILL')
  const outputOpen = await drain(readers, settings.drainGraceMs)
  await spill?.close()
  if (failures.length > 0) throw failures[0]

  const reason: ProcessEnd =
    startError === undefined ? (interruption ?? (exit.signal === null ? 'exit' : 'signal')) : 'spawn-failed'
  const end = {
    exitCode: startError === undefined ? exit.code : shellCode(startError),
    signal: exit.signal,
    reason,
    ...(startError === undefined ? {} : { error: startError }),
  }
  return {
    ...capture.result(),
    ...end,
    interrupted: interruption !== null && startError === undefined,
    exitText: describeExit(end),
    ...(spill?.path === undefined ? {} : { spillFile: spill.path, spillComplete: spill.complete }),
    outputOpen,
    durationMs: performance.now() - started,
  }
}

/** Reads the rest of the pipes; true when reading had to be stopped. */
async function drain(readers: readonly OutputReader[], graceMs: number): Promise<boolean> {
  const ended = Promise.allSettled(readers.map((reader) => reader.done))
  for (let graces = 0; graces < DRAIN_GRACES; graces++) {
    const before = readers.map((reader) => reader.pieces())
    if (await settlesWithin(ended, graceMs)) return false
    if (readers.every((reader, index) => reader.waiting() && reader.pieces() === before[index])) break
  }
  for (const reader of readers) reader.stop()
  return true
}

async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)))
  try {
    return await Promise.race([promise.then(() => true), elapsed])
  } finally {
    clearTimeout(timer)
  }
}

/** A process must not run unwatched. */
function checkedFor(handle: ProcessHandle, options: SuperviseOptions): SuperviseSettings {
  try {
    return checkOptions(options)
  } catch (error) {
    handle.exited.catch(() => {})
    handle.kill('SIGKILL')
    throw error
  }
}

function writeInput(handle: ProcessHandle, input: string | Uint8Array | undefined): void {
  if (input === undefined || handle.stdin === null) return
  try {
    handle.stdin.end(input)
  } catch {
    // It has exited already: whether it wanted to read is its own affair.
  }
}

/** The exit code that a shell would have returned. */
function shellCode(error: PoundlockError): number | null {
  if (error.code === 'PROCESS_NOT_FOUND') return 127
  return error.code === 'PROCESS_NOT_EXECUTABLE' || error.code === 'PROCESS_TOO_LARGE' ? 126 : null
}

function asPoundlockError(error: unknown): PoundlockError {
  if (PoundlockError.isInstance(error)) return error
  return new ProcessError(`The process could not be started: ${String(error)}`, {
    code: 'PROCESS_FAILED',
    cause: error,
  })
}

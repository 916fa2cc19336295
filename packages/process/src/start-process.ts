import type { Readable } from 'node:stream'
import type { ProcessExit, ProcessHandle } from '@poundlock/spec'
import { execa } from 'execa'
import { findCommandFault, type ProcessCommand } from './command.ts'
import { exactEnvironment } from './exact-environment.ts'
import { readyShells, type TakenShell } from './ready-shell.ts'
import { explainStartFailure } from './start-failure.ts'
import { endWithUs, newMark } from './tree/end-with-us.ts'
import { followProcessTree, type ProcessTree } from './tree/process-tree.ts'

/** Milliseconds for leftover processes of a group to end after SIGTERM. */
const LEFTOVER_GRACE_MS = 500
/** How long a killed group is waited for: only a process stuck in the kernel takes longer. */
const KILLED_GRACE_MS = 500
const POLL_MS = 5

/**
 * Starts a command on this machine, uncontained, in a session and process group of its own, with exactly the
 * environment given.
 *
 * It never throws: a command that could not be started is a handle without a `pid` whose `exited` rejects. `kill()`
 * signals the group, the session, all descendants and holders of the command's output (the last three on
 * Linux only, through /proc); without an argument it sends SIGTERM. When this process exits, or is ended by a signal
 * that it does not handle, the group is killed; with `endsWithUs` all of that, also when it is killed itself.
 *
 * @returns a handle whose `exited` rejects with `ProcessError` when nothing could be started
 */
export function startProcess(command: ProcessCommand): ProcessHandle {
  const fault = findCommandFault(command)
  if (fault !== null) return failedHandle(Promise.reject(fault))

  const output = command.output ?? 'pipe'
  const piped = [...(command.stdin === 'pipe' ? [0] : []), ...(output === 'pipe' ? [1, 2] : [])]
  const mark = command.endsWithUs === true ? newMark() : undefined
  const marked = { ...command, env: { ...command.env, ...mark } }
  const ready = readyFor(marked)
  const watch = mark && endWithUs(mark, ready ? { leader: ready.pid, piped } : undefined)
  const subprocess = ready === null ? startNow(marked) : null
  const child = ready?.child ?? subprocess!.nodeChildProcess
  const { pid } = child
  if (pid === undefined) {
    watch?.over()
    return failedHandle(
      subprocess!.then(async (result) => Promise.reject(await explainStartFailure(command, result.cause ?? result))),
    )
  }
  subprocess?.catch(() => {})
  if (!ready) watch?.begin(pid, piped)
  if (watch) readyShells.started(command.file)

  const tree = followProcessTree(pid, piped, mark)
  // Only now: what its output leads to cannot be read once it has ended.
  ready?.become()
  // That of a shell that waited had its script, and is no input of the command.
  const stdin = command.stdin === 'pipe' ? child.stdin : null
  // The reader may end first; EPIPE is then no failure of ours.
  stdin?.on('error', () => {})
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => {
      tree.leaderExited()
      if (watch) readyShells.rest()
      const exit = { code: signal === null ? code : null, signal }
      if (command.leftovers === 'keep' || !tree.groupLives()) resolve(exit)
      else void endLeftovers(tree).then(() => resolve(exit))
    })
  })
  if (watch) void exited.then(() => watch.over())
  return {
    pid,
    stdin,
    stdout: pausedStream(child.stdout),
    stderr: pausedStream(child.stderr),
    exited,
    kill(signal = 'SIGTERM') {
      // Windows has no groups; execa asks its taskkill for the tree.
      if (process.platform === 'win32') subprocess?.kill(signal)
      else tree.signal(signal)
    },
  }
}

/** A shell that waits for a command, where it can become this one. */
function readyFor(command: ProcessCommand): TakenShell | null {
  const { endsWithUs = false, stdin = 'ignore', output = 'pipe' } = command
  return endsWithUs && stdin === 'ignore' && output === 'pipe' ? readyShells.take(command) : null
}

function startNow(command: ProcessCommand) {
  const { output = 'pipe' } = command
  return execa(command.file, command.args, {
    cwd: command.cwd,
    env: exactEnvironment(command.env),
    extendEnv: false,
    stdin: command.stdin ?? 'ignore',
    stdout: output,
    stderr: output,
    buffer: false,
    encoding: 'buffer',
    reject: false,
    // A group of its own, which dies with this process: the shell that watches it sees to that, or else execa.
    killDescendants: true,
    cleanup: command.endsWithUs !== true || process.platform === 'win32',
    killSignal: 'SIGKILL',
    forceKillAfterDelay: false,
    verbose: 'none',
  })
}

async function endLeftovers(tree: ProcessTree): Promise<void> {
  tree.signal('SIGTERM')
  if (await groupEnds(tree, LEFTOVER_GRACE_MS)) return
  tree.signal('SIGKILL')
  await groupEnds(tree, KILLED_GRACE_MS)
}

/** Polls, since the system reports the end of a process to its parent only. */
async function groupEnds(tree: ProcessTree, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  while (tree.groupLives()) {
    if (performance.now() >= deadline) return false
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return true
}

/** Without a listener from the start, both execa and Node read a stream to nowhere when the process exits. */
function pausedStream(stream: Readable | null): Readable | null {
  stream?.on('readable', () => {})
  // A stream that is no longer read may still fail; the process's exit is what counts.
  stream?.on('error', () => {})
  return stream
}

function failedHandle(failure: Promise<never>): ProcessHandle {
  // A caller that does not await it sees the missing pid; it must not end this process.
  failure.catch(() => {})
  return { pid: undefined, stdin: null, stdout: null, stderr: null, exited: failure, kill: () => {} }
}

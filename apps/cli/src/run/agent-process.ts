import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ProcessExit } from '@poundlock/spec'
import { codeOfExit } from '../exit-code.ts'

/** It has a session of its own: what the terminal sends comes to us. */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGWINCH'] as const
type PassedSignal = (typeof PASSED_ON)[number]

/** An agent that runs at this terminal. */
export interface RunningAgent {
  readonly exited: Promise<ProcessExit>
  readonly kill: (signal: PassedSignal | 'SIGKILL') => void
  /** Ends what is left of it. */
  readonly close: () => Promise<void>
}

/** Milliseconds from the first signal that ends an agent to the end by force. */
const PATIENCE_MS = 5000

/** Passes signals on until the agent has ended. @returns our exit code */
export async function watchAgent({ exited, kill, close }: RunningAgent): Promise<number> {
  let force: NodeJS.Timeout | undefined
  const listeners = PASSED_ON.map((name) => {
    const listener = () => {
      kill(name)
      if (name === 'SIGTERM' || name === 'SIGHUP') force ??= setTimeout(() => kill('SIGKILL'), PATIENCE_MS)
    }
    process.on(name, listener)
    return () => process.off(name, listener)
  })
  try {
    return codeOfExit(await exited)
  } finally {
    clearTimeout(force)
    await close()
    for (const remove of listeners) remove()
  }
}

/** Starts an agent as the person would, with a layer of settings more. */
export function startObserved(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly environment: Readonly<Record<string, string>> },
): RunningAgent {
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.environment },
    stdio: 'inherit',
  })
  const exited = once(child, 'exit').then(([code, signal]): ProcessExit => ({ code, signal }))
  // It shares the terminal: what the terminal sends reaches it already.
  const kill = (signal: PassedSignal | 'SIGKILL') =>
    void (signal !== 'SIGWINCH' && signal !== 'SIGINT' && child.kill(signal))
  return { exited, kill, close: () => Promise.resolve() }
}

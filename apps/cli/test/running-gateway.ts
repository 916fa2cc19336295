import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { LAUNCHER, type Scene } from './poundlock.ts'

interface LogLine {
  readonly event: string
  readonly addresses?: readonly string[]
  readonly [field: string]: unknown
}

export interface RunningGateway {
  readonly scene: Scene
  readonly child: ChildProcess
  /** The lines of its log. */
  readonly log: readonly LogLine[]
  /** The first line with this event that no earlier call took. */
  readonly logged: (event: string) => Promise<LogLine>
}

/** `poundlock gateway run --json`, with more options where they are given, once it is ready. */
export async function runGateway(scene: Scene, options: readonly string[] = []): Promise<RunningGateway> {
  const child = spawn(process.execPath, [LAUNCHER, 'gateway', 'run', '--json', ...options], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const log: LogLine[] = []
  const untaken: LogLine[] = []
  const looks = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    log.push(JSON.parse(line) as LogLine)
    untaken.push(log.at(-1)!)
    for (const look of looks) look()
  })
  const logged = (event: string) =>
    new Promise<LogLine>((resolve, reject) => {
      const look = () => {
        const index = untaken.findIndex((line) => line.event === event)
        if (index === -1) return
        looks.delete(look)
        resolve(untaken.splice(index, 1)[0]!)
      }
      looks.add(look)
      let problem = ''
      child.stderr.on('data', (chunk) => (problem += String(chunk)))
      child.once('exit', (code) => reject(new Error(`exit code ${code} before ${event}: ${problem}`)))
      look()
    })
  await logged('ready')
  return { scene, child, log, logged }
}

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'

const bundles = new Map<string, Promise<string>>()

/** A fixture as one file: it starts several times faster than the sources. */
function bundle(name: string): Promise<string> {
  const made = bundles.get(name) ?? make(name)
  bundles.set(name, made)
  return made
}

async function make(name: string): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))
  const outfile = join(cache, `${process.pid}`, `${name}.mjs`)
  await build({
    entryPoints: [fileURLToPath(new URL(`../fixtures/${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    conditions: ['@poundlock/source'],
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)",
    },
    logLevel: 'silent',
  })
  return outfile
}

/** A program in a process of its own, on a state folder that outlives it. */
export class Program {
  readonly #name: string
  readonly #stateFolder: string
  readonly #workspace: string
  readonly #more: readonly string[]
  /** The group that its connections are known by; that of the test unless set. */
  readonly gid: number | undefined
  #child: ChildProcess | undefined
  /** Everything that it said, of all its runs. */
  readonly lines: string[] = []
  readonly #looks = new Set<() => void>()

  constructor(name: string, stateFolder: string, workspace: string, more: readonly string[] = [], gid?: number) {
    this.#more = more
    this.gid = gid
    this.#name = name
    this.#stateFolder = stateFolder
    this.#workspace = workspace
    onTestFinished(() => this.kill())
  }

  get pid(): number {
    return this.#child!.pid!
  }

  async start(): Promise<void> {
    const file = await bundle(this.#name)
    const child = spawn(process.execPath, [file, this.#stateFolder, this.#workspace, ...this.#more], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, POUNDLOCK_HOME: this.#stateFolder },
      ...(this.gid !== undefined && { gid: this.gid }),
    })
    this.#child = child
    child.once('exit', () => {
      for (const look of this.#looks) look()
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line)
      for (const look of this.#looks) look()
    })
  }

  /** The first line from `after` on that has a text. */
  async said(text: string, after = 0): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const look = () => {
      const line = this.lines.slice(after).find((one) => one.includes(text))
      const child = this.#child
      if (line !== undefined) resolve(line)
      else if (child && (child.exitCode ?? child.signalCode) !== null) {
        reject(new Error(`${this.#name} ended before it said ${text}: ${this.lines.slice(after).join('\n')}`))
      }
    }
    this.#looks.add(look)
    look()
    try {
      return await promise
    } finally {
      this.#looks.delete(look)
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Settles with its exit code when it has ended. */
  async exited(): Promise<number | null> {
    const child = this.#child!
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child.exitCode
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
}

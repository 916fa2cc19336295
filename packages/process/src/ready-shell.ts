import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { readProcessStat } from '@poundlock/state-files/node'
import type { ProcessCommand } from './command.ts'
import { exactEnvironment } from './exact-environment.ts'

/** Of a shell that reads its commands from descriptor 0; the second tells it from others. */
export const WAITING = ['-s', 'poundlock-ready'] as const

const ENVIRONMENT_PROGRAM = '/usr/bin/env'
/** Dash wants a number of OPTIND. */
const SHELL_NAME = /^(?!OPTIND$)[A-Za-z_][A-Za-z0-9_]*$/
/** What every shell reads back as it was written. */
const PLAIN = /^[\t\n -~]*$/
/** Some shells read one byte at a time: a longer script takes longer than is saved. */
const MOST_CHARACTERS = 4096
/** Starting the next shells holds this process up, so the result of the last command goes first. */
const REST_MS = 5
/**
 * Shells that are started one after the other, when the last one is used: after each start the system has this process
 * wait wherever it writes to its memory for the first time.
 */
const AT_ONCE = 6

/**
 * Shells that were started before there was a command for them. To start a program, the system copies the tables of this
 * process's memory, which takes milliseconds when that is large; a shell that waits has that behind it. There are some
 * once the same program was started twice. They end with this process.
 */
class ReadyShells {
  readonly #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  /** The program of the last command: it is there and can be executed, or starting it had failed. */
  #known = ''
  #isRepeated = false

  /** To be called for each command that was started. */
  started(file: string): void {
    this.#isRepeated = file === this.#known
    this.#known = file
  }

  /** To be called when a command is over. */
  rest(): void {
    if (!this.#isRepeated || this.#waiting.length > 0 || process.platform !== 'linux') return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#start(), REST_MS).unref()
  }

  /** A shell that can become this command; `null` where there is none, or where it could not do so exactly. */
  take(command: ProcessCommand): TakenShell | null {
    const script = command.file === this.#known && this.#waiting.length > 0 ? scriptOf(command) : null
    if (script === null) return null
    const { shell, pid, rights } = this.#waiting.shift()!
    // One that was killed is known to the system before it is to this process.
    if (readProcessStat(pid)?.isZombie !== false) return null
    if (rights !== rightsOfThisProcess()) {
      shell.kill('SIGKILL')
      return null
    }
    setHeld(shell, 'ref')
    return { child: shell, pid, become: () => shell.stdin!.end(script) }
  }

  #start(): void {
    if (!isThere('/bin/sh', '/') || !isThere(ENVIRONMENT_PROGRAM, '/')) return
    const shell = startShell()
    if (shell?.pid === undefined) return
    // It waits for as long as this process lives, and does not keep it alive.
    setHeld(shell, 'unref')
    this.#waiting.push({ shell, pid: shell.pid, rights: rightsOfThisProcess() })
    // What has come meanwhile has its turn before the next one.
    if (this.#waiting.length < AT_ONCE) this.#timer = setTimeout(() => this.#start(), 0).unref()
  }
}

/** A shell that becomes the command when it is told to. */
export interface TakenShell {
  readonly child: ChildProcess
  readonly pid: number
  become(): void
}

interface Waiting {
  readonly shell: ChildProcess
  readonly pid: number
  readonly rights: string
}

/**
 * With the descriptors, the session and the group that `startProcess` gives to a command whose output is piped. Where it
 * cannot be started, the next command is started without it.
 */
function startShell(): ChildProcess | null {
  try {
    const shell = spawn('/bin/sh', WAITING, { cwd: '/', env: exactEnvironment({}), stdio: 'pipe', detached: true })
    shell.on('error', () => undefined)
    shell.stdin?.on('error', () => undefined)
    return shell
  } catch {
    return null
  }
}

/** A program that gave up rights since has none of them back by a shell of before. */
const rightsOfThisProcess = () => [process.geteuid?.(), process.getegid?.(), process.getgroups?.()].join(' ')

function setHeld(child: ChildProcess, to: 'ref' | 'unref'): void {
  child[to]()
  for (const stream of child.stdio) (stream as unknown as Record<typeof to, () => void> | null)?.[to]()
}

/**
 * What makes a waiting shell the program: one compound command, of which a shell runs nothing before it has read its end.
 * `null` where a shell could read it as something else, or where the reason of a failure would be lost.
 */
export function scriptOf({ file, args, cwd, env }: ProcessCommand): string | null {
  const words = [file, ...args].map(quoted).join(' ')
  const steps = `exec </dev/null\ncd -P -- ${quoted(cwd)} || exit 126\n${becoming(env)} ${words}`
  const script = `{\n${steps}\nexit 126\n}\n`
  // A program with "=" in its name would be a variable to `env`.
  if (script.length > MOST_CHARACTERS || !PLAIN.test(script) || file.includes('=') || !file.startsWith('/')) return null
  return isThere(file, cwd) ? script : null
}

/** What comes before the program: it gets this environment, and nothing of the shell's. */
function becoming(env: Readonly<Record<string, string>>): string {
  const variables = Object.entries(env)
  if (!hasPlainShell() || !variables.every(([name]) => SHELL_NAME.test(name))) {
    const given = variables.map(([name, value]) => quoted(`${name}=${value}`))
    return ['exec', ENVIRONMENT_PROGRAM, '-i', ...given].join(' ')
  }
  // Half a millisecond less than another program in between.
  const exports = variables.map(([name, value]) => `export ${name}=${quoted(value)}\n`)
  return `unset PWD OLDPWD\n${exports.join('')}exec`
}

let isPlainShell: boolean | undefined

/** Dash adds no variables but those of `cd`; others add `_`, and more. */
function hasPlainShell(): boolean {
  return (isPlainShell ??= basename(realpathSync('/bin/sh')) === 'dash')
}

function isThere(file: string, cwd: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    accessSync(cwd, constants.X_OK)
    return statSync(cwd).isDirectory()
  } catch {
    return false
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** For all commands of this process. */
export const readyShells = new ReadyShells()

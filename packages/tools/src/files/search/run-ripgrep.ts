import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { visibleText } from '@poundlock/spec'
import { FileToolError } from '../file-tool-error.ts'

/** A search that takes longer is given up. */
export const LONGEST_MS = 60_000
/**
 * Bytes of its own memory, beside the files that it maps. It takes every `.ignore` whole, and a tree may come with one that
 * is a link to a device without end.
 */
const MOST_MEMORY = 1024 ** 3
const LOOK_MS = 50
const MOST_COMPLAINT = 4000

export interface RipgrepRun {
  readonly program: string
  readonly options: readonly string[]
  /** Arguments after the options, which are never read as options. */
  readonly operands?: readonly string[]
  /** The folder that it runs in. */
  readonly folder: string
  /** Descriptors that it has, from 3 on. */
  readonly descriptors?: readonly number[]
  readonly abortSignal: AbortSignal
  /** Bytes of its own memory after which it is given up. Default 1 GiB. */
  readonly mostMemory?: number
  /** Takes the output; returning false ends the program. */
  readonly onOutput: (chunk: Buffer) => boolean | void
}

/** No configuration file, no messages about unreadable files, and ignore rules of the tree only. */
const ALWAYS = ['--no-config', '--no-messages', '--no-ignore-global', '--color=never']

/**
 * Runs ripgrep.
 *
 * @returns whether all that it came to could be read
 * @throws FileToolError `SEARCH_PATTERN` with what ripgrep says of the pattern, the glob or the type; `SEARCH_SLOW`;
 *   `SEARCH_MEMORY`
 */
export function runRipgrep(run: RipgrepRun): Promise<boolean> {
  run.abortSignal.throwIfAborted()
  const { descriptors = [], operands = [], mostMemory = MOST_MEMORY } = run
  const child = spawn(run.program, [...ALWAYS, ...run.options, '--', ...operands], {
    cwd: run.folder,
    // Nothing of the environment counts, but where it may keep nothing.
    env: { LC_ALL: 'C.UTF-8', HOME: '/nonexistent', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe', ...descriptors],
  })
  const [, stdout, stderr] = child.stdio as unknown as [null, Readable, Readable]
  let complaint = ''
  let isEnough = false
  let isLate = false
  let isLarge = false
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, LONGEST_MS)
  const looks = setInterval(() => {
    if (ownMemoryOf(child.pid) <= mostMemory) return
    isLarge = true
    end()
  }, LOOK_MS)
  run.abortSignal.addEventListener('abort', end, { once: true })
  stdout.on('data', (chunk: Buffer) => {
    if (isEnough || run.onOutput(chunk) !== false) return
    isEnough = true
    end()
  })
  stderr.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(0, MOST_COMPLAINT)))
  return new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (run.abortSignal.aborted) reject(run.abortSignal.reason as Error)
      else if (isLate) reject(slowError())
      else if (isLarge) reject(largeError())
      else if (code === 2 && complaint.trim() !== '') reject(patternError(complaint.trim()))
      else if (isEnough || code === 0 || code === 1 || code === 2) resolve(code !== 2)
      else reject(new Error(`ripgrep ended with ${String(code)}: ${complaint}`))
    })
  }).finally(() => {
    clearTimeout(timer)
    clearInterval(looks)
    run.abortSignal.removeEventListener('abort', end)
  })
}

/** Bytes; 0 where they are not known. Source: proc_pid_status(5). */
function ownMemoryOf(pid: number | undefined): number {
  try {
    return Number(/^RssAnon:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function largeError(): FileToolError {
  const remedy = 'Search a smaller folder, without multiline, or look for an ignore file that is not a plain file.'
  return new FileToolError('the search took too much memory', { code: 'SEARCH_MEMORY', remedy })
}

export function slowError(): FileToolError {
  const message = `the search took longer than ${String(LONGEST_MS / 1000)} seconds`
  return new FileToolError(message, {
    code: 'SEARCH_SLOW',
    remedy: 'Search a smaller folder, or fewer files with glob or type.',
  })
}

/** More of a pattern that cannot be read need not be said. */
const MOST_SAID = 1000

/** How to mend what ripgrep complains of, by how it says so: its own words name options of its command line. */
const REMEDIES: readonly (readonly [complaint: RegExp, remedy: string])[] = [
  [/unrecognized file type/, 'Types are those of ripgrep, for example ts, py, rust; for others use glob: "*.ext".'],
  [
    /is not allowed in a regex/,
    'A line is searched by itself: give multiline: true for matches over several lines, or one pattern for each line.',
  ],
]
const MEND = 'Mend it: the syntax is that of ripgrep, where { } ( ) [ ] . * + ? ^ $ | \\ stand for themselves after \\.'

export function patternError(complaint: string): FileToolError {
  const remedy = REMEDIES.find(([pattern]) => pattern.test(complaint))?.[1] ?? MEND
  const [own = ''] = complaint.split('\n\nConsider enabling', 1)
  const pattern = visibleText(own.length > MOST_SAID ? `${own.slice(0, MOST_SAID)}…` : own, { newlines: 'keep' })
  return new FileToolError(`the search cannot be made: ${pattern}`, { code: 'SEARCH_PATTERN', remedy })
}

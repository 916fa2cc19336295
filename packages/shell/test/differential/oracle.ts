import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What a real shell did with a text, every program being a stub. */
export interface Observation {
  /** The commands that were executed: name and arguments. Builtins and wrappers that really ran are not logged. */
  readonly ran: readonly (readonly string[])[]
  /** Files in the working directory afterwards, sub-folders included. */
  readonly files: readonly string[]
}

export interface Trial {
  /** `zsh-options`: with options set that make more of a text special. */
  readonly shell: 'bash' | 'dash' | 'zsh' | 'zsh-options'
  readonly text: string
  /** Exit status of every stub. */
  readonly status: 0 | 1
}

/** Programs that really run inside the seal, because they run others. */
export const realWrappers = (
  'env nice nohup timeout stdbuf setsid ionice taskset chrt prlimit setarch unshare flock xargs find bash sh dash ' +
  'script time choom'
).split(' ')

/** Names that other programs look up on PATH, so that a file must be there. */
export const stubNames =
  'touch ls id rm cat grep sed sort git make node echo2 printf2 one two three a b c P x date nproc wc'.split(' ')

/** Milliseconds: each text has two seconds, and its answer is written at once. */
const LONGEST_SILENCE = 15_000

/** What stubs print, and what the environment and standard input hold: it runs wherever it is evaluated. */
const HOSTILE_OUTPUT = 'a[$(touch PWN)]'

const driver = readFileSync(new URL('./fixtures/driver.sh', import.meta.url), 'utf8')

/** Is everything there that a sealed run needs? The name of what is missing, or null. */
export function missingProgram(): string | null {
  for (const program of ['bwrap', 'bash', 'dash', 'timeout']) {
    const found = spawnSync('/bin/sh', ['-c', `command -v ${program}`])
    if (found.status !== 0) return program
  }
  return sealsRuns() ? null : 'bwrap (namespaces)'
}

/** The same for zsh, which many machines lack. */
export const missingZsh = (): string | null =>
  missingProgram() ??
  (spawnSync('/bin/sh', ['-c', 'command -v zsh']).stdout.toString().trim() === '/usr/bin/zsh' ? null : 'zsh')

function sealsRuns(): boolean {
  const probe = spawnSync('bwrap', [...seal(), '/usr/bin/bash', '-c', 'exit 7'])
  return probe.status === 7
}

function seal(): string[] {
  return [
    '--unshare-all',
    '--unshare-user',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    '--ro-bind',
    '/usr',
    '/usr',
    '--symlink',
    'usr/bin',
    '/bin',
    '--symlink',
    'usr/lib',
    '/lib',
    '--symlink',
    'usr/lib64',
    '/lib64',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    '--tmpfs',
    '/w',
    '--tmpfs',
    '/l',
    '--tmpfs',
    '/s',
    '--chdir',
    '/w',
    '--setenv',
    'LC_ALL',
    'C.UTF-8',
    '--setenv',
    'HOME',
    '/w',
    ...['x', 'y', 'z'].flatMap((name) => ['--setenv', name, HOSTILE_OUTPUT]),
    '--setenv',
    'e',
    'touch PWN',
  ]
}

/** Runs texts in real shells: sealed by namespaces, nothing of the machine writable, no network, a time-out each. */
export async function observe(trials: readonly Trial[]): Promise<Observation[]> {
  const child = spawn(
    'bwrap',
    [...seal(), '/usr/bin/bash', '--norc', '--noprofile', '-c', driver, 'driver', ...realWrappers, '--', ...stubNames],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  const chunks: Buffer[] = []
  // A text that stops its whole process group (`suspend -f`) stops the time-out with it.
  const silence = setTimeout(() => child.kill('SIGKILL'), LONGEST_SILENCE)
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    silence.refresh()
  })
  const closed = new Promise<void>((resolve, reject) => {
    child.on('close', () => resolve())
    child.on('error', reject)
  })
  child.stdin.on('error', () => {})
  child.stdin.end(trials.map(({ shell, status, text }) => `${shell}\0${status}\0${text}\0`).join(''))
  await closed
  clearTimeout(silence)
  const records = Buffer.concat(chunks).toString('utf8').split('\x1c')
  records.pop()
  const observations = records.map((record): Observation => {
    const [log = '', files = ''] = record.split('\x1d')
    return {
      ran: log
        .split('\x1e')
        .filter((entry) => entry !== '')
        .map((entry) => entry.split('\x1f').slice(0, -1)),
      files: files.split('\x1f').filter((file) => !/^(?:|d|d\/d|l)$/.test(file)),
    }
  })
  if (observations.length >= trials.length) return observations
  // A text that killed the driver: it shows nothing, and the rest goes on without it.
  return [...observations, { ran: [], files: [] }, ...(await observe(trials.slice(observations.length + 1)))]
}

import { fstatSync } from 'node:fs'
import type { SandboxCommand } from '@poundlock/sandbox'
import type { Program } from '../loader/program.ts'
import { CURRENT_FOLDER, OPEN_FLAG } from './file-calls.ts'

/** A standard stream that is opened inside, in the place of the one that came along. */
export interface ReopenedStream {
  readonly stream: 0 | 1 | 2
  readonly path: string
}

/** Devices without state, by `st_rdev`. Source: Linux `Documentation/admin-guide/devices.txt`. */
const DEVICES: Readonly<Record<number, string>> = {
  0x103: '/dev/null',
  0x105: '/dev/zero',
  0x107: '/dev/full',
  0x108: '/dev/random',
  0x109: '/dev/urandom',
}

/**
 * The streams of a command that are devices of the whole machine. They are reopened inside, where they are mounted
 * read-only, so that a command that owns them, as root does, cannot change their modes and times by a descriptor of the
 * host's.
 */
export function reopenedStreams({ stdin = 'ignore', output = 'pipe' }: SandboxCommand): readonly ReopenedStream[] {
  return ([0, 1, 2] as const).flatMap((stream) => {
    const path = deviceOf(stream === 0 ? stdin : output, stream)
    return path === null ? [] : [{ stream, path }]
  })
}

function deviceOf(wanted: NonNullable<SandboxCommand['stdin']>, stream: number): string | null {
  if (wanted === 'pipe') return null
  const given = wanted === 'inherit' ? fstatSync(stream) : null
  if (given === null || given.isDirectory()) return '/dev/null'
  return given.isCharacterDevice() ? (DEVICES[given.rdev] ?? null) : null
}

/** Adds calls that open standard streams anew; they come when the view is built. */
export function reopenStreams(program: Program, streams: readonly ReopenedStream[]): void {
  for (const { stream, path } of streams) {
    const descriptor = program.cell()
    const does = stream === 0 ? `read from ${path}` : `write to ${path}`
    const flags = OPEN_FLAG.closeOnExec | (stream === 0 ? 0 : OPEN_FLAG.writeOnly)
    program.call('openat', [CURRENT_FOLDER, path, flags], { does, store: descriptor })
    program.call('dup3', [0, stream, 0], { does, firstFrom: descriptor })
  }
}

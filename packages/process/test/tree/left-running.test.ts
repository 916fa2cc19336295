import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProcessStat } from '@poundlock/state-files/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { endLeftRunning, noteRunning } from '../../src/tree/left-running.ts'

/** A process that leads a group and a session of its own, as those that are noted do. */
function startLeader(): number {
  const child = spawn('/bin/sh', ['-c', 'trap "" TERM HUP; sleep 1000 & wait'], { detached: true, stdio: 'ignore' })
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // It was ended by what is tested.
    }
  })
  return child.pid!
}

const lives = (pid: number) => readProcessStat(pid)?.isZombie === false

interface Note {
  readonly owner: string
  readonly pid: number
  readonly process: string
}

/** The same process of another start: pid, start, boot, namespace and host are its parts. */
const changed = (described: string, part: number, text: string): string =>
  described.split(':').with(part, text).join(':')
const withStart = (described: string, start: string): string => changed(described, 1, start)

/** Rewrites the one note as if somebody else had left it who is gone. */
function leftBy(folder: string, change: (note: Note) => object = () => ({})): void {
  const [name = ''] = readdirSync(folder)
  const note = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Note
  const left = { ...note, owner: withStart(note.owner, '1') }
  writeFileSync(join(folder, name), JSON.stringify({ ...left, ...change(left) }))
}

test.runIf(process.platform === 'linux')('what a caller that is gone has left running is ended, once', async () => {
  const folder = join(temporaryFolder(), 'running')
  const leader = startLeader()
  noteRunning(folder, leader)
  leftBy(folder)
  expect(endLeftRunning(folder)).toBe(1)
  await expect.poll(() => lives(leader)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
  expect(endLeftRunning(folder)).toBe(0)
})

test.runIf(process.platform === 'linux')('nobody else is hit', () => {
  const folder = temporaryFolder()
  const leader = startLeader()
  const forget = noteRunning(folder, leader)
  // Its starter runs: it is us.
  expect(endLeftRunning(folder)).toBe(0)
  expect(readdirSync(folder)).toHaveLength(1)
  const [name = ''] = readdirSync(folder)
  const note = readFileSync(join(folder, name), 'utf8')
  // The number was given to another process; the machine was started anew; the note is none.
  const changes: readonly ((note: Note) => object)[] = [
    ({ process }) => ({ process: withStart(process, '1') }),
    ({ owner, process }) => ({ owner: changed(owner, 2, 'another'), process: changed(process, 2, 'another') }),
    () => ({ pid: '1' }),
    () => ({ pid: -1 }),
    () => ({ pid: 1 }),
    () => ({ process: 5 }),
  ]
  for (const change of changes) {
    writeFileSync(join(folder, name), note)
    leftBy(folder, change)
    expect(endLeftRunning(folder)).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  }
  // Another table of processes on the same machine: its notes are its own.
  writeFileSync(join(folder, name), note)
  leftBy(folder, ({ owner, process }) => ({ owner: changed(owner, 3, '1'), process: changed(process, 3, '1') }))
  expect(endLeftRunning(folder)).toBe(0)
  expect(readdirSync(folder)).toHaveLength(1)
  for (const broken of ['', '{', 'null', '[]']) {
    writeFileSync(join(folder, name), broken)
    expect(endLeftRunning(folder)).toBe(0)
  }
  expect(lives(leader)).toBe(true)
  forget()
  expect(endLeftRunning(join(folder, 'nowhere'))).toBe(0)
})

test.runIf(process.platform === 'linux')('a note goes away with its process', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'sub'))
  const forget = noteRunning(join(folder, 'sub'), startLeader())
  expect(readdirSync(join(folder, 'sub'))).toHaveLength(1)
  forget()
  expect(readdirSync(join(folder, 'sub'))).toEqual([])
})

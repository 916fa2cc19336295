import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endLeftRunning, noteRunning } from '../../src/tree/left-running.ts'
import { readProcessRow } from '../../src/tree/process-table.ts'
import { temporaryFolder } from '../temporary-folder.ts'

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

const lives = (pid: number) => readProcessRow(pid)?.zombie === false

/** Rewrites the one note as if somebody else had left it. */
function leftBy(folder: string, change: object): void {
  const [name = ''] = readdirSync(folder)
  const note = JSON.parse(readFileSync(join(folder, name), 'utf8')) as object
  writeFileSync(join(folder, name), JSON.stringify({ ...note, ...change }))
}

test.runIf(process.platform === 'linux')('what a caller that is gone has left running is ended, once', async () => {
  const folder = join(temporaryFolder(), 'running')
  const leader = startLeader()
  noteRunning(folder, leader)
  leftBy(folder, { ownerStart: '1' })
  expect(endLeftRunning(folder)).toBe(1)
  await expect.poll(() => lives(leader), { timeout: 30_000 }).toBe(false)
  expect(readdirSync(folder)).toEqual([])
  expect(endLeftRunning(folder)).toBe(0)
})

test.runIf(process.platform === 'linux')('nobody else is hit', () => {
  const folder = temporaryFolder()
  const leader = startLeader()
  const forget = noteRunning(folder, leader)
  // Whoever started it runs: it is us.
  expect(endLeftRunning(folder)).toBe(0)
  expect(readdirSync(folder)).toHaveLength(1)
  const [name = ''] = readdirSync(folder)
  const note = readFileSync(join(folder, name), 'utf8')
  const { where } = JSON.parse(note) as { where: string }
  // The number was given to another process; the machine was started anew; the note is none.
  for (const change of [
    { pidStart: '1' },
    { where: `x${where}` },
    { pid: '1' },
    { pid: -1 },
    { pid: 1 },
    { where: 5 },
  ]) {
    writeFileSync(join(folder, name), note)
    leftBy(folder, { ownerStart: '1', ...change })
    expect(endLeftRunning(folder)).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  }
  // Another table of processes on the same machine: its notes are its own.
  writeFileSync(join(folder, name), note)
  leftBy(folder, { ownerStart: '1', where: `${where.split(' ')[0]} pid:[1]` })
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

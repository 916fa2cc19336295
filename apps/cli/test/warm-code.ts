import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Below the dependencies, which nobody else writes to and no commit holds. */
const SHARED = fileURLToPath(new URL('../node_modules/.cache/poundlock-code', import.meta.url))
const DIST = fileURLToPath(new URL('../dist/', import.meta.url))

const folderOf = (state: string) => join(state, 'cache', 'code')

/** Gives a fresh state the code that the command compiled in other tests: compiling takes most of a start. */
export function warmCode(state: string): void {
  mkdirSync(folderOf(state), { recursive: true, mode: 0o700 })
  for (const name of ofThisBuild(SHARED)) attempt(() => copyFileSync(join(SHARED, name), join(folderOf(state), name)))
}

/** Takes what this state gathered beyond that. */
export function gatherCode(state: string): void {
  for (const name of ofThisBuild(folderOf(state))) {
    const [file, shared] = [join(folderOf(state), name), join(SHARED, name)]
    if (runsOf(file) <= runsOf(shared)) continue
    attempt(() => {
      mkdirSync(SHARED, { recursive: true, mode: 0o700 })
      const unfinished = `${shared}.${String(process.pid)}`
      copyFileSync(file, unfinished)
      renameSync(unfinished, shared)
      forgetOtherBuilds()
    })
  }
}

/** The names end in the inode of the bundle that they are of. */
const endsOfNames = () =>
  namesIn(DIST)
    .filter((name) => name.endsWith('.cjs'))
    .map((name) => `-${String(statSync(join(DIST, name)).ino)}`)

const namesIn = (folder: string): readonly string[] => attempt(() => readdirSync(folder)) ?? []

function ofThisBuild(folder: string): readonly string[] {
  const ends = endsOfNames()
  return namesIn(folder).filter((name) => ends.some((end) => name.endsWith(end)))
}

function forgetOtherBuilds(): void {
  const ends = endsOfNames()
  for (const name of namesIn(SHARED)) {
    if (!ends.some((end) => name.includes(end))) rmSync(join(SHARED, name), { force: true })
  }
}

function runsOf(file: string): number {
  const header = Buffer.alloc(4)
  attempt(() => {
    const descriptor = openSync(file, 'r')
    readSync(descriptor, header)
    closeSync(descriptor)
  })
  return header.readUInt32LE(0)
}

/** It is for speed alone: what another worker does at the same time, or a test to its state, is no matter. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

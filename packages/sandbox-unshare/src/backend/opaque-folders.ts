import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SandboxError } from '@poundlock/sandbox'
import { IMAGE } from '../loader/program-image.ts'
import { Program } from '../loader/program.ts'
import { writeLoader } from '../loader/write-loader.ts'
import type { Architecture } from '../system-calls/system-calls.ts'

/**
 * The attribute by which overlayfs marks, with `userxattr`, that a folder hides the entries below. Source: Linux
 * `fs/overlayfs`.
 */
const ATTRIBUTE = 'user.overlay.opaque'
const ANSWER_KIND = 0x58
/** Paths have up to 4 KiB each, the image of a program 8 MiB. */
const BATCH = 1000

/**
 * Reads an attribute of folders. Node has no call for that: the loader performs it. Any answer but "no such attribute"
 * counts as opaque or throws, since a folder that wrongly counts as transparent would bring back deleted entries.
 */
export async function opaqueFolders(
  cacheDirectory: string,
  architecture: Architecture,
  folders: readonly Uint8Array[],
): Promise<readonly boolean[]> {
  const answers: boolean[] = []
  for (let start = 0; start < folders.length; start += BATCH) {
    answers.push(...(await ask(cacheDirectory, architecture, folders.slice(start, start + BATCH))))
  }
  return answers
}

async function ask(
  cacheDirectory: string,
  architecture: Architecture,
  folders: readonly Uint8Array[],
): Promise<readonly boolean[]> {
  const program = new Program(architecture)
  for (const folder of folders) {
    const answer = program.prepareRecord(ANSWER_KIND)
    const path = new Uint8Array(folder.length + 1)
    path.set(folder)
    const does = 'ask what a folder hides'
    program.call('lgetxattr', [path, ATTRIBUTE, 0, 0], { does, tolerate: 'any', store: answer.cell })
    program.sendRecord(answer.address, does)
  }
  program.call('exit_group', [0], { does: 'end' })
  const child = spawn(writeLoader(cacheDirectory, architecture), [], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const started = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  await started
  const channel = child.stdio[IMAGE.channel] as Readable & Writable
  channel.end(program.assemble().bytes)
  const bytes = await buffer(channel)
  const answers: boolean[] = []
  for (let at = 0; at + IMAGE.recordBytes <= bytes.length; at += IMAGE.recordBytes) {
    if (Number(bytes.readBigUInt64LE(at)) !== ANSWER_KIND) break
    answers.push(isOpaque(bytes.readBigInt64LE(at + 8)))
  }
  if (answers.length === folders.length) return answers
  throw failed(`${String(answers.length)} of ${String(folders.length)} folders answered`)
}

/** `ENODATA`. */
const NO_SUCH_ATTRIBUTE = -61n

function isOpaque(result: bigint): boolean {
  if (result === NO_SUCH_ATTRIBUTE) return false
  if (result >= 0n) return true
  throw failed(`error ${String(-result)}`)
}

function failed(problem: string): SandboxError {
  return new SandboxError(`What a command did to the view of the workspace cannot be read: ${problem}.`, {
    code: 'SANDBOX_FAILED',
    remedy: 'Discard it, and try again.',
  })
}

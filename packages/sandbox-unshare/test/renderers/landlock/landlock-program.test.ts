import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loaderExecutable } from '../../../src/loader/elf.ts'
import { type ChannelRecord, readRecords } from '../../../src/process/channel.ts'
import { landlockProgram } from '../../../src/renderers/landlock/landlock-program.ts'
import { commandFilter } from '../../../src/seccomp/command-filter.ts'
import { encodeFilter } from '../../../src/seccomp/filter-assembler.ts'
import { errno } from '../../../src/system-calls/errno.ts'
import { findProgram, needs } from '../../system-package.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'poundlock-landlock-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const emulator = process.arch === 'arm64' ? 'qemu-x86_64-static' : 'qemu-aarch64-static'
const other = process.arch === 'arm64' ? 'x64' : 'arm64'

describe.skipIf(needs(emulator))('for another processor (needs qemu-user-static)', () => {
  test('the program goes as far as an emulator lets it: to the ruleset, and nothing is run', async () => {
    const loader = join(folder, 'loader')
    writeFileSync(loader, loaderExecutable(other), { mode: 0o755 })
    const child = spawn(findProgram(emulator)!, [loader], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
    const program = landlockProgram({
      architecture: other,
      parent: process.pid,
      controlGroups: [],
      otherUser: null,
      ignoresModes: false,
      leaveGroups: false,
      rules: [{ path: '/usr', of: 'folder', access: 'read' }],
      network: 'off',
      limits: {},
      filter: encodeFilter(commandFilter(other, { unixSockets: false, internetSockets: false, sharedWith: 'owner' })),
      command: { file: '/bin/echo', args: ['never'], cwd: '/', env: {} },
    })
    const records: ChannelRecord[] = []
    const channel = child.stdio[3] as Duplex
    readRecords(channel, (record) => records.push(record))
    let output = ''
    child.stdout!.on('data', (data: Buffer) => (output += data.toString()))
    channel.end(program.bytes)
    await once(child, 'close')
    expect(output).toBe('')
    const [record] = records
    expect(record?.kind === 'failed' && [program.stepAt(record.step), record.errno]).toEqual([
      'make a Landlock ruleset',
      errno('ENOSYS'),
    ])
  })
})

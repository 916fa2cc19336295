import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loaderExecutable } from '../../src/loader/elf.ts'
import { IMAGE, RECORD_KIND } from '../../src/loader/program-image.ts'
import { type AssembledProgram, Program } from '../../src/loader/program.ts'
import { type ChannelRecord, readRecords } from '../../src/process/channel.ts'
import { errno } from '../../src/system-calls/errno.ts'
import type { Architecture } from '../../src/system-calls/system-calls.ts'
import { findProgram, needs } from '../system-package.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'poundlock-loader-'))
  for (const name of ['x64', 'arm64'] as const)
    writeFileSync(join(folder, name), loaderExecutable(name), { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Another processor's loader runs in an emulator, so that its code is proven here too. */
const EMULATORS = { x64: 'qemu-x86_64-static', arm64: 'qemu-aarch64-static' } as const

async function perform(architecture: Architecture, program: AssembledProgram, chunk = program.bytes.length) {
  const file = join(folder, architecture)
  const emulator = architecture === process.arch ? null : findProgram(EMULATORS[architecture])
  const child = spawn(emulator ?? file, emulator === null ? [] : [file], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  const channel = child.stdio[3] as Duplex
  const records: ChannelRecord[] = []
  let output = ''
  child.stdout!.on('data', (data: Buffer) => (output += data.toString()))
  readRecords(channel, (record) => records.push(record))
  for (let at = 0; at < program.bytes.length; at += chunk) channel.write(program.bytes.subarray(at, at + chunk))
  channel.end()
  const [code] = (await once(child, 'close')) as [number]
  return { code, records, output }
}

for (const architecture of ['x64', 'arm64'] as const) {
  const emulator = architecture === process.arch ? null : EMULATORS[architecture]
  describe.skipIf(needs(emulator))(
    `the loader for ${architecture}${emulator === null ? '' : ` (needs qemu-user-static)`}`,
    () => {
      const exit = (program: Program, code: number): void => program.call('exit_group', [code], { does: 'exit' })

      test('performs calls in order, with texts, bytes and numbers', async () => {
        const program = new Program(architecture)
        program.call('write', [1, 'one ', 4], { does: 'write' })
        program.call('write', [1, Uint8Array.from([116, 119, 111]), 3], { does: 'write' })
        exit(program, 7)
        expect(await perform(architecture, program.assemble())).toMatchObject({
          code: 7,
          output: 'one two',
          records: [],
        })
      })

      test('reads its program however it is cut', async () => {
        const program = new Program(architecture)
        program.call('write', [1, 'ok', 2], { does: 'write' })
        exit(program, 0)
        expect(await perform(architecture, program.assemble(), 5)).toMatchObject({ code: 0, output: 'ok' })
      })

      test('reads a program of megabytes', async () => {
        const program = new Program(architecture)
        const large = 'x'.repeat(3_000_000)
        program.call('write', [1, large, 4], { does: 'write' })
        exit(program, 0)
        expect(await perform(architecture, program.assemble())).toMatchObject({ code: 0, output: 'xxxx' })
      })

      test('tells which step failed, and how, and goes no further', async () => {
        const program = new Program(architecture)
        program.call('chdir', ['/'], { does: 'go to the root' })
        program.call('chdir', ['/nowhere'], { does: 'go nowhere' })
        program.call('write', [1, 'never', 5], { does: 'write' })
        const assembled = program.assemble()
        const { code, records, output } = await perform(architecture, assembled)
        expect({ code, output }).toEqual({ code: IMAGE.failureExitCode, output: '' })
        expect(records).toHaveLength(1)
        const [record] = records as [Extract<ChannelRecord, { kind: 'failed' }>]
        expect(record).toMatchObject({ kind: 'failed', errno: errno('ENOENT') })
        expect(assembled.stepAt(record.step)).toBe('go nowhere')
      })

      test('goes on after an error that is tolerated, and not after another', async () => {
        const program = new Program(architecture)
        program.call('chdir', ['/nowhere'], { does: 'any', tolerate: 'any' })
        program.call('chdir', ['/nowhere'], { does: 'this one', tolerate: errno('ENOENT') })
        program.call('chdir', ['/nowhere'], { does: 'another', tolerate: errno('EPERM') })
        const assembled = program.assemble()
        const { records } = await perform(architecture, assembled)
        expect(records.map((record) => record.kind === 'failed' && assembled.stepAt(record.step))).toEqual(['another'])
      })

      test('passes a result on as an argument', async () => {
        const program = new Program(architecture)
        const copy = program.cell()
        program.call('dup3', [1, 9, 0], { does: 'copy the output', store: copy })
        program.call('write', [0, 'nine', 4], { does: 'write', firstFrom: copy })
        exit(program, 0)
        expect(await perform(architecture, program.assemble())).toMatchObject({ code: 0, output: 'nine' })
      })

      test('forks, waits for exactly that child, and tells its status', async () => {
        const program = new Program(architecture)
        const [child, wait, done] = [program.slot(), program.slot(), program.slot()]
        const ended = program.prepareRecord(RECORD_KIND.ended)
        program.call('clone', [17, 0, 0, 0, 0], {
          does: 'fork',
          store: { matchOf: wait },
          when: { result: 0, goTo: child },
        })
        program.reach(wait)
        program.call('wait4', [-1, ended.cell.address, 0x4000_0000, 0], {
          does: 'wait',
          when: { result: 0, goTo: done },
          goTo: wait,
        })
        program.reach(done)
        program.sendRecord(ended.address, 'tell')
        exit(program, 0)
        program.reach(child)
        exit(program, 3)
        expect(await perform(architecture, program.assemble())).toMatchObject({
          code: 0,
          records: [{ kind: 'ended', status: 3 << 8 }],
        })
      })

      test('takes the next program, and performs only that', async () => {
        const [first, second] = [new Program(architecture), new Program(architecture)]
        first.call('write', [1, 'first ', 6], { does: 'write' })
        first.next('take the next')
        first.call('write', [1, 'never', 5], { does: 'write' })
        second.call('write', [1, 'second', 6], { does: 'write' })
        exit(second, 4)
        const bytes = Buffer.concat([first.assemble().bytes, second.assemble().bytes])
        for (const chunk of [bytes.length, 9]) {
          expect(
            await perform(architecture, { bytes, asks: false, stepAt: () => '', partAt: () => null }, chunk),
          ).toMatchObject({
            code: 4,
            output: 'first second',
          })
        }
      })

      test('performs nothing of a next program that is cut short, wherever that is', async () => {
        const [first, second] = [new Program(architecture), new Program(architecture)]
        first.next('take the next')
        second.call('write', [1, 'never', 5], { does: 'write' })
        exit(second, 0)
        const [begin, whole] = [first.assemble().bytes, second.assemble().bytes]
        for (const length of [0, 4, 8, IMAGE.headerBytes, whole.length - 1]) {
          const bytes = Buffer.concat([begin, whole.subarray(0, length)])
          expect(
            await perform(architecture, { bytes, asks: false, stepAt: () => '', partAt: () => null }),
            String(length),
          ).toMatchObject({
            code: IMAGE.failureExitCode,
            output: '',
          })
        }
      })

      test('reads nothing after the last program', async () => {
        const [first, second, third] = [1, 2, 3].map(() => new Program(architecture)) as [Program, Program, Program]
        first.next('take the next')
        second.call('write', [1, 'second', 6], { does: 'write' })
        exit(second, 0)
        third.call('write', [1, 'third', 5], { does: 'write' })
        const bytes = Buffer.concat([first, second, third].map((program) => program.assemble().bytes))
        expect(await perform(architecture, { bytes, asks: false, stepAt: () => '', partAt: () => null })).toMatchObject(
          {
            code: 0,
            output: 'second',
          },
        )
      })

      test('ends when its program does not come', async () => {
        const program = new Program(architecture)
        exit(program, 0)
        const whole = program.assemble()
        expect(await perform(architecture, { ...whole, bytes: whole.bytes.subarray(0, 20) })).toMatchObject({
          code: IMAGE.failureExitCode,
        })
      })
    },
  )
}

test('a program that is larger than the loader’s memory is refused', () => {
  const program = new Program('x64')
  program.call('chdir', ['x'.repeat(IMAGE.maximumBytes)], { does: 'too much' })
  expect(() => program.assemble()).toThrow(RangeError)
})

test('a program that goes nowhere is refused', () => {
  const program = new Program('x64')
  program.call('chdir', ['/'], { does: 'go', goTo: program.slot() })
  expect(() => program.assemble()).toThrow(/never reaches/)
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { type Beginning, commandWords, waitingLine, waitingWords } from '../../src/process/shell-lines.ts'

const PLAIN: Beginning = { stdin: 'none', lifeline: false, unset: [] }
const command = (...args: readonly string[]) => ({ file: '/usr/bin/printf', args, cwd: '/', env: {} })

async function told(words: readonly string[], input: string, env: Record<string, string> = {}) {
  const child = spawn(words[0]!, words.slice(1), { env })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { stdout, stderr, code: code as number }
}

describe('a shell that waits for a line', () => {
  test('becomes the command with its very arguments', async () => {
    const words = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }).map((word) => word.replaceAll('\0', '')),
        fc.constantFrom('', "'", '"', '\n', '\\', '$0', '`id`', '$(id)', "'\n'", ' \t', '*', '-n', '\\\n', ';\n'),
      ),
      { maxLength: 5 },
    )
    const holds = async (args: readonly string[]): Promise<void> => {
      const line = waitingLine(command('%s\\0', ...args), 'MARK', PLAIN)
      const { stdout, stderr } = await told(waitingWords('line_1'), line)
      const isWhole = (word: string): boolean => word.isWellFormed()
      if (!args.every(isWhole)) return
      expect({ stdout, stderr }).toEqual({ stdout: args.length === 0 ? '\0' : `${args.join('\0')}\0`, stderr: 'MARK' })
    }
    await fc.assert(fc.asyncProperty(words, holds), { numRuns: tries(60) })
  })

  test('leaves what follows the line to the command, where it is to have it', async () => {
    const cat = { file: '/bin/cat', args: [], cwd: '/', env: {} }
    const given = waitingLine(cat, 'M', { ...PLAIN, stdin: 'connection' })
    expect(await told(waitingWords('line_1'), `${given}more\nand more`)).toMatchObject({ stdout: 'more\nand more' })
    expect(await told(waitingWords('line_1'), `${waitingLine(cat, 'M', PLAIN)}more`)).toMatchObject({ stdout: '' })
  })

  test('ends without having run anything when its input ends, also in the middle of the line', async () => {
    const line = waitingLine(command('ran'), 'MARK', PLAIN)
    for (const length of [0, 1, line.length >> 1, line.length - 1]) {
      expect(await told(waitingWords('line_1'), line.slice(0, length))).toMatchObject({ stdout: '', stderr: '' })
    }
  })
})

test.each([
  [
    'told by the engine',
    (beginning: Beginning) => [commandWords({ ...command(), file: '/usr/bin/env' }, 'M', beginning), ''],
  ],
  [
    'told to a waiting shell',
    (beginning: Beginning) => [
      waitingWords('line_1'),
      waitingLine({ ...command(), file: '/usr/bin/env' }, 'M', beginning),
    ],
  ],
] as const)('%s, a command has none of the variables that are taken away', async (_, tell) => {
  const [words, input] = tell({ ...PLAIN, unset: ['HOSTNAME', 'TERM', 'odd name; id', 'PATH'] })
  const { stdout, stderr } = await told(words as readonly string[], input as string, {
    HOSTNAME: 'x',
    TERM: 'xterm',
    PATH: '/bin',
    KEPT: '1',
  })
  expect(stdout.split('\n').filter((line) => line !== '' && !line.startsWith('PWD='))).toEqual(['KEPT=1'])
  expect(stderr).toBe('M')
})

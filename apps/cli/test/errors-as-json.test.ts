import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { someOf } from '@poundlock/tooling/tries'
import type { Command } from 'commander'
import { describe, expect, test, vi } from 'vitest'
import { ALL_COMMANDS } from '../src/command-line/all-commands.ts'
import { asksForJson } from '../src/output/asks-for-json.ts'
import { createProgram } from '../src/program.ts'
import { openScene } from './poundlock.ts'

vi.stubGlobal('POUNDLOCK_VERSION', '0.0.0')
const program = createProgram(ALL_COMMANDS)

/** The words of each command that has no commands below it. */
function leaves(command: Command, words: readonly string[]): readonly (readonly string[])[] {
  return command.commands.length === 0
    ? [words]
    : command.commands.flatMap((one) => leaves(one, [...words, one.name()]))
}

const commands = leaves(program, [])

test('every command answers an option that it does not know in JSON', async () => {
  const scene = openScene()
  for (const [index, words] of someOf(commands).entries()) {
    const flags = index % 2 === 0 ? ['--json', '--bogus'] : ['--bogus', '--json']
    const ran = await scene.run([...words, ...flags], { input: '' })
    expect(ran, words.join(' ')).toMatchObject({ code: 2, stderr: expect.stringContaining('error: unknown option') })
    expect(ran.json(), words.join(' ')).toEqual({
      error: {
        code: 'USAGE',
        message: expect.stringMatching(/^unknown option '--(?:bogus|json)'$/),
        remedy: expect.any(String),
      },
    })
  }
})

test.each(
  someOf<[readonly string[], RegExp]>([
    [['exec', '--json'], /missing required argument 'command'/],
    [['exec', '--json', '--host', 'moon', '--', 'ls'], /'moon' is invalid/],
    [['exec', '--json', '--timeout', 'soon', '--', 'ls'], /soon/],
    [['exec', '--json', '--background', '--try', '--', 'true'], /--try/],
    [['check', '--json'], /command/],
    [['check', '--jsonl', '-', '--host', 'gateway'], /--host/],
    [['check', '--jsonl', 'missing.jsonl'], /cannot be read \(ENOENT\)/],
    [['parse', '--jsonl', 'missing.jsonl'], /cannot be read \(ENOENT\)/],
    [['parse', '--json', '--dialect', 'fish', '--', 'ls'], /'fish' is invalid/],
    [['approvals', 'set', '--json'], /missing required argument 'file'/],
    [['approvals', '--json', 'nonsense'], /unknown/],
    [['audit', 'tail', '--json', '--lines', 'many'], /many/],
    [['hook', 'nobody', '--json'], /'nobody' is invalid/],
    [['hook', 'claude-code', '--print', '--json'], /--json/],
    [['policy', 'implies', '--json', 'one.json'], /missing required argument 'second'/],
    [['jsno', '--json'], /unknown/],
    [['--json'], /unknown option '--json'/],
  ]),
)('%j is answered in JSON', async (words, message) => {
  const ran = await openScene().run(words, { input: '' })
  expect(ran, ran.stderr).toMatchObject({ code: 2 })
  expect(ran.json()).toEqual({
    error: { code: 'USAGE', message: expect.stringMatching(message), remedy: expect.any(String) },
  })
})

test.each([
  [['tools', 'call', 'nope', '{}'], 'there is no tool "nope"', 'tools list'],
  [['tools', 'call', 'read_file', '{}'], 'the key "path" is missing', 'tools schema read_file'],
])(
  'a call that was made wrongly has its error where other usage errors have it: %j',
  async (words, message, remedy) => {
    const ran = await openScene().run([...words, '--json'], { input: '' })
    expect(ran, ran.stderr).toMatchObject({ code: 2 })
    expect(ran.json().error).toEqual({
      code: 'USAGE',
      message: expect.stringContaining(message),
      remedy: expect.stringContaining(remedy),
    })
  },
)

test('errors of other kinds have their own code', async () => {
  const scene = openScene()
  scene.configure('{')
  const broken = await scene.run(['policy', 'show', '--json'])
  expect(broken).toMatchObject({ code: 2 })
  expect(broken.json().error).toMatchObject({ code: expect.stringMatching(/^CONFIG_/), message: expect.any(String) })

  const other = openScene()
  writeFileSync(join(other.root, 'file'), '')
  const lost = await other.run(['audit', 'tail', '--json'], {
    env: { POUNDLOCK_HOME: join(other.root, 'file', 'state') },
  })
  expect(lost.code).not.toBe(0)
  expect(lost.json().error).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String) })
})

test('nothing is added where no JSON was asked for, nor to help', async () => {
  expect(await openScene().run(['exec', '--bogus'])).toMatchObject({ code: 2, stdout: '' })
  const help = await openScene().run(['exec', '--json', '--help'])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: poundlock exec/) })
})

describe('whose --json it is', () => {
  test.each([
    [['exec', '--json', 'ls'], true],
    [['exec', '--agent', 'x', '--json', 'ls'], true],
    [['exec', '--agent=x', '--json', 'ls'], true],
    [['exec', '--try', 'keep', '--json', 'ls'], true],
    [['exec', '--try', '--json', 'ls'], true],
    [['tools', 'call', 'read', '{}', '--json'], true],
    [['check', '--jsonl=-'], true],
    [['exec', 'npm', 'ls', '--json'], false],
    [['exec', '--agent', 'x', 'npm', 'ls', '--json'], false],
    [['exec', '--', 'npm', 'ls', '--json'], false],
    [['exec', '--agent', '--json', 'ls'], false],
    [['approvals', 'grants', 'preview', 'npm', 'ls', '--json'], false],
    [['mcp', 'add', 'some', '--', 'server', '--json'], false],
    [['doctor'], false],
  ])('%j: %s', (words, expected) => expect(asksForJson(program, words)).toBe(expected))
})

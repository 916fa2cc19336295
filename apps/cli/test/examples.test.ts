import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { analyzeShell } from '@poundlock/shell/analysis'
import type { Command } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { runPoundlock } from './poundlock.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The command line with nothing behind it: what parses is accepted, and nothing is done. */
async function accepts(words: readonly string[]): Promise<void> {
  const { ALL_COMMANDS } = await import('../src/command-line/all-commands.ts')
  const { createProgram } = await import('../src/program.ts')
  const program = createProgram(ALL_COMMANDS)
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} })
    if (command.commands.length === 0) command.action(() => {})
    for (const inner of command.commands) quiet(inner)
  }
  quiet(program)
  await program.parseAsync([...words], { from: 'user' })
}

/** What a line runs of this command, with the words as the shell hands them over. */
function callsIn(line: string): readonly (readonly string[])[] {
  const analysis = analyzeShell(line)
  if (!analysis.ok) throw new Error(`${line}: ${analysis.refusal.message}`)
  return analysis.commands
    .filter(({ name }) => name === 'poundlock')
    .map(({ argv }) => argv.slice(1).map((word) => word ?? 'dynamic'))
}

const helps = new Map<string, Promise<string>>()

/** Each command is asked once. */
function helpOf(words: readonly string[]): Promise<string> {
  const key = words.join(' ')
  const help = helps.get(key) ?? runPoundlock([...words, '--help']).then(({ stdout }) => stdout)
  helps.set(key, help)
  return help
}

/** Every command there is, found by asking for help. */
async function everyCommand(words: readonly string[] = []): Promise<(readonly string[])[]> {
  const [, list = ''] = /\nCommands:\n([^]*?)(?:\n\n|$)/.exec(await helpOf(words)) ?? []
  const names = [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name!).filter((name) => name !== 'help')
  const inner = await Promise.all(names.map((name) => everyCommand([...words, name])))
  return [words, ...inner.flat()]
}

beforeAll(() => {
  // What the bundler puts in.
  Object.assign(globalThis, { POUNDLOCK_VERSION: '0' })
})

test(
  'every command has help with a description, and every example in it is accepted',
  { timeout: 300_000 },
  async () => {
    const commands = await everyCommand()
    expect(commands.map((words) => words.join(' '))).toEqual(
      expect.arrayContaining([
        'exec',
        'check',
        'parse',
        'sandbox probe',
        'sandbox explain',
        'audit tail',
        'audit verify',
      ]),
    )
    const missing: string[] = []
    for (const words of commands) {
      const examples = (await helpOf(words)).split('\nExamples:\n')[1]?.split('\n').filter(Boolean) ?? []
      const calls = examples.flatMap((line) => callsIn(line.trim()))
      if (calls.length === 0) missing.push(words.join(' '))
      for (const call of calls) await accepts(call)
    }
    expect(missing).toEqual([])
  },
)

describe('every call of the command in the documentation is accepted', () => {
  const pages = [
    'README.md',
    'SECURITY.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
  test.each(pages)('%s', async (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const blocks = [...text.matchAll(/^```(?:sh|console)\n([^]*?)^```/gm)].flatMap(([, block]) => block!.split('\n'))
    const lines = blocks
      .map((line) => line.replace(/^\$ /, '').replace(/^npm start -- /, 'poundlock '))
      .filter((line) => /\bpoundlock [a-z-]/.test(line) && !line.startsWith('poundlock:'))
    for (const line of lines) for (const call of callsIn(line)) await accepts(call)
  })
})

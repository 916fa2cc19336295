import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { execa } from 'execa'
import { afterAll, expect, test, vi } from 'vitest'
import { ALL_COMMANDS } from '../src/command-line/all-commands.ts'
import { entriesOf } from '../src/commands/completion.ts'
import { completionScript } from '../src/output/completion-script.ts'
import { createProgram } from '../src/program.ts'

vi.stubGlobal('POUNDLOCK_VERSION', '0')
afterAll(() => vi.unstubAllGlobals())

const entries = () => entriesOf(createProgram(ALL_COMMANDS))

/** What bash offers for the last of these words. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const script = `${completionScript('bash', entries())}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _poundlock; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await execa('bash', ['-c', script, 'bash', 'poundlock', ...words])
  return stdout.split('\n').filter(Boolean)
}

test('bash completes commands, their commands, options and fixed arguments', async () => {
  expect(await offered('ch')).toEqual(['check'])
  expect(await offered('policy', 'im')).toEqual(['implies', 'import'])
  expect(await offered('policy', 'import', 'cl')).toEqual(['claude-code'])
  expect(await offered('policy', 'import', '--wr')).toEqual(['--write'])
  expect(await offered('mcp', '--unknown', 'list', '--js')).toEqual(['--json'])
})

test('nothing is completed behind --, where another program has the word', async () => {
  expect(await offered('exec', '--', 'ch')).toEqual([])
})

/** What fish offers at the end of this line. */
async function offeredByFish(line: string): Promise<readonly string[]> {
  const file = join(temporaryFolder(), 'poundlock.fish')
  writeFileSync(file, completionScript('fish', entries()))
  const command = 'source $argv[1]; complete --do-complete=$argv[2]'
  const { stdout } = await execa('fish', ['--no-config', '-c', command, file, line], { stdin: 'ignore' })
  return stdout.split('\n').map((each) => each.split('\t')[0] ?? '')
}

/** What zsh offers for the last of these words: all that can stand there, of which it picks what fits. */
async function offeredByZsh(...words: readonly string[]): Promise<readonly string[]> {
  const script = `_describe() { print -rl -- $found }; _files() { print files }
words=("$@"); CURRENT=$#; eval "$(cat)"`
  const { stdout } = await execa('zsh', ['-f', '-c', script, 'zsh', 'poundlock', ...words], {
    input: completionScript('zsh', entries()),
  })
  return stdout.split('\n').map((each) => each.split(':')[0] ?? '')
}

test('fish completes commands, their commands, options and fixed arguments', async () => {
  needsProgram('fish')
  expect(await offeredByFish('poundlock ch')).toEqual(['check'])
  expect(await offeredByFish('poundlock sche')).toEqual(['schema'])
  expect(await offeredByFish('poundlock policy im')).toEqual(['implies', 'import'])
  expect(await offeredByFish('poundlock policy import cl')).toEqual(['claude-code'])
  expect(await offeredByFish('poundlock policy import --wr')).toEqual(['--write'])
  expect(await offeredByFish('poundlock sandbox explain --verb')).toEqual(['--verbose'])
})

test('zsh completes commands, their commands, options and fixed arguments', async () => {
  needsProgram('zsh')
  expect(await offeredByZsh('ch')).toEqual(expect.arrayContaining(['check', 'schema', 'completion', '--version']))
  expect(await offeredByZsh('policy', 'im')).toEqual(expect.arrayContaining(['implies', 'import', 'show']))
  expect(await offeredByZsh('policy', 'import', '')).toEqual(expect.arrayContaining(['claude-code', '--write']))
  expect(await offeredByZsh('sandbox', 'explain', '-')).toEqual(expect.arrayContaining(['--verbose', '--json']))
  expect(await offeredByZsh('exec', '--', 'ch')).toEqual(['files'])
})

test('each script holds every command', () => {
  const names = entries().flatMap(({ path }) => path.slice(-1))
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = completionScript(shell, entries())
    expect(names.filter((name) => !script.includes(name))).toEqual([])
  }
})

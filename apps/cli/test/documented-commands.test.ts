import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { expect, test, vi } from 'vitest'
import { ALL_COMMANDS } from '../src/command-line/all-commands.ts'
import { createProgram } from '../src/program.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Decisions keep what was said then; the reference is made of the commands themselves. */
const PAGES = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md'], { cwd: ROOT }).filter(
  (page) => !page.startsWith('docs/decisions/') && page !== 'docs/cli-reference.md',
)
/** What ends the words of one command, or begins those that are not its own. */
const END = /^(?:--$|[|<>;&#]|\d?>|\\$)/
/** Stands for words of the reader, or for any of several. */
const PLACEHOLDER = /[A-Z…[\]{}<>|*$]/

// The build writes the version in its place.
vi.stubGlobal('POUNDLOCK_VERSION', '')
const program = createProgram(ALL_COMMANDS)
vi.unstubAllGlobals()

test.each(PAGES)('every command and flag on %s exists', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  expect(commandsIn(text).flatMap((words) => problemOf(words) ?? [])).toEqual([])
})

const SOURCES = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}'], { cwd: ROOT })

test('every command and flag that a message advises exists', () => {
  const problems = SOURCES.flatMap((source) => {
    const text = readFileSync(join(ROOT, source), 'utf8')
    const advised = text.matchAll(/(?<=: |`|\()(?<!^\s*`)poundlock [a-z][a-z -]*[a-z](?=[^\w-])/gm)
    return [...advised].flatMap(([line]) => problemOf(line.split(' ').slice(1)) ?? []).map((one) => `${source}: ${one}`)
  })
  expect(problems).toEqual([])
})

test('a command or a flag that does not exist is found', () => {
  const text = '`poundlock chek -- ls`, `poundlock mcp lst`\n\n```console\n$ poundlock check --jsno -- ls\n```'
  expect(commandsIn(text).map(problemOf)).toEqual([
    'poundlock check: no such flag --jsno',
    'poundlock chek: no such command',
    'poundlock mcp lst: no such command',
  ])
})

/** The words of each `poundlock …`: in a line of a block, after its prompt and variables, or between backticks. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const blocks = [...text.matchAll(/^```\w*\n([^]*?)^```/gm)].flatMap(([, block = '']) =>
    [...block.matchAll(/^(?:\$ |# )?(?:[A-Z_]+=\S+ )*(poundlock .*)$/gm)].map(([, line = '']) => line),
  )
  const inline = [...text.replaceAll(/^```\w*\n[^]*?^```/gm, '').matchAll(/`(poundlock [^`\n]*)`/g)].map(
    ([, line = '']) => line,
  )
  return [...blocks, ...inline].map((line) => line.match(/"[^"]*"|'[^']*'|\S+/g)!.slice(1))
}

function problemOf(words: readonly string[]): string | null {
  let command: Command = program
  const path = ['poundlock']
  for (const word of words) {
    if (END.test(word)) break
    if (/^--?\w/.test(word)) {
      const flag = word.replace(/=.*/, '').replace(/[,.;)]$/, '')
      if (!knows(command, flag)) return `${path.join(' ')}: no such flag ${flag}`
      continue
    }
    const inner = command.commands.find((one) => one.name() === word || one.aliases().includes(word))
    if (inner !== undefined) {
      command = inner
      path.push(word)
    } else if (command.commands.length > 0 && command.registeredArguments.length === 0) {
      return PLACEHOLDER.test(word) ? null : `${path.join(' ')} ${word}: no such command`
    }
  }
  return null
}

/** Its own, or those of all. */
const knows = (command: Command, flag: string): boolean =>
  ['--help', '-h'].includes(flag) ||
  command.options.some(({ long, short }) => [long, short].includes(flag)) ||
  (command.parent !== null && knows(command.parent, flag))

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { needsProgram } from '@poundlock/tooling/programs'
import type { Command } from 'commander'
import { execa } from 'execa'
import { expect, test, vi } from 'vitest'
import { manPage } from '../bundle/man-page.ts'
import { ALL_COMMANDS } from '../src/command-line/all-commands.ts'
import { createProgram } from '../src/program.ts'

vi.stubGlobal('POUNDLOCK_VERSION', '0.0.0')

const PAGE = fileURLToPath(new URL('../dist/man/poundlock.1', import.meta.url))
const program = createProgram(ALL_COMMANDS)

const leaves = (command: Command, words: readonly string[]): readonly (readonly string[])[] =>
  command.commands.length === 0 ? [words] : command.commands.flatMap((each) => leaves(each, [...words, each.name()]))

test('the man page of the tarball is made from the table of commands, and package.json names it', () => {
  const { man, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    man: readonly string[]
    version: string
  }
  expect(man).toEqual(['./dist/man/poundlock.1'])
  expect(readFileSync(PAGE, 'utf8')).toBe(manPage(program, version))
})

test('man renders it without a warning, with every command in it', async () => {
  needsProgram('man')
  const { stdout, stderr } = await execa('man', ['--warnings=w', '--local-file', PAGE], {
    env: { MANWIDTH: '400', MANPAGER: 'cat', LC_ALL: 'C.UTF-8', MAN_KEEP_FORMATTING: '' },
  })
  expect(stderr).toBe('')
  const visible = leaves(program, []).filter((words) => words.join(' ') !== 'jobs serve')
  for (const words of visible) expect(stdout).toContain(`poundlock ${words.join(' ')}`)
  expect(stdout).not.toContain('jobs serve')
  for (const heading of ['NAME', 'SYNOPSIS', 'OPTIONS', 'EXIT STATUS', 'ENVIRONMENT', 'FILES'])
    expect(stdout).toMatch(new RegExp(`^${heading}$`, 'mu'))
})

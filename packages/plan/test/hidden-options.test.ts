import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspectRepository, planCommand } from '../src/index.ts'

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-dashes-')))
mkdirSync(join(cwd, 'plain'))
mkdirSync(join(cwd, 'dashes'))
writeFileSync(join(cwd, 'dashes/--exec=x'), '')

const hidesOption = (line: string, onDisk = true) => {
  const findExecutable = (name: string) => `/usr/bin/${name}`
  const { plan } = planCommand(line, { cwd, home: '/home/u', findExecutable, ...(onDisk && { inspectRepository }) })
  return plan.commands.some(({ profile }) => profile?.hidesOption === true)
}

test.each(['mytool *', 'mytool plain/*', 'mytool ./*', 'mytool a b', 'mytool dashes/*', 'mytool --list *'])(
  '%s hides no option, to a program of which nothing is known',
  (line) => {
    expect(hidesOption(line)).toBe(false)
  },
)

test.each([
  'cd dashes && mytool *',
  'touch ./-x; mytool *',
  'mytool "$X"',
  'mytool $X',
  'mytool $(ls)',
  'ls | xargs mytool',
  'find . -name x -exec mytool {} +',
  'for f in $(ls); do mytool "$f"; done',
])('%s may hide one', (line) => {
  expect(hidesOption(line)).toBe(true)
})

test('a pattern may hide one where nobody looks', () => {
  expect(hidesOption('mytool *', false)).toBe(true)
  expect(hidesOption('mytool src/*', false)).toBe(false)
})

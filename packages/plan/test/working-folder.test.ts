import { grantCovers, deriveGrant } from '@poundlock/policy/commands'
import { describe, expect, test } from 'vitest'
import { planCommand } from '../src/index.ts'

const plan = (line: string, cwd = '/w') =>
  planCommand(line, { cwd, home: '/h', findExecutable: (name) => `/usr/bin/${name}` }).plan

const nodeIn = (line: string, cwd?: string) => plan(line, cwd).commands.findLast(({ name }) => name === 'node')!

describe('a command of a line says where it starts, where the line has moved', () => {
  test.each([
    ['node x.js', undefined],
    ['cd sub && node x.js', '/w/sub'],
    ['cd sub && cd .. && node x.js', undefined],
    ['cd sub && timeout 5 node x.js', '/w/sub'],
    ["cd sub && sh -c 'node x.js'", '/w/sub'],
    ['cd sub && find . -name a -exec node x.js {} +', '/w/sub'],
    ['cd sub && npx node x.js', '/w/sub'],
    // Only known at run time, or not followed: then no grant holds.
    ['cd $D && node x.js', null],
    ['env -C sub node x.js', null],
    ['pushd sub && node x.js', null],
    ['find sub -execdir node x.js ";"', null],
    ['f() { cd sub; }; f; node x.js', null],
    ["trap 'node x.js' EXIT; cd sub", null],
  ])('%s', (line, cwd) => {
    expect(nodeIn(line).cwd).toBe(cwd)
  })
})

// The words were compared and the folder was not: `cd vendor` ran another file of the same name.
test('what was granted for good is not covered behind cd', () => {
  const { grant } = deriveGrant(nodeIn('node scripts/x.js'), '/w')
  const covers = (line: string, cwd = '/w') => grantCovers(grant!, nodeIn(line, cwd), cwd)
  expect(covers('node scripts/x.js')).toBe(true)
  expect(covers('cd /w && node scripts/x.js', '/w/sub')).toBe(true)
  expect(covers('cd vendor && node scripts/x.js')).toBe(false)
  expect(covers('node scripts/x.js', '/w/vendor')).toBe(false)
  expect(covers('env -C vendor node scripts/x.js')).toBe(false)
})

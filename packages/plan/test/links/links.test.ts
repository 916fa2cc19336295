import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspectRepository, planCommand } from '../../src/index.ts'

/** A workspace in which a link leads to `/etc` and another one to the hooks of git. */
const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-links-')))
mkdirSync(join(cwd, '.git/hooks'), { recursive: true })
symlinkSync('/etc', join(cwd, 'settings'))
symlinkSync('.git/hooks', join(cwd, 'docs'))

const paths = (line: string) => {
  const findExecutable = (name: string) => `/usr/bin/${name}`
  const { plan } = planCommand(line, { cwd, home: '/home/u', findExecutable, inspectRepository })
  return [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])].map(({ path }) => path)
}

mkdirSync(join(cwd, 'src'))
symlinkSync('/etc/passwd', join(cwd, 'src/names'))
symlinkSync('turn', join(cwd, 'turn'))
symlinkSync('/etc/not/there', join(cwd, 'dangling'))

test.each([
  ['cat settings/passwd', '/etc/passwd'],
  ['cat src/names', '/etc/passwd'],
  ['cat src/*', '/etc/passwd'],
  ['cat settings/../root/x', '/root/x'],
  ['cd settings && cat passwd', '/etc/passwd'],
  ['echo x > settings/x', '/etc/x'],
  ['echo x >> dangling', '/etc/not/there'],
  ['echo x > settings/../tmp/x', '/tmp/x'],
  ['tee docs/pre-commit', join(cwd, '.git/hooks/pre-commit')],
  ['cp a docs/pre-commit', join(cwd, '.git/hooks/pre-commit')],
  ['rm docs/pre-commit', join(cwd, '.git/hooks/pre-commit')],
  ['find . -name x | xargs cat settings/passwd', '/etc/passwd'],
  ['env A=1 cat settings/passwd', '/etc/passwd'],
])('%s is known to reach what the link leads to', (line, reached) => {
  expect(paths(line)).toContain(reached)
})

test.each([
  ['cat /proc/self/root/etc/passwd', '/etc/passwd'],
  ['cat /proc/1/task/1/root/etc/../root/x', null],
  ['cat /proc/1/task/1/root/etc/passwd', '/etc/passwd'],
  ['cat /proc/thread-self/root', '/'],
  ['cat /proc/self/cwd/x', null],
  ['cat /proc/self/fd/7', null],
  ['cat /proc/1/../self/root/etc/passwd', null],
  ['echo x > /proc/self/root/etc/x', '/etc/x'],
])('%s is known to reach what the kernel makes of it', (line, reached) => {
  expect(paths(line)).toContain(reached)
})

test('what the kernel tells of itself is where it is named', () => {
  expect(paths('cat /proc/meminfo')).toEqual(['/proc/meminfo'])
  expect(paths('cat /dev/null')).toEqual([])
})

test('a loop of links leads to something that is not known', () => {
  expect(paths('cat turn/x')).toContain(null)
})

test('removing a link removes no more, and what has no links in it is named once', () => {
  expect(paths('rm docs')).toEqual([join(cwd, 'docs')])
  expect(paths('cat src/other')).toEqual([join(cwd, 'src/other')])
})

test('nothing is looked at where the file system is not to be touched', () => {
  const { plan } = planCommand('cat settings/passwd', { cwd, home: '/home/u', findExecutable: () => '/usr/bin/cat' })
  expect(plan.commands[0]!.profile!.effects.map(({ path }) => path)).toEqual([join(cwd, 'settings/passwd')])
})

const known = (line: string) => {
  const findExecutable = (name: string) => `/usr/bin/${name}`
  const { plan } = planCommand(line, { cwd, home: '/home/u', findExecutable, inspectRepository })
  return plan.commands.map(({ profile }) => profile?.known)
}

test('a pattern can be an option only where a name begins with a dash', () => {
  expect(known('jq -s length *.json')).toEqual([true])
  expect(known('mv *.log logs/')).toEqual([true])
  // Something could make such a name before.
  expect(known('touch -- -f; jq -s length *.json')).toEqual([true, false])
  expect(known('tee -- -f.json | jq . *.json')).toEqual([true, false])
  writeFileSync(join(cwd, '-f.json'), '')
  expect(known('jq -s length *.json')).toEqual([false])
  rmSync(join(cwd, '-f.json'))
  // In another folder, the names there count.
  mkdirSync(join(cwd, 'elsewhere'))
  expect(known('cd elsewhere && jq -s length *.json')).toEqual([true, true])
  expect(known('cd elsewhere && touch -- -f.json && jq -s length *.json')).toEqual([true, true, false])
  writeFileSync(join(cwd, 'elsewhere', '-f.json'), '')
  expect(known('cd elsewhere && jq -s length *.json')).toEqual([true, false])
  expect(known('cd "$X" && jq -s length *.json')).toEqual([true, false])
})

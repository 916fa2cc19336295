import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
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

// Known gap: outside of a sandbox, paths are judged as they are written.
test.fails.each([
  ['cat settings/passwd', '/etc/passwd'],
  ['echo x > settings/x', '/etc/x'],
  ['cp a docs/pre-commit', join(cwd, '.git/hooks/pre-commit')],
])('%s is known to reach what the link leads to', (line, reached) => {
  expect(paths(line)).toContain(reached)
})

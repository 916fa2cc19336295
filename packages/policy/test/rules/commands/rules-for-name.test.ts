import { expect, test } from 'vitest'
import { compileCommandRule } from '../../../src/rules/commands/command-rule.ts'
import { rulesForCommand } from '../../../src/rules/commands/rules-for-name.ts'
import { command } from '../../make-request.ts'

const TEXTS = ['rm -rf', 'git push', 'CURL', 'bash.sh', '/usr/bin/wget', '~/bin/*', '*']
const rules = TEXTS.map((text) => compileCommandRule(text, 'deny', 'test', '/home/u'))
const named = (...given: Parameters<typeof command>) =>
  [...rulesForCommand(rules, command(...given))].map(({ text }) => text).toSorted()
const GENERAL = ['*', '/usr/bin/wget', '~/bin/*']

test.each([
  ['rm -r x', {}, ['rm -rf']],
  ['Rm x', {}, ['rm -rf']],
  ['/opt/x/curl.exe y', {}, ['CURL']],
  ['x', { resolved: '/usr/bin/rm' }, ['rm -rf']],
  ['x', { real: '/usr/bin/git' }, ['git push']],
  ['bash bash.sh', { script: '/w/bash.sh' }, ['bash.sh']],
  ['x', { realScript: '/w/BASH.sh' }, ['bash.sh']],
  ['wget x', {}, []],
] as const)('%s with %o is held against the rules for its names, and those for any', (line, more, own) => {
  expect(named(line, more)).toEqual([...GENERAL, ...own].toSorted())
})

test('a rule that covers a command or may cover it is among the rules for it', () => {
  const lines = ['rm -rf x', 'git -C a push', 'curl x', 'wget y', 'sudo rm -rf x', '~/bin/x', './bash.sh']
  for (const line of lines) {
    const given = command(line)
    const found = new Set(rulesForCommand(rules, given))
    for (const rule of rules) if (rule.covers(given) || rule.mayCover(given)) expect(found).toContain(rule)
  }
})

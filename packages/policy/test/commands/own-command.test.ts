import { describe, expect, it } from 'vitest'
import { ownCommand } from '../../src/commands/own-command.ts'
import { createPolicy } from '../create-whole-policy.ts'
import { command, HOME, plan, request, user } from '../make-request.ts'

const decide = (line: string) => {
  const layer = user(
    { host: 'gateway', security: 'full', ask: 'off', allowRules: ['*'] },
    { mode: 'danger-full-access', files: { readScope: 'all' } },
  )
  return createPolicy([layer], { home: HOME }).decide(request(plan([command(line)])))
}

describe('a command that changes what is allowed, or answers for a person', () => {
  it.each([
    'poundlock approvals resolve 3f2a91c0 allow-once',
    'poundlock approvals resolve ?',
    'poundlock approvals ?',
    'poundlock ? resolve',
    'poundlock --json approvals allowlist add /bin/x',
    'poundlock approvals --json grants list',
    'poundlock approvals set x.json',
    'poundlock approvals get',
    'poundlock approvals watch',
    'poundlock approvals serve',
    'poundlock policy trust',
    'poundlock mcp trust files',
    'poundlock mcp add x',
    'poundlock try apply 1',
    'poundlock hook claude-code --uninstall',
    'poundlock exec --directive=/elevated -- ls',
    'poundlock exec --directive /elevated -- ls',
    '/usr/local/bin/poundlock policy trust',
    './node_modules/.bin/poundlock policy trust',
    'POUNDLOCK policy trust',
    'poundlock.cmd policy trust',
    'node /x/dist/poundlock.cjs policy trust',
    'npx poundlock policy trust',
    'pnpm --silent dlx @poundlock/cli policy trust',
    'pnpm dlx @poundlock/cli@1 policy trust',
  ])('is denied whatever rules say: %s', (line) => {
    const { decision, reasons } = decide(line)
    expect([decision, reasons.map(({ code }) => code)]).toEqual(['deny', ['COMMAND_CONTROL']])
  })

  it.each([
    'poundlock approvals pending',
    'poundlock check -- ls',
    'poundlock policy show',
    'poundlock policy lint',
    'poundlock exec -- ls',
    'poundlock exec -- tool policy trust',
    'poundlock mcp list',
    'poundlock-notes policy trust',
    'tool policy trust',
    'echo poundlock policy trust',
  ])('is not: %s', (line) => {
    expect(decide(line).decision).toBe('allow')
  })

  it('is looked for where the name of Poundlock is no argument of a program that is known', () => {
    const profile = { known: true, code: null, message: null, words: null, effects: [] }
    expect(ownCommand(command('grep poundlock policy trust', { profile }))).toBeNull()
    expect(ownCommand(command('tool poundlock policy trust'))).toBe('poundlock policy trust')
  })
})

import { describe, expect, it } from 'vitest'
import { ownCommand, ownLine } from '../../../src/rules/programs/own-command.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { command, HOME, plan, request, user } from '../../make-request.ts'

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
    'poundlock gateway pair --role operator --scope all',
    'poundlock gateway stop',
    'poundlock devices approve 3f2a91c0',
    'poundlock devices revoke laptop',
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
    'poundlock -- policy trust',
    'poundlock --json -- policy trust',
    'poundlock policy -- trust',
    'poundlock -- ? trust',
    'poundlock -- hook codex --install',
    'pnpm poundlock -- policy trust',
    'yarn run poundlock approvals resolve 1 allow-once',
    'npx poundlock@latest policy trust',
    'npx npm:@poundlock/cli@1 policy trust',
    'npm exec --yes --package @poundlock/cli -- poundlock policy trust',
    'bunx poundlock mcp add x',
    'corepack pnpm --silent exec poundlock policy trust',
    'node node_modules/@poundlock/cli/dist/main.cjs policy trust',
    'node --no-warnings --enable-source-maps --trace-uncaught -r ./a -r ./b -r ./c ./poundlock.cjs policy trust',
    'deno run -A npm:poundlock policy trust',
    'poundlock.bat policy trust',
    'tsx apps/cli/poundlock.ts policy trust',
    'poundlock run claude',
    'poundlock --json run --observe claude -- -p x',
    'poundlock run --pass TOKEN some-agent',
    'poundlock -- run some-agent',
    'npx poundlock run codex',
    'poundlock agent run x',
    'poundlock agent --json show 1',
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
    'poundlock --json check -- tool policy trust',
    'pnpm poundlock check -- ls',
    'poundlock mcp list',
    'poundlock-notes policy trust',
    'tool policy trust',
    'echo poundlock policy trust',
    'poundlock exec -- npm run build',
    'pnpm run build',
    'poundlock tools call run',
  ])('is not: %s', (line) => {
    expect(decide(line).decision).toBe('allow')
  })

  const known = (effects: object[]) =>
    ({ known: true, code: null, message: null, words: null, effects }) as NonNullable<
      ReturnType<typeof command>['profile']
    >
  const runs = known([{ kind: 'execute', path: null, origin: 'workspace' }])

  it.each(['pnpm', 'yarn', 'npx'])('is found behind %s, though it is known that it runs something', (runner) => {
    expect(ownCommand(command(`${runner} poundlock policy trust`, { profile: runs }))).toBe('poundlock policy trust')
    expect(ownCommand(command(`${runner} poundlock check -- ls`, { profile: runs }))).toBeNull()
  })

  it.each([
    ['npx', '-c', 'poundlock policy trust'],
    ['npm', 'exec', '-c', 'x; poundlock -- policy trust'],
    ['node', '-e', 'require("child_process").spawn("poundlock", ["policy", "trust"])'],
    ['python3', '-c', 'import os; os.system("poundlock approvals resolve 1 allow-once")'],
  ])('is found in a line or code that %s is handed', (...argv) => {
    expect(ownCommand({ ...command('x'), name: argv[0], argv })).not.toBeNull()
  })

  it('is found by what a link leads to', () => {
    const real = '/opt/poundlock/dist/poundlock.cjs'
    expect(ownCommand(command('./x policy trust', { real }))).toBe('poundlock policy trust')
    const script = command('node x policy trust', { script: '/w/x', realScript: real })
    expect(ownCommand(script)).toBe('poundlock policy trust')
    expect(ownCommand(command('./x check -- ls', { real }))).toBeNull()
  })

  it.each([
    ['git', 'commit', '-m', 'Document poundlock policy trust'],
    ['gh', 'pr', 'create', '--title', 'Document poundlock policy trust'],
  ])('is not what %s is told in words', (...argv) => {
    expect(ownCommand({ ...command('x'), name: argv[0], argv, profile: runs })).toBeNull()
  })

  it('is looked for where the name of Poundlock is no argument of a program that is known', () => {
    const profile = { known: true, code: null, message: null, words: null, effects: [] }
    expect(ownCommand(command('grep poundlock policy trust', { profile }))).toBeNull()
    expect(ownCommand(command('tool poundlock policy trust'))).toBe('poundlock policy trust')
  })

  it.each([
    ['? policy trust'],
    ['? approvals resolve 1 allow-once'],
    ['? run --observe claude'],
    ['cp node_modules/.bin/poundlock p', './p run --observe codex'],
    ['nix run nixpkgs#poundlock -- policy trust'],
    ['cp node_modules/.bin/poundlock p', './p policy trust'],
    ['ln -s /usr/bin/poundlock p', './p mcp add x'],
    ['which poundlock', 'xargs -I{} {} policy trust'],
    ['cat node_modules/.bin/poundlock', 'node - policy trust'],
  ])('is found where its name is put together, copied, linked or read: %s', (...lines) => {
    expect(ownLine(lines.map((line) => command(line)))).not.toBeNull()
  })

  it.each([
    ['? policy show'],
    ['? trust policy'],
    ['? run build'],
    ['poundlock exec -- tool policy trust'],
    ['cat node_modules/.bin/poundlock', 'tool policy'],
    ['tool policy trust'],
  ])('is not found in words that say something else: %s', (...lines) => {
    expect(ownLine(lines.map((line) => command(line)))).toBeNull()
  })
})

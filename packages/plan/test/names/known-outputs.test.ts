import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { needsProgram } from '@poundlock/tooling/programs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inspectRepository, planCommand } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-outputs-')))
const workspace = join(root, 'w')
const home = join(root, 'home')
const sources = join(home, 'go/pkg/mod')

beforeAll(() => {
  for (const folder of [workspace, join(workspace, 'sub'), sources]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(workspace, 'a.txt'), '')
})
beforeEach(() => {
  for (const name of ['GOENV', 'GOPATH', 'GOMODCACHE', 'XDG_CONFIG_HOME']) vi.stubEnv(name, undefined)
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(root, { recursive: true }))

function answerTo(line: string, cwd = workspace) {
  const { plan } = planCommand(line, {
    cwd,
    home,
    workspace,
    findExecutable: (name) => (name.includes('/') ? join(cwd, name) : `/usr/bin/${name}`),
    inspectRepository,
  })
  const exec = { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'read' } as const
  const policy = createPolicy([{ name: 'user', mayLoosen: true, exec }], { home, commands: commandEvaluator })
  const context = { agent: 'main', session: 'main', cwd, workspace, home, interactive: true, readable: [sources] }
  return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', context, plan }).decision
}

describe('the folders of go', () => {
  test.each([
    'sed -n 1,9p $(go env GOMODCACHE)/example.com/a@v1/a.go',
    'cat "$(go env GOPATH)/pkg/mod/example.com/a@v1/a.go"',
    'M=$(go env GOMODCACHE)/example.com && grep -n x "$M/a@v1/a.go"',
    'GOPATH=$(go env GOPATH) && ls "$GOPATH/pkg/mod/example.com"',
    'find "$(go env GOMODCACHE)" -maxdepth 3 -name "*.go" | head',
  ])('%s is known to read there', (line) => expect(answerTo(line)).toBe('allow'))

  test.each([
    // Where go fails, it prints nothing: `go 9.99` in go.mod is enough for that.
    'cat $(go env GOMODCACHE)/etc/passwd',
    'M=$(go env GOMODCACHE); cat $M/etc/passwd',
    'cd "$(go env GOMODCACHE)/etc" ; cat passwd',
    'cat "$(go env GOMODCACHE)/.env"',
    'cat "$(go env GOPATH)/bin/../../.ssh/id_rsa"',
    'cat "$(go env GOPATH)"/../.netrc',
    'cat $(go env GOROOT)/x',
    'GOPATH=/etc; cat "$(go env GOPATH)/passwd"',
    'export GOMODCACHE=/etc; cat "$(go env GOMODCACHE)/passwd"',
    'GOPATH=/etc && GOPATH=$(go env GOPATH) && cat "$GOPATH/passwd"',
    'env GOPATH=/etc sh -c \'cat "$(go env GOPATH)/passwd"\'',
    'go() { echo /etc; }; cat "$(go env GOPATH)/passwd"',
    'for i in 1 2; do cat "$(go env GOPATH)/x"; done',
    '"$(go env GOPATH)/bin/ls"',
    'bash "$(go env GOPATH)/pkg/mod/x.sh"',
    'cp "$(go env GOMODCACHE)/x" .',
    'rm -r "$(go env GOMODCACHE)/cache"',
    'echo x > "$(go env GOMODCACHE)/x"',
  ])('%s needs an answer', (line) => expect(answerTo(line)).not.toBe('allow'))

  test('are not known where the environment or its file names others', () => {
    const line = 'cat "$(go env GOMODCACHE)/example.com/a.go"'
    vi.stubEnv('GOMODCACHE', '/etc')
    expect(answerTo(line)).not.toBe('allow')
    vi.stubEnv('GOMODCACHE', undefined)
    // Whether the command gets it is not known here.
    for (const own of ['/etc', join(workspace, 'go')]) {
      vi.stubEnv('GOPATH', own)
      expect(answerTo(line)).not.toBe('allow')
      expect(answerTo('cat "$(go env GOPATH)/../notes.txt"')).not.toBe('allow')
    }
    vi.stubEnv('GOPATH', undefined)
    mkdirSync(join(home, '.config/go'), { recursive: true })
    writeFileSync(join(home, '.config/go/env'), 'GOMODCACHE=/etc\n')
    expect(answerTo(line)).not.toBe('allow')
    rmSync(join(home, '.config'), { recursive: true })
    expect(answerTo(line)).toBe('allow')
  })
})

describe('the top of the repository', () => {
  beforeEach(() => {
    needsProgram('git')
    execFileSync('git', ['init', '-q'], { cwd: workspace })
  })

  test.each([
    'cd "$(git rev-parse --show-toplevel)" && ls sub',
    'cd "$(git rev-parse --show-toplevel 2>/dev/null)" && cat a.txt',
    'cat "$(git rev-parse --show-toplevel)/a.txt"',
  ])('%s stays where it is', (line) => expect(answerTo(line)).toBe('allow'))

  test.each([
    // Without quotes, `cd` without a word goes home where git fails.
    'cd $(git rev-parse --show-toplevel) && cat a.txt',
    'cd "$(git rev-parse --show-toplevel)/.." && cat x',
    'cd "$(git -C .. rev-parse --show-toplevel)" && cat x',
    'GIT_DIR=/x; cd "$(git rev-parse --show-toplevel)" && cat a.txt',
    'cd "$(git rev-parse --git-common-dir)" && cat config',
  ])('%s needs an answer', (line) => expect(answerTo(line)).not.toBe('allow'))

  test('is not known from a folder below, nor where a setting moves it', () => {
    const line = 'cd "$(git rev-parse --show-toplevel)" && cat a.txt'
    expect(answerTo(line, join(workspace, 'sub'))).not.toBe('allow')
    execFileSync('git', ['config', 'core.worktree', '/etc'], { cwd: workspace })
    expect(answerTo(line)).not.toBe('allow')
    execFileSync('git', ['config', '--unset', 'core.worktree'], { cwd: workspace })
    expect(answerTo(line)).toBe('allow')
  })
})

import { execFileSync } from 'node:child_process'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, test } from 'vitest'
import type { CommandTable } from '../../src/engine/table.ts'
import { meaningOfSetting, parseGitConfig, type SettingMeaning } from '../../src/git/index.ts'
import { SETTINGS_THAT_ACT } from '../../src/git/settings-that-act.ts'
import { SETTINGS_THAT_DESCRIBE } from '../../src/git/settings-that-describe.ts'
import type { GitArea } from '../../src/model/git-area.ts'
import { git } from '../../src/tables/git.ts'

const ROWS = [...SETTINGS_THAT_ACT, ...SETTINGS_THAT_DESCRIBE]

function meaning(key: string, value: string, given: 'file' | 'option' = 'file'): SettingMeaning {
  const [section = '', ...rest] = key.split('.')
  const name = rest.pop() ?? ''
  const subsection = rest.length === 0 ? null : rest.join('.')
  return meaningOfSetting({ section: section.toLowerCase(), subsection, name: name.toLowerCase(), value }, given)
}

test('every row says where it is from', () => {
  for (const { source } of ROWS) expect(source).toMatch(/^git\b|^gh\(1\)/)
})

test('every key is one that a file can have', () => {
  for (const { keys } of ROWS) {
    for (const key of keys.split(' ')) expect(key).toMatch(/^[a-z][\w-]*(?:\.(?:\*|[\w-]+))?\.(?:\*|[a-z][\w-]*)$/i)
  }
})

test('no key is in two rows that differ in what it does', () => {
  const seen = new Map<string, string>()
  for (const { keys, does } of ROWS) {
    for (const key of keys.toLowerCase().split(' ')) {
      expect([key, seen.get(key) ?? does]).toEqual([key, does])
      seen.set(key, does)
    }
  }
})

test('what a setting matters to, some command does', () => {
  const done = new Set<GitArea>()
  const visit = (tables: Readonly<Record<string, CommandTable>>): void => {
    for (const table of Object.values(tables)) {
      for (const area of table.obeys ?? []) done.add(area)
      visit(table.subcommands ?? {})
    }
  }
  visit(git)
  const matters = new Set(SETTINGS_THAT_ACT.flatMap(({ areas = [] }) => areas))
  // A repository receives, and no command of this end.
  expect([...matters].filter((area) => !done.has(area))).toEqual(['receives'])
})

/** Subcommands that work on no repository, or only on its settings and lists. */
const WITHOUT: ReadonlySet<string> = new Set(
  'version config remote get-url add list lock unlock repair move submodule worktree notes bisect maintenance sparse-checkout get set unset rename-section remove-section edit'.split(
    ' ',
  ),
)

test('every subcommand says what it does with a repository', () => {
  const silent: string[] = []
  const visit = (tables: Readonly<Record<string, CommandTable>>): void => {
    for (const [name, table] of Object.entries(tables)) {
      const isRunner = table.raw === true && table.obeys === undefined
      if ((table.obeys ?? []).length === 0 && !isRunner && !name.split(' ').every((one) => WITHOUT.has(one)))
        silent.push(name)
      visit(table.subcommands ?? {})
    }
  }
  visit(git['git']!.subcommands ?? {})
  expect(silent).toEqual([])
})

describe('a setting that no row has', () => {
  test.each([
    'core.newHelper',
    'future.x',
    'diff.x.newCommand',
    'repack.hook',
    'filter.lfs.newFilter',
    'status.command',
  ])('%s is not known', (key) => {
    expect(meaning(key, 'x').kind).toBe('unknown')
  })
})

test.each([
  ['core.sshCommand', 'ssh -i ~/.ssh/x', 'describes'],
  ['core.sshCommand', 'ssh -o ProxyCommand=evil', 'acts'],
  ['core.sshCommand', 'ssh -F ./evil', 'acts'],
  ['core.sshCommand', './ssh', 'acts'],
  ['core.sshCommand', 'ssh -i x; evil', 'acts'],
  ['core.editor', 'vim', 'describes'],
  ['core.editor', 'vim -c !evil', 'acts'],
  ['core.editor', './vim', 'acts'],
  ['filter.lfs.process', 'git-lfs filter-process', 'describes'],
  ['filter.lfs.process', 'git-lfs filter-process; evil', 'acts'],
  ['filter.lfs.clean', './git-lfs clean -- %f', 'acts'],
  ['credential.helper', 'store', 'describes'],
  ['credential.helper', 'store --file=/x', 'acts'],
  ['credential.helper', '/tmp/evil', 'acts'],
  ['credential.helper', '!./gh auth git-credential', 'acts'],
  ['gpg.program', 'gpg', 'describes'],
  ['gpg.program', './gpg', 'acts'],
  ['remote.x.url', 'https://example.com/a', 'describes'],
  ['remote.x.url', 'git@example.com:a', 'describes'],
  ['remote.x.url', 'ext::sh', 'acts'],
  ['remote.x.url', 'persistent-https://x', 'acts'],
  ['remote.x.url', 'ssh://-oProxyCommand=evil/x', 'acts'],
  ['remote.x.url', '-oProxyCommand=evil:x', 'acts'],
  ['remote.x.url', ' ext::sh', 'acts'],
  ['url.ext::sh .insteadOf', 'https://', 'acts'],
  ['url.git@github.com:.insteadOf', 'https://github.com/', 'describes'],
  ['protocol.file.allow', 'always', 'describes'],
  ['protocol.ext.allow', 'always', 'acts'],
  ['protocol.ext.allow', 'never', 'describes'],
  ['protocol.allow', 'always', 'acts'],
  ['blame.ignoreRevsFile', '.git-blame-ignore-revs', 'describes'],
  ['blame.ignoreRevsFile', '../secret', 'acts'],
  ['blame.ignoreRevsFile', '/etc/passwd', 'acts'],
  ['core.fsmonitor', 'true', 'describes'],
  ['core.fsmonitor', '.git/x', 'acts'],
  ['core.hooksPath', '/dev/null', 'describes'],
  ['core.hooksPath', '.husky', 'acts'],
  ['pager.log', 'false', 'describes'],
  ['pager.log', 'evil', 'acts'],
  ['http.proxy', 'http://evil', 'acts'],
  ['http.https://x.y/.extraHeader', 'a: b', 'describes'],
  ['http.sslVerify', 'false', 'acts'],
  ['extensions.refStorage', 'reftable', 'describes'],
  ['submodule.x.update', '!evil', 'acts'],
  ['submodule.x.update', 'rebase', 'describes'],
])('%s = %s %s', (key, value, kind) => {
  expect(meaning(key, value).kind).toBe(kind)
})

test.each([
  ['user.name', 'x', 'describes'],
  ['core.pager', 'cat', 'describes'],
  ['core.pager', 'delta', 'acts'],
  ['core.editor', 'vim', 'acts'],
  ['remote.origin.url', 'https://example.com/a', 'acts'],
  ['remote.origin.push', ':refs/heads/main', 'acts'],
  ['branch.main.remote', 'elsewhere', 'acts'],
  ['core.bare', 'true', 'acts'],
  ['url.https://evil/.insteadOf', 'https://github.com/', 'acts'],
  ['http.extraHeader', 'a: b', 'acts'],
  ['commit.gpgSign', 'true', 'acts'],
  ['commit.gpgSign', 'false', 'describes'],
  ['submodule.recurse', 'false', 'describes'],
  ['core.excludesFile', 'x', 'acts'],
])('as an option of a command, %s = %s %s', (key, value, kind) => {
  expect(meaning(key, value, 'option').kind).toBe(kind)
})

/** The table has what git documented in August 2026; a later version may have more. */
const NEWEST = 55

test('every setting that git documents has a row', ({ skip }) => {
  needsProgram('git')
  const version = Number(/^git version \d+\.(\d+)/.exec(execFileSync('git', ['--version']).toString())?.[1])
  skip(version > NEWEST, 'this git is later than the table')
  const keys = execFileSync('git', ['help', '--config']).toString().split('\n')
  const documented = keys.filter(
    (key) => /^\w/.test(key) && key.includes('.') && !key.endsWith('.*') && !key.includes("'"),
  )
  expect(documented.length).toBeGreaterThan(500)
  const unknown = documented.filter((key) => {
    const plain = key.replaceAll(/<[^>]*>|\*/g, 'x')
    return meaning(plain, 'odd value').kind === 'unknown'
  })
  expect(unknown).toEqual([])
})

test('a file is read and judged', () => {
  const { settings } = parseGitConfig('[core]\n\tfsmonitor = evil\n[user]\n\tname = a\n')
  expect(settings.map((setting) => meaningOfSetting(setting).kind)).toEqual(['acts', 'describes'])
})

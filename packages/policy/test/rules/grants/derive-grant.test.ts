import { describe, expect, it } from 'vitest'
import { deriveGrant, grantCovers } from '../../../src/commands.ts'
import { type CommandProfile, type Grant, type PlannedCommand } from '../../../src/index.ts'
import { command } from '../../make-request.ts'

/** A command of which it is known that it reads, or what else it does. */
function known(text: string, more: Partial<CommandProfile> = {}): PlannedCommand {
  const made = command(text)
  const effects = [{ kind: 'file-read', path: '/w' } as const]
  return { ...made, profile: { known: true, code: null, message: null, words: made.argv, effects, ...more } }
}

function covered(granted: PlannedCommand, next: PlannedCommand, cwd = '/w'): boolean {
  const { grant } = deriveGrant(granted, '/w')
  return grant !== null && grantCovers(grant, next, cwd)
}

describe('an always-allow holds for the next command like it', () => {
  it.each([
    ['git commit -m a', 'git commit -m b'],
    ['grep foo file1.txt', 'grep bar file2.txt'],
    ['git grep -A 10 x', 'git grep -A 20 x'],
    ['git grep -A10 x', 'git grep -A20 y'],
    ['head -20 a', 'head -5 b'],
    ['git log --format=%h', 'git log --format=%s'],
    ['npm run build --silent', 'npm run build'],
  ])('`%s`, then `%s`', (granted, next) => {
    expect(covered(known(granted), known(next))).toBe(true)
  })
})

describe('and for no other', () => {
  it.each([
    ['git status', 'git -c core.fsmonitor=/tmp/evil status'],
    ['git status', 'git push'],
    ['rg foo src', 'rg --pre=sh foo src'],
    ['git log', 'git log --output=x'],
    ['ls', '/tmp/ls'],
    ['./tool', 'tool'],
    ['npm run build', 'npm run deploy'],
    ['gh pr view 1', 'gh pr merge 1'],
    ['git stash list', 'git stash drop'],
    ['chmod +x a', 'chmod 777 a'],
    ['just test', 'just reset'],
    ['mix test', 'mix ecto.drop'],
    ['swift build', 'swift package clean'],
  ])('`%s`, then `%s`', (granted, next) => {
    expect(covered(known(granted), known(next))).toBe(false)
  })

  it('not for another kind of effect with the same words', () => {
    const writes = known('sort b', { effects: [{ kind: 'file-write', path: '/w/b' }] })
    expect(covered(known('sort a'), writes)).toBe(false)
  })

  it('not with a variable set for it, not in another folder, not for what is not known', () => {
    expect(covered(known('ls a'), { ...known('ls b'), environment: ['LD_PRELOAD'] })).toBe(false)
    expect(covered(known('ls a'), known('ls b'), '/w-evil')).toBe(false)
    expect(covered(known('ls a'), known('ls b'), '/w/sub')).toBe(true)
    expect(covered(known('ls a'), command('ls b'))).toBe(false)
    expect(covered(known('ls a'), known('ls ?'))).toBe(false)
  })
})

describe('where the operands decide who or what is hit, only the same words are like it', () => {
  it.each([
    ['curl https://a', 'curl https://b', { kind: 'network', path: 'a' }],
    ['rm build/x', 'rm src/x', { kind: 'file-delete', path: '/w/build/x' }],
    ['kill 4242', 'kill 1', { kind: 'process', path: null }],
    ['npm install a', 'npm install b', { kind: 'execute', path: 'a', origin: 'download' }],
    ['git checkout main', 'git checkout .', { kind: 'file-write', path: '/w' }],
    ['cat /tmp/a', 'cat /tmp/b', { kind: 'file-read', path: '/tmp/a' }],
  ] as const)('`%s`, then `%s`', (granted, next, effect) => {
    const more = { effects: [effect] }
    expect(covered(known(granted, more), known(next, more))).toBe(false)
    expect(covered(known(granted, more), known(granted, more))).toBe(true)
  })
})

describe('what runs other code is never granted as such', () => {
  it.each([
    'bash -c x',
    'env ls',
    'busybox sh -c x',
    'sudo ls',
    'xargs rm',
    'python3 -c x',
    'node',
    'flock /tmp/l x',
    'find . -exec rm',
  ])('`%s`', (text) => {
    expect(deriveGrant(command(text), '/w')).toMatchObject({
      grant: null,
      reason: expect.stringContaining('cannot be granted'),
    })
  })

  it('but for exactly the script that it was given', () => {
    expect(covered(command('python3 build.py'), command('python3 build.py'))).toBe(true)
    expect(covered(command('python3 build.py'), command('python3 evil.py'))).toBe(false)
    expect(covered(command('python3 build.py'), command('python3 build.py --more'))).toBe(false)
    expect(covered(command('bash scripts/save.sh'), command('bash scripts/other.sh'))).toBe(false)
    expect(covered(command('node scripts/a.mjs'), command('node -e x'))).toBe(false)
  })
})

it('what is not known is granted word by word', () => {
  expect(deriveGrant(command('mytool --go a'), '/w')).toMatchObject({
    grant: { kind: 'exact', program: '/usr/bin/mytool', words: ['--go', 'a'], folder: '/w' },
    covers: 'exactly mytool --go a, in /w',
  })
  expect(covered(command('mytool --go a'), command('mytool --go b'))).toBe(false)
})

it('a long one is named by its beginning, and hides nothing in what it shows', () => {
  const covers = (words: string[]) => deriveGrant({ ...command('mytool'), argv: words }, '/w')
  expect(covers(['mytool', 'a b', '\u202e', 'x'])).toMatchObject({
    covers: 'exactly mytool "a b" "\\u{202e}" x, in /w',
  })
  expect(covers(['mytool', 'x'.repeat(500)])).toMatchObject({
    covers: `exactly mytool ${'x'.repeat(113)}… (507 characters), in /w`,
  })
})

it('holds where it was given: the same words do something else elsewhere', () => {
  const script = command('python3 build.py')
  const given = (from: PlannedCommand, cwd?: string) => deriveGrant(from, '/w', cwd).grant!
  const moved = (cwd: string | null) => ({ ...script, cwd })
  expect(given(script, '/w/a/')).toMatchObject({ kind: 'exact', cwd: '/w/a' })
  expect(grantCovers(given(script), script, '/w')).toBe(true)
  expect(grantCovers(given(script), script, '/w/sub')).toBe(false)
  expect(grantCovers(given(script), moved('/w/sub'), '/w')).toBe(false)
  expect(grantCovers(given(script), moved(null), '/w')).toBe(false)
  expect(grantCovers(given(script), moved('/w'), '/w/sub')).toBe(true)
  expect(grantCovers(given(moved('/w/sub')), moved('/w/sub'), '/w')).toBe(true)
  expect(grantCovers(given(moved('/w/sub')), script, '/w/sub')).toBe(true)
  expect(deriveGrant(moved(null), '/w').grant).toBe(null)
  // Those of before do not say where they were given.
  const { cwd: _, ...before } = given(script) as Extract<Grant, { kind: 'exact' }>
  expect(grantCovers(before, script, '/w/sub')).toBe(true)
  expect(grantCovers(before, moved('/w/sub'), '/w')).toBe(false)
})

it('of a known command holds below the folder, wherever the line has moved', () => {
  const { grant } = deriveGrant(known('git status'), '/w')
  expect(grant).toMatchObject({ kind: 'like' })
  expect(grantCovers(grant!, { ...known('git status'), cwd: '/w/sub' }, '/w')).toBe(true)
  expect(grantCovers(grant!, { ...known('git status'), cwd: '/elsewhere' }, '/w')).toBe(false)
  expect(grantCovers(grant!, { ...known('git status'), cwd: null }, '/w')).toBe(false)
})

it('the offer says what it covers, and a word that is not known cannot be granted', () => {
  expect(deriveGrant(known('git commit -m a'), '/w')).toMatchObject({
    covers: 'git commit with no other options than -m, below /w',
  })
  expect(deriveGrant(known('ls ?'), '/w')).toMatchObject({ grant: null, reason: expect.stringContaining('run time') })
})

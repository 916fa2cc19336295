import { PROTECTED_PATHS } from '@poundlock/spec'
import { describe, expect, it } from 'vitest'
import { evaluateEffects } from '../../../src/evaluate/commands/evaluate-effects.ts'
import type { PlannedEffect, RequestContext } from '../../../src/index.ts'
import { CONTEXT, plan, writes } from '../../make-request.ts'

function codes(
  effects: PlannedEffect[],
  context: Partial<RequestContext> = {},
  contained: Parameters<typeof evaluateEffects>[2] = 'no',
  extra: string[] = [],
) {
  const scope = { context: { ...CONTEXT, ...context }, readScope: 'workspace' as const, protectedPaths: extra }
  return evaluateEffects(plan('x', { effects }), scope, contained).map(({ code }) => code)
}

describe('a file that the line itself writes', () => {
  it.each([
    ['/w/out', 'EFFECT_FREE'],
    ['/w/a/b/../out', 'EFFECT_FREE'],
    ['/w/.gitignore', 'EFFECT_FREE'],
    ['/w/.github/README', 'EFFECT_FREE'],
    ['/w/git/hooks/x', 'EFFECT_FREE'],
    ['/w-evil/out', 'EFFECT_OUTSIDE'],
    ['/wx', 'EFFECT_OUTSIDE'],
    ['/w/../etc/passwd', 'EFFECT_OUTSIDE'],
    ['/w/../w-evil/x', 'EFFECT_OUTSIDE'],
    ['/etc/passwd', 'EFFECT_OUTSIDE'],
    ['/', 'EFFECT_OUTSIDE'],
    ['/W/out', 'EFFECT_OUTSIDE'],
    ['out', 'EFFECT_OUTSIDE'],
    ['w/out', 'EFFECT_OUTSIDE'],
    [null, 'EFFECT_UNKNOWN'],
    ['/w/.git/hooks/pre-commit', 'EFFECT_PROTECTED'],
    ['/w/.GIT/Hooks/pre-commit', 'EFFECT_PROTECTED'],
    ['/w/x/../.git/config', 'EFFECT_PROTECTED'],
    ['/w/.git', 'EFFECT_PROTECTED'],
    ['/w/.git/refs/heads/main', 'EFFECT_PROTECTED'],
    ['/w/packages/a/.git/hooks/x', 'EFFECT_PROTECTED'],
    ['/w/packages/a/.npmrc', 'EFFECT_PROTECTED'],
    ['/w/.g\u200Cit/config', 'EFFECT_PROTECTED'],
    ['/w/.git./config', 'EFFECT_PROTECTED'],
    ['/w/.git /config', 'EFFECT_PROTECTED'],
    ['/w/GIT~1/config', 'EFFECT_PROTECTED'],
    ['/w/a/git~1/hooks/x', 'EFFECT_PROTECTED'],
    ['/w/.hu\u017Fky/pre-commit', 'EFFECT_PROTECTED'],
    ['/w/.\uFF47it/config', 'EFFECT_PROTECTED'],
    ['/w/.poundlock/poundlock.json', 'EFFECT_PROTECTED'],
    ['/w/.POUNDLOCK', 'EFFECT_PROTECTED'],
  ])('%j: %s', (path, code) => {
    expect(codes(writes(path))).toEqual([code])
  })

  it.each(PROTECTED_PATHS.map(({ path }) => path))('%s is protected, and all below it, in any case', (path) => {
    for (const place of [`/w/${path}`, `/w/${path}/below`, `/w/${path.toUpperCase()}`, `/w/sub/${path}`]) {
      expect(codes(writes(place))).toEqual(['EFFECT_PROTECTED'])
    }
    expect(codes(writes(`/w/${path}-not`))).not.toContain('EFFECT_OUTSIDE')
  })

  it('is protected where the policy names it', () => {
    expect(codes(writes('/w/Keep/x'), {}, 'no', ['keep'])).toEqual(['EFFECT_PROTECTED'])
    expect(codes(writes('/w/keeper'), {}, 'no', ['keep', './other/'])).toEqual(['EFFECT_FREE'])
    expect(codes(writes('/w/other/x'), {}, 'no', ['keep', './other/'])).toEqual(['EFFECT_PROTECTED'])
  })

  it('is inside no workspace where there is none', () => {
    for (const workspace of ['', '.', 'w']) expect(codes(writes('/w/out'), { workspace })).toEqual(['EFFECT_OUTSIDE'])
  })

  it('can lie anywhere where the workspace is the root, but not in a protected place', () => {
    expect(codes(writes('/etc/x'), { workspace: '/' })).toEqual(['EFFECT_FREE'])
    expect(codes(writes('/.git/config'), { workspace: '/' })).toEqual(['EFFECT_PROTECTED'])
  })

  it('is found in a workspace that is written with a slash at its end', () => {
    expect(codes(writes('/w/out', '/w/.git/config'), { workspace: '/w/' })).toEqual(['EFFECT_PROTECTED'])
  })

  it('is judged by its own, one answer for each that is not free', () => {
    expect(codes(writes('/w/out', '/etc/x', null, '/w/.npmrc'))).toEqual([
      'EFFECT_OUTSIDE',
      'EFFECT_UNKNOWN',
      'EFFECT_PROTECTED',
    ])
  })
})

describe('other effects', () => {
  it.each<[PlannedEffect, string]>([
    [{ kind: 'file-delete', path: '/etc/x' }, 'EFFECT_OUTSIDE'],
    [{ kind: 'file-delete', path: '/w/x' }, 'EFFECT_FREE'],
    [{ kind: 'file-read', path: '/etc/x' }, 'EFFECT_OUTSIDE'],
    [{ kind: 'file-read', path: '/w/x' }, 'EFFECT_FREE'],
    [{ kind: 'file-read', path: '/dev/null' }, 'EFFECT_FREE'],
    [{ kind: 'environment', path: 'FOO' }, 'EFFECT_FREE'],
    [{ kind: 'network', path: '/dev/tcp/h/80' }, 'EFFECT_NETWORK'],
    [{ kind: 'network', path: null }, 'EFFECT_NETWORK'],
    [{ kind: 'process', path: null }, 'EFFECT_PROCESS'],
    [{ kind: 'privilege', path: null }, 'EFFECT_PRIVILEGE'],
  ])('%j: %s', (effect, code) => {
    expect(codes([effect])).toEqual([code])
  })

  it('are all contained by a sandbox that holds', () => {
    const effects: PlannedEffect[] = [...writes('/etc/x', null), { kind: 'network', path: null }]
    expect(codes(effects, {}, 'offline')).toEqual(['EFFECT_CONTAINED'])
    expect(codes([], {}, 'offline')).toEqual(['EFFECT_FREE'])
  })

  it('are contained as far as they are files, where hosts can be reached', () => {
    expect(codes(writes('/etc/x', null), {}, 'files')).toEqual(['EFFECT_CONTAINED'])
    expect(codes([...writes('/etc/x'), { kind: 'network', path: null }], {}, 'files')).toContain('EFFECT_NETWORK')
    expect(codes([{ kind: 'privilege', path: null }], {}, 'files')).toEqual(['EFFECT_PRIVILEGE'])
  })
})

it('the messages name the file and show what it hides', () => {
  const effects: PlannedEffect[] = [...writes('/etc/\u001B[2K', '/w/.git/hooks/x'), { kind: 'file-delete', path: null }]
  const scope = { context: CONTEXT, readScope: 'all' as const, protectedPaths: [] }
  expect(evaluateEffects(plan('x', { effects }), scope, 'no').map(({ message }) => message)).toEqual([
    '/etc/\\e[2K would be written, outside the workspace /w',
    '/w/.git/hooks/x would be written, but it is protected: version control runs what it names at its next command',
    'a file whose name is only known at run time would be deleted',
  ])
})

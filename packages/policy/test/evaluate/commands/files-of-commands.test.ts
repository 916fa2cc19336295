import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { describe, expect, it } from 'vitest'
import type { PlannedEffect } from '../../../src/index.ts'
import type { FilesLayer } from '../../../src/model/layer.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { command, CONTAINED, CONTEXT, HOME, plan, request, user } from '../../make-request.ts'

/** What is decided of a command that is allowed by name and does this. */
function decide(files: FilesLayer, effects: readonly PlannedEffect[], allow = 'tool') {
  const profile = { known: true, code: null, message: null, words: [allow], effects }
  const layer = user(
    { host: 'gateway', security: 'allowlist', allowRules: [`${allow} --all`] },
    { files, mode: 'danger-full-access' },
  )
  const policy = createPolicy([layer], { home: HOME })
  return policy.decide(request(plan([command(`${allow} --all`, { profile })])))
}
const reads = (path: string): PlannedEffect => ({ kind: 'file-read', path })
const deletes = (path: string): PlannedEffect => ({ kind: 'file-delete', path })

describe('a rule on what lies in a folder that a command touches', () => {
  it.each<[string, string, PlannedEffect]>([
    ['the folder of the rule: cat secret/*', 'secret/**', reads('/w/secret')],
    ['the folder above: grep -r x .', 'secret/**', reads('/w')],
    ['the root', 'secret', reads('/')],
    ['a file in it', 'secret/key', reads('/w/secret')],
    ['a file in it in another spelling', 'secret/key', reads('/w/SECRET')],
    ['a pattern in it', '/w/secret/*.pem', reads('/w/secret')],
    ['a pattern for every folder', '**/.env', reads('/w')],
    ['a file of the home folder', '~/.ssh/id', reads(HOME)],
    ['what a pattern matches: rm sec*/key', 'secret/**', deletes('/w/*?')],
    ['what a pattern matches that takes all', 'secret/**', deletes('/w/*')],
    ['what a pattern matches that takes what is hidden', '.secret/**', deletes('/w/.*')],
    ['a folder that is removed: rm -r secret', 'secret/**', deletes('/w/secret')],
  ])('asks: %s', (_, text, effect) => {
    for (const action of ['deny', 'ask'] as const) {
      const rules = { [action]: [text] }
      const { decision, reasons } = decide({ read: rules, write: rules }, [effect])
      expect(decision).toBe('ask')
      expect(reasons.map(({ code, rule }) => [code, rule])).toContainEqual(['FILE_RULE', text])
    }
  })

  it.each(['fs.read:secret/**', 'fs.read:/w/secret/key', 'fs.read:/w/secret/*.pem'])(
    'asks by a rule on effects: %s',
    (rule) => {
      const profile = { known: true, code: null, message: null, words: ['tool'], effects: [reads('/w')] }
      const layer = user({ host: 'gateway', security: 'full', ask: 'off', denyRules: [rule] }, { mode: 'allow' })
      const policy = createPolicy([layer], { home: HOME })
      const { decision, reasons } = policy.decide(request(plan([command('tool', { profile })])))
      expect([decision, reasons.map(({ code }) => code)]).toEqual(['ask', ['EFFECT_RULE']])
      // Each file that a search comes to is asked about by itself.
      const search = { tool: 'grep_search', requiredPermission: 'read-only' as const, context: CONTEXT }
      expect(policy.decide({ ...search, files: [{ access: 'read', path: '/w' }] }).decision).toBe('allow')
      const beside = { ...profile, effects: [reads('/w/src')] }
      expect(policy.decide(request(plan([command('tool', { profile: beside })]))).decision).toBe('allow')
    },
  )

  it.each([
    ['off', 'deny'],
    ['on-miss', 'ask'],
  ] as const)('holds for a program that nothing is known of: with ask %s it is %s', (ask, expected) => {
    const layer = user({ host: 'gateway', security: 'full', ask, allowRules: ['*'], denyRules: ['fs.delete'] })
    const unknown = { known: false, code: 'UNKNOWN_COMMAND', message: null, words: ['tool'], effects: [] }
    const { decision } = createPolicy([layer], { home: HOME }).decide(
      request(plan([command('tool', { profile: unknown })])),
    )
    expect(decision).toBe(expected)
  })

  it('denies what it surely covers, as before', () => {
    expect(decide({ read: { deny: ['secret/**'] } }, [reads('/w/secret/key')]).decision).toBe('deny')
    expect(decide({ read: { deny: ['secret'] } }, [reads('/w/secret')]).decision).toBe('deny')
    expect(decide({ write: { deny: ['secret/**'] } }, [deletes('/w/secret/*')]).decision).toBe('deny')
  })

  it.each<[string, FilesLayer, PlannedEffect]>([
    ['another folder', { read: { deny: ['secret/**'] } }, reads('/w/src')],
    ['a file beside it', { read: { deny: ['secret/**'] } }, reads('/w/secrets')],
    ['an allow rule', { read: { allow: ['secret/**'] } }, reads('/w')],
    ['a rule on writing', { write: { deny: ['secret/**'] } }, reads('/w')],
    ['a rule on reading', { read: { deny: ['secret/**'] } }, deletes('/w/src')],
  ])('says nothing about %s', (_, files, effect) => {
    expect(decide(files, [effect]).trace.filter(({ code }) => code === 'FILE_RULE')).toEqual([])
  })

  it('asks in a sandbox, too: what is in the workspace is there', () => {
    const policy = createPolicy([user({}, { files: { read: { deny: ['secret/**'] } } })], { home: HOME })
    const profile = { known: true, code: null, message: null, words: ['tool'], effects: [reads('/w')] }
    const line = request(plan([command('tool', { profile })]), { containment: CONTAINED })
    expect(policy.decide(line).decision).toBe('ask')
  })

  it('holds for every folder above, wherever the rule is', () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/)
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 5 }),
        fc.nat(4),
        fc.constantFrom('', '/**', '/*'),
        (...of) => {
          const [names, cut, end] = of
          const text = names.join('/') + end
          const above = [CONTEXT.workspace, ...names.slice(0, cut)].join('/')
          expect(decide({ read: { deny: [text] } }, [reads(above)]).decision).not.toBe('allow')
        },
      ),
      { numRuns: tries(500) },
    )
  })

  const below = (path: string): PlannedEffect => ({ kind: 'file-read', path, recursive: true })
  const matches = (pattern: string, more: Partial<PlannedEffect> = {}): PlannedEffect => ({
    kind: 'file-read',
    path: pattern.slice(0, pattern.search(/[*?[{]/)).replace(/\/[^/]*$/, ''),
    pattern,
    ...more,
  })

  it.each<[string, string, PlannedEffect]>([
    ['a folder below the one that a pattern begins in: grep -r x src', '**/.env', below('/w/src')],
    ['a folder between: grep -r x src/a', 'src/*/key', below('/w/src/a')],
    ['in another spelling: grep -r x SRC', 'src/*/key', below('/w/SRC/A')],
    ['what begins like it: cat src/.e*', '**/.env', matches('/w/src/.e*')],
    ['all that is hidden: cat src/.*', '**/.env', matches('/w/src/.*')],
    ['a folder that is not named: cat src/*/.env', '**/.env', matches('/w/src/*/.env')],
    ['single characters: cat src/.??v', '**/.env', matches('/w/src/.??v')],
    ['sets of characters: cat k[a-f]y.pem', '*.pem', matches('/w/k[a-f]y.pem')],
    ['a set that holds its own end: cat k[]a]y.pem', '*.pem', matches('/w/k[]a]y.pem')],
    ['a bracket without end: cat k[ey.pem', '*.pem', matches('/w/k[ey.pem')],
    ['words in braces: cat src/{a,.env}', '**/.env', matches('/w/src/{a,.env}')],
    ['an extended pattern: cat src/@(a|.env)', '**/.env', matches('/w/src/@(a|.env)')],
    ['what is quoted in it: cat src*/\\.env', '**/.env', matches('/w/src*/\\.env')],
    ['in another spelling: cat SRC/.E*', '**/.env', matches('/w/SRC/.E*')],
    ['a folder among them: cp -r src/*', '**/.env', matches('/w/src/*', { recursive: true })],
    ['the folder of the rule among them: cat s*/*', 'secret/**', matches('/w/s*/*')],
    ['the folder of the rule itself: tool s*', 'secret/**', matches('/w/s*')],
    ['many stars', '**/.env', matches(`/w/src/.${'*'.repeat(2000)}`)],
  ])('asks: %s', (_, text, effect) => {
    expect(decide({ read: { deny: [text] } }, [effect]).decision).toBe('ask')
    const layer = user(
      { host: 'gateway', security: 'full', ask: 'off', denyRules: [`fs.read:${text}`] },
      { mode: 'allow' },
    )
    const profile = { known: true, code: null, message: null, words: ['tool'], effects: [effect] }
    const policy = createPolicy([layer], { home: HOME })
    expect(policy.decide(request(plan([command('tool', { profile })]))).decision).toBe('ask')
  })

  it.each<[string, string, PlannedEffect]>([
    ['what is not hidden: cat src/*', '**/.env', matches('/w/src/*')],
    ['what ends otherwise: cat src/*.ts', '**/.env', matches('/w/src/*.ts')],
    ['a dot that no star stands for: cat src/*.env', '**/.env', matches('/w/src/*.env')],
    ['a folder beside: cat o*/x', 'secret/**', matches('/w/o*/x')],
    ['deeper than the pattern goes: cat */key', 'a/b/key', matches('/w/*/key')],
    ['another folder: grep -r x src', 'lib/*/key', below('/w/src')],
  ])('says nothing about %s', (_, text, effect) => {
    expect(decide({ read: { deny: [text] } }, [effect]).decision).toBe('allow')
  })

  describe('where it can be looked up what lies there', () => {
    const rules = { read: { deny: ['**/.env'] } }
    const decideThere = (there: readonly string[] | null, effects: readonly PlannedEffect[]) => {
      const looked: string[] = []
      const look = (folder: string) => (looked.push(folder), there)
      const profile = { known: true, code: null, message: null, words: ['tool'], effects }
      const layer = user(
        { host: 'gateway', security: 'full', ask: 'off' },
        { files: rules, mode: 'danger-full-access' },
      )
      const { decision } = createPolicy([layer], { home: HOME }).decide(
        request({ ...plan([command('tool --all', { profile })]), below: look }),
      )
      return [decision, looked] as const
    }

    it('asks only where something is there that the rule covers', () => {
      expect(decideThere(['/w/src/a.ts', '/w/src/deep/b.ts'], [below('/w/src')])).toEqual(['allow', ['/w/src']])
      expect(decideThere(['/w/src/a.ts', '/w/src/deep/.env'], [below('/w/src')])[0]).toBe('ask')
      // What a link leads to is listed besides.
      expect(decideThere(['/w/src/link', '/w/other/.env'], [below('/w/src')])[0]).toBe('ask')
      expect(decideThere(['/w/src/.env'], [matches('/w/src/.envr*')])[0]).toBe('allow')
      expect(decideThere(['/w/src/.env'], [matches('/w/src/.e*')])[0]).toBe('ask')
    })

    it('asks where that cannot be told', () => {
      expect(decideThere(null, [below('/w/src')])[0]).toBe('ask')
    })

    it('does not look where the line itself may change what lies there', () => {
      const written: PlannedEffect = { kind: 'file-write', path: '/w/src/.env' }
      expect(decideThere([], [below('/w/src'), written])).toEqual(['ask', []])
      const made: PlannedEffect = { kind: 'execute', path: 'x', origin: 'workspace' }
      expect(decideThere([], [below('/w/src'), made])).toEqual(['ask', []])
    })
  })
})

describe('a file that is named to a program of which nothing is known', () => {
  const decideLine = (files: FilesLayer, line: string, more: object = {}) => {
    const layer = user({ host: 'gateway', security: 'full', ask: 'off' }, { files, mode: 'danger-full-access' })
    return createPolicy([layer], { home: HOME }).decide(request(plan([command(line, more)]))).decision
  }
  const denied = { read: { deny: ['**/.env', '~/.ssh/**'] } }

  it.each([
    'tool src/.env',
    'tool ./src/../.env',
    'tool --file=.env',
    'tool --file .env',
    'tool -f.env',
    'tool if=.env',
    'tool @.env',
    'tool -v .env:/there',
    'tool a,SRC/.ENV',
    'tool ~/.ssh/id',
    'tool /home/u/.ssh/id',
  ])('is asked about: %s', (line) => {
    expect(decideLine(denied, line)).toBe('ask')
    expect(decideLine({ write: denied.read }, line)).toBe('ask')
    expect(decideLine({ read: { ask: denied.read.deny } }, line)).toBe('ask')
    expect(decideLine({ read: { allow: denied.read.deny } }, line)).toBe('allow')
  })

  it('is looked for where the command starts', () => {
    expect(decideLine({ read: { deny: ['a/key'] } }, 'tool key', { cwd: '/w/a' })).toBe('ask')
    expect(decideLine({ read: { deny: ['a/key'] } }, 'tool key')).toBe('allow')
  })

  it('is any word where it is known that the words could not be read', () => {
    const profile = { known: false, code: 'UNKNOWN_OPTION', message: 'x', words: null, effects: [] }
    expect(decideLine(denied, 'cat --odd .env', { profile })).toBe('ask')
  })

  it.each(['tool src/a.ts', 'tool env', 'tool .', 'tool .environment'])('is not: %s', (line) => {
    expect(decideLine(denied, line)).toBe('allow')
  })
})

describe('what decides about calls, among what a command touches', () => {
  const decideAll = (effect: PlannedEffect) => {
    const profile = { known: true, code: null, message: null, words: ['tool'], effects: [effect] }
    const layer = user(
      { host: 'gateway', security: 'full', ask: 'off' },
      { mode: 'allow', files: { readScope: 'all' } },
    )
    const policy = createPolicy([layer], { home: HOME, stateDirectory: '/srv/state' })
    const { decision, reasons } = policy.decide(request(plan([command('tool', { profile })])))
    return [decision, ...reasons.map(({ code }) => code)]
  }
  const effectOf = (kind: PlannedEffect['kind'], path: string, more: Partial<PlannedEffect>) => ({
    kind,
    path,
    ...more,
  })

  it.each<[string, Partial<PlannedEffect>]>([
    [HOME, { recursive: true }],
    ['/', { recursive: true }],
    ['/srv', { recursive: true }],
    [HOME, { pattern: `${HOME}/.pound*` }],
    [HOME, { pattern: `${HOME}/.*/approvals/socket-token` }],
    ['/srv', { pattern: '/srv/*/x' }],
    ['/home', { pattern: '/home/*', recursive: true }],
  ])('is asked about, and not removed with all else: %s %o', (path, more) => {
    expect(decideAll(effectOf('file-read', path, more))).toEqual(['ask', 'FILE_GATE'])
    expect(decideAll(effectOf('file-write', path, more))).toEqual(['ask', 'FILE_GATE'])
    const removed = more.recursive && more.pattern === undefined ? 'deny' : 'ask'
    expect(decideAll(effectOf('file-delete', path, more))).toEqual([removed, 'FILE_GATE'])
  })

  it.each<[string, Partial<PlannedEffect>]>([
    [`${HOME}/src`, { recursive: true }],
    [HOME, {}],
    [HOME, { pattern: `${HOME}/*.txt` }],
    [HOME, { pattern: `${HOME}/*` }],
  ])('is elsewhere: %s %o', (path, more) => {
    expect(decideAll(effectOf('file-read', path, more))[0]).toBe('allow')
  })
})

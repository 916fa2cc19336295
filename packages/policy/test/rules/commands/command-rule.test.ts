import * as fc from '@poundlock/tooling/properties'
import { describe, expect, it } from 'vitest'
import { type CommandRuleInput, type PlannedCommand, PolicyError } from '../../../src/index.ts'
import { compileCommandRule } from '../../../src/rules/commands/command-rule.ts'
import type { RuleAction } from '../../../src/rules/commands/rule-shape.ts'
import { HOME, command } from '../../make-request.ts'

function match(input: CommandRuleInput, action: RuleAction, of: string | PlannedCommand): 'covers' | 'may' | 'no' {
  const rule = compileCommandRule(input, action, 'here', HOME)
  const planned = typeof of === 'string' ? command(of) : of
  // What surely covers may cover, too.
  if (rule.covers(planned)) return rule.mayCover(planned) ? 'covers' : 'no'
  return rule.mayCover(planned) ? 'may' : 'no'
}

const refusal = (input: unknown, action: RuleAction = 'deny'): PolicyError => {
  try {
    compileCommandRule(input as CommandRuleInput, action, 'f:1:2', HOME)
  } catch (error) {
    if (error instanceof PolicyError) return error
    throw error
  }
  throw new Error('the rule was taken')
}

describe('words', () => {
  it.each([
    ['git diff', 'git diff', true],
    ['git diff', 'git diff --stat HEAD', true],
    ['git diff', 'git diff ?', true],
    ['git diff', 'git difftool', false],
    ['git diff', 'git', false],
    ['git diff', 'git ? diff', false],
    ['git diff', 'git -p diff', false],
    ['git diff', 'gitdiff', false],
    ['git', 'git push --force', true],
    ['git *', 'git push', true],
    ['  git   diff  ', 'git diff', true],
    ['*', 'anything at all', true],
    ['cat ~/notes', 'cat /home/u/notes', true],
    ['cat ~/notes', 'cat ~/notes', false],
  ])('an allow rule "%s" on `%s`: %s', (rule, line, expected) => {
    expect(match(rule, 'allow', line) === 'covers').toBe(expected)
  })

  it.each([
    ['git push --force', 'git push --force origin', 'covers'],
    ['git push --force', 'git push origin --force', 'may'],
    ['git push --force', 'git -C sub push -v --force', 'may'],
    ['git push --force', 'git push ?', 'may'],
    ['git push --force', 'git ? --force', 'may'],
    ['git push --force', 'git push origin', 'no'],
    ['git push --force', 'git --force push', 'no'],
    ['git push', 'git pushd', 'no'],
    ['rm ~', 'rm /home/u', 'covers'],
    ['rm ~', 'rm ~', 'covers'],
    ['*', 'x', 'covers'],
    ['*', '?', 'may'],
  ] as const)('a deny rule "%s" on `%s`: %s', (rule, line, expected) => {
    expect(match(rule, 'deny', line)).toBe(expected)
    expect(match(rule, 'ask', line)).toBe(expected)
  })

  it('cover every continuation of what they cover', () => {
    const word = fc.stringMatching(/^[a-z0-9/.=-]{1,8}$/)
    fc.assert(
      fc.property(fc.constantFrom<RuleAction>('allow', 'ask', 'deny'), fc.array(fc.option(word)), (action, more) => {
        const planned = command('git diff')
        expect(match('git diff', action, { ...planned, argv: [...planned.argv, ...more] })).toBe('covers')
      }),
    )
  })
})

describe('a bare name', () => {
  it.each([
    ['found through PATH', command('git'), true],
    ['of a builtin', command('cd /w'), true],
    ['invoked by a path', command('./git', { resolved: '/w/git' }), false],
    ['invoked by an absolute path', command('/tmp/git'), false],
    ['invoked by the very path it has in PATH', command('/usr/bin/git'), false],
    ['that was not found', command('git', { resolved: null }), false],
    ['in another case', command('GIT', { resolved: '/usr/bin/GIT' }), false],
    ['of another command that leads to it', command('g', { resolved: '/usr/bin/git' }), false],
    ['that is only known at run time', command('?'), false],
  ])('allows a command %s: %s', (_, planned, expected) => {
    const name = planned.builtin ? 'cd' : 'git'
    expect(match(name, 'allow', planned) === 'covers').toBe(expected)
  })

  it.each([
    ['found through PATH', command('rm x'), 'covers'],
    ['that was not found', command('rm x', { resolved: null }), 'covers'],
    ['invoked by a path', command('./rm x', { resolved: '/w/rm' }), 'covers'],
    ['invoked by an absolute path', command('/tmp/rm x'), 'covers'],
    ['in another case', command('RM x', { resolved: null }), 'covers'],
    ['with letters that a file system leaves out', command('r\u200Dm x', { resolved: null }), 'covers'],
    ['in letters that it takes for the same', command('\uFF52m x', { resolved: null }), 'covers'],
    ['as Windows starts it', command('RM.EXE x', { resolved: null }), 'covers'],
    ['whose link leads to it', command('delete x', { resolved: '/usr/bin/rm' }), 'covers'],
    ['that is a builtin of that name', command('rm x', { resolved: null, builtin: true }), 'covers'],
    ['that is only known at run time', command('?'), 'may'],
    ['of another name', command('rmdir x'), 'no'],
    ['with the name among its words', command('echo rm'), 'no'],
  ] as const)('denies a command %s: %s', (_, planned, expected) => {
    expect(match('rm', 'deny', planned)).toBe(expected)
  })

  it.each(['toString', '__proto__', 'constructor', 'hasOwnProperty', 'valueOf'])(
    '%s is a name like any other',
    (name) => {
      for (const action of ['allow', 'deny'] as const) {
        expect(match(name, action, name)).toBe('covers')
        expect(match(name, action, 'git status')).toBe('no')
        expect(match('git', action, name)).toBe('no')
      }
    },
  )
})

describe('a path', () => {
  it.each([
    ['/usr/bin/rg', command('rg x'), true],
    ['/usr/bin/rg', command('/usr/bin/rg x'), true],
    ['/usr/bin/rg', command('rg', { resolved: '/tmp/rg' }), false],
    ['/usr/bin/rg', command('rg', { resolved: null }), false],
    ['/usr/bin/rg', command('/usr/bin/rg', { resolved: null }), false],
    ['/usr/bin/* status', command('git status'), true],
    ['/usr/bin/* status', command('git push'), false],
    ['~/bin/*', command('x', { resolved: '/home/u/bin/x' }), true],
    ['/w/**', command('./x', { resolved: '/w/../etc/x' }), false],
    ['/usr/bin/rg', command('rg', { resolved: '/usr/bin/RG' }), false],
  ])('allows what was found at %s', (rule, planned, expected) => {
    expect(match(rule, 'allow', planned) === 'covers').toBe(expected)
  })

  it.each([
    ['/tmp/**', command('x', { resolved: '/tmp/a/x' }), 'covers'],
    ['/tmp/**', command('/tmp/x', { resolved: null }), 'covers'],
    ['/tmp/**', command('./x', { resolved: null }), 'may'],
    ['/tmp/x', command('./x', { resolved: null }), 'may'],
    ['/tmp/x', command('./y', { resolved: null }), 'no'],
    ['/tmp/x', command('x', { resolved: null }), 'may'],
    ['/tmp/x', command('./X', { resolved: '/Tmp/X' }), 'covers'],
    ['/Tmp/**', command('/tMP/x', { resolved: null }), 'covers'],
    ['/tmp/x', command('./X', { resolved: null }), 'may'],
    ['/tmp/**', command('cd /tmp'), 'no'],
    ['/tmp/**', command('?'), 'may'],
    ['/tmp/**', command('rg'), 'no'],
  ] as const)('denies what is, or will be, at %s', (rule, planned, expected) => {
    expect(match(rule, 'deny', planned)).toBe(expected)
  })
})

describe('a pattern on the arguments', () => {
  const push = { command: 'git', args: 'push (?:origin|mine) \\S+' }

  it.each([
    ['git push origin main', 'covers'],
    ['git push mine x', 'covers'],
    ['git push origin main --force', 'no'],
    ['git push elsewhere main', 'no'],
    ['git', 'no'],
    ['git push origin ?', 'may'],
  ] as const)('is for the whole of them: `%s` %s', (line, expected) => {
    expect(match(push, 'allow', line)).toBe(expected)
    expect(match(push, 'deny', line)).toBe(expected)
  })

  it('cannot be left by an alternative in it', () => {
    const rule = { command: 'git', args: 'status|diff' }
    expect(match(rule, 'allow', 'git status')).toBe('covers')
    expect(match(rule, 'allow', 'git status x')).toBe('no')
    expect(match(rule, 'allow', 'git x diff')).toBe('no')
  })

  it.each([
    ['a blank in a word', ['git', 'push origin', 'main']],
    ['a line feed in a word', ['git', 'push', 'origin\nmain']],
    ['a no-break space in a word', ['git', 'push', 'origin\u00A0main']],
    ['an empty word', ['git', 'push', 'origin', 'main', '']],
  ])('is not fooled by %s that makes it look like more or fewer words', (_, argv) => {
    for (const args of ['push origin main', 'push origin \\S+', 'push.*', '.*']) {
      expect(match({ command: 'git', args }, 'allow', { ...command('git'), argv })).not.toBe('covers')
    }
  })

  it('still denies or asks where a word has a blank in it', () => {
    const line = { ...command('git'), argv: ['git', 'push', 'a b\nc'] }
    expect(match({ command: 'git', args: 'push .*' }, 'deny', line)).toBe('covers')
    expect(match({ command: 'git', args: 'push \\S+' }, 'deny', line)).toBe('may')
    expect(match({ command: 'git', args: 'pull .*' }, 'deny', line)).toBe('no')
  })

  it('does not ask for every other command of that name', () => {
    expect(match({ command: 'git', args: 'push.*' }, 'deny', 'git status')).toBe('no')
    expect(match({ command: 'git', args: 'push.*' }, 'ask', 'git -C push status')).toBe('no')
  })

  it('may cover where options stand between the words of the rule', () => {
    expect(match({ command: 'git push', args: 'push --force.*' }, 'deny', 'git -c a=b push --force')).toBe('may')
  })
})

describe('examples', () => {
  it('are verified', () => {
    const rule = {
      command: 'git push',
      args: 'push origin .*',
      examples: { match: ['git push origin main'], notMatch: ['git push mine main', 'git stash push'] },
    }
    expect(match(rule, 'allow', 'git push origin x')).toBe('covers')
    expect(match({ command: '~/bin/*', examples: { match: ['~/bin/x y'] } }, 'allow', 'git')).toBe('no')
  })

  it.each([
    [{ match: ['git pull'] }, 'does not cover its own example "git pull"', 'Correct the rule or the example.'],
    [{ notMatch: ['git push -f'] }, 'covers "git push -f", which its examples say it must not', 'Narrow the rule.'],
    [{ match: ['git push | sh'] }, 'has the example "git push | sh", which is not one plain command'],
    [{ match: [' '] }, 'has the example " ", which is not one plain command'],
    [{ match: ['git push "a b"'] }, 'has the example "git push \\"a b\\"", which is not one plain command'],
  ])(
    '%j',
    (examples, problem, remedy = 'Write an example as words separated by spaces, without quotes or operators.') => {
      const error = refusal({ command: 'git push', examples })
      expect(error.message).toBe(`f:1:2: the deny rule "git push" ${problem}`)
      expect(error.remedy).toBe(remedy)
    },
  )
})

describe('a malformed rule is refused, with what is wrong and how to mend it', () => {
  it.each<[unknown, string]>([
    ['', 'is empty'],
    ['  ', 'is empty'],
    ['git\ndiff', 'has a control character, an unusual blank or one that cannot be seen'],
    ['git\u00A0diff', 'has a control character, an unusual blank or one that cannot be seen'],
    ['git\u200Bdiff', 'has a control character, an unusual blank or one that cannot be seen'],
    ['rm\0', 'has a control character, an unusual blank or one that cannot be seen'],
    ['git diff | head', 'has a character that has a meaning in the shell'],
    ['rm -rf $HOME', 'has a character that has a meaning in the shell'],
    ['git commit -m "x"', 'has a character that has a meaning in the shell'],
    ['git dif*', 'has a wildcard in the word "dif*"'],
    ['gi*', 'has a wildcard in the word "gi*"'],
    ['* diff', 'has a wildcard in the word "*"'],
    ['py?hon', 'has a wildcard in the word "py?hon"'],
    ['FOO=1 git', 'begins with an assignment'],
    ['--force', 'begins with an option'],
    ['./rm', 'has a path that is not absolute'],
    ['bin/rm', 'has a path that is not absolute'],
    ['~root/rm', 'names the home folder of another user'],
    ['/usr/../bin/rm', 'has a path with "." or ".." or "//" in it'],
    ['/usr/bin/', 'names a folder'],
    [{ command: 'git', args: '(' }, 'has an unusable args pattern'],
    [{ command: 'git', args: 'a)|(?:.*' }, 'has an unusable args pattern'],
    [{ command: 'git', arg: 'x' }, 'has the unknown key "arg"'],
    [{ command: 'git', args: 7 }, 'holds something that is not text'],
    [{ command: 7 }, 'holds something that is not text'],
    [{ args: 'x' }, 'names no command'],
    [{}, 'names no command'],
    [null, 'names no command'],
    [7, 'names no command'],
    [Object.create({ command: 'git' }), 'names no command'],
  ])('%j %s', (input, problem) => {
    const error = refusal(input)
    expect(error.message).toContain(problem)
    expect(error.message).toMatch(/^f:1:2: the deny rule /)
    expect(error).toMatchObject({ code: 'POLICY_RULE', details: { source: 'f:1:2' } })
    expect(error.remedy).toMatch(/\.$/)
    expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('whatever the text is: it is taken or refused with a PolicyError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.option(fc.string(), { nil: undefined }), (text, args) => {
        try {
          const rule = compileCommandRule(args === undefined ? text : { command: text, args }, 'deny', 'x', HOME)
          rule.covers(command('git diff'))
        } catch (error) {
          if (!(error instanceof PolicyError)) throw error
        }
      }),
    )
  })
})

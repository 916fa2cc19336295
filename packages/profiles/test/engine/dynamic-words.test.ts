import { describe, expect, it } from 'vitest'
import { profileCommand, type ProfileWord } from '../../src/index.ts'

const ONE: ProfileWord = { splits: false }
const effects = (...argv: ProfileWord[]) => {
  const result = profileCommand(argv)
  return result.known ? result.effects.map(({ kind, target }) => `${kind} ${String(target)}`) : result.code
}

describe('words that are only known at run time', () => {
  it('are harmless where every word is', () => {
    expect(effects('echo', null)).toEqual([])
    expect(effects('basename', ONE)).toEqual([])
  })

  it('read anything where they are files', () => {
    expect(effects('cat', null)).toEqual(['file-read null'])
    expect(effects('head', '-n', ONE, 'README.md')).toEqual(['file-read README.md'])
  })

  it('read anything where they may be several words behind an option', () => {
    expect(effects('head', '-n', null, 'README.md')).toEqual(['file-read null', 'file-read README.md'])
  })

  it('are refused where an option could write or run something', () => {
    expect(effects('sort', ONE)).toBe('DYNAMIC_ARGUMENT')
    expect(effects('rg', 'x', null)).toBe('DYNAMIC_ARGUMENT')
    expect(effects('git', 'status', ONE)).toBe('DYNAMIC_ARGUMENT')
    expect(effects('find', '.', ONE)).toBe('DYNAMIC_ARGUMENT')
  })

  it('are operands behind two dashes', () => {
    expect(effects('sort', '--', ONE)).toEqual(['file-read null'])
  })

  it('are operands when they surely begin with something else than a dash', () => {
    expect(effects('sort', { prefix: 'src/', splits: false })).toEqual(['file-read null'])
    expect(effects('sort', { prefix: 'src/', splits: true })).toBe('DYNAMIC_ARGUMENT')
    expect(effects('sort', { prefix: '-', splits: false })).toBe('DYNAMIC_ARGUMENT')
    expect(effects('sort', { prefix: '-o', splits: false })).toBe('DYNAMIC_ARGUMENT')
  })

  it('leave an option its name', () => {
    expect(effects('sort', { prefix: '--output=', splits: false }, 'a')).toEqual(['file-write null', 'file-read a'])
    expect(effects('sort', { prefix: '--outp=x', splits: false }, 'a')).toEqual(['file-write null', 'file-read a'])
    expect(effects('sort', { prefix: '--o', splits: false }, 'a')).toBe('DYNAMIC_ARGUMENT')
  })

  it('keep the pattern of a glob as a place, and never make an option of one that begins with something else', () => {
    expect(effects('sort', { pattern: 'src/*.txt' })).toEqual(['file-read src/*.txt'])
    expect(effects('sort', { pattern: './*' })).toEqual(['file-read ./*'])
    expect(effects('cat', { pattern: 'src/*/../../../x' })).toEqual(['file-read null'])
    expect(effects('sort', { pattern: '*.txt' })).toBe('DYNAMIC_ARGUMENT')
    expect(effects('sort', { pattern: '-*' })).toBe('DYNAMIC_ARGUMENT')
  })

  it('believe the caller who has looked that no file begins with a dash', () => {
    const result = profileCommand(['sort', { pattern: '*.txt' }], { globsMatchOptions: false })
    expect(result).toMatchObject({ known: true, effects: [{ kind: 'file-read', target: '*.txt', glob: true }] })
    expect(profileCommand(['sort', { pattern: '-*' }], { globsMatchOptions: false }).known).toBe(false)
  })

  it('may be the last of several operands', () => {
    expect(effects('cp', 'a', 'b', { prefix: 'c', splits: true })).toBe('DYNAMIC_ARGUMENT')
    expect(effects('mkdir', null)).toEqual(['file-write null'])
    expect(effects('rm', null)).toEqual(['file-delete null'])
    expect(effects('cp', { pattern: 'src/*' }, 'out')).toEqual(['file-read src/*', 'file-write out'])
    expect(effects('cp', 'a', { pattern: 'b*' })).toEqual(expect.arrayContaining(['file-read a', 'file-write b*']))
  })

  it('hide where a wrapped command begins', () => {
    expect(effects('timeout', null, 'ls')).toBe('DYNAMIC_ARGUMENT')
    expect(effects('nice', null, 'ls')).toBe('DYNAMIC_ARGUMENT')
    expect(effects('timeout', ONE, 'ls')).toBe('DYNAMIC_ARGUMENT')
  })

  it('hide the program and the subcommand', () => {
    expect(effects(null, 'ls')).toBe('DYNAMIC_ARGUMENT')
    expect(effects('git', null)).toBe('DYNAMIC_ARGUMENT')
    expect(effects('git', '-C', ONE, 'status')).toEqual(['file-read null', 'file-read null'])
  })

  it('take words as the shell package gives them', () => {
    const word = { text: null, prefix: '', splits: false, pattern: null, integer: true, span: [0, 1] }
    expect(effects('head', '-n', word, 'a')).toEqual(['file-read a'])
    expect(effects('sort', { ...word, text: '-o' }, 'a')).toEqual(['file-write a'])
  })
})

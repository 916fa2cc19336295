import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deriveGrant } from '@poundlock/policy/commands'
import { afterAll, describe, expect, test } from 'vitest'
import { inspectRepository } from '../../src/index.ts'
import { answerTo, letThrough, type Place, planOf } from './answer-to.ts'
import { blindLines } from './blind-lines.ts'
import { hostileLines } from './hostile-lines.ts'
import { ALLOWED, hostileVariants } from './hostile-variants.ts'

describe('hostile lines need an answer', () => {
  const lines = hostileLines()

  test(`by what they do, on a host without rules`, () => {
    expect(new Set(lines.map(({ line }) => line)).size).toBeGreaterThan(1400)
    expect(letThrough(lines)).toEqual([])
  })
  const blind = blindLines()
  test.each([...new Set(blind.map((line) => line.class))])('of a set made without a look at the code: %s', (name) => {
    expect(letThrough(blind.filter((line) => line.class === name))).toEqual([])
  })
  test('that set is large, and the work around its deeds passes', () => {
    expect(new Set(blind.map(({ line }) => line)).size).toBeGreaterThan(1500)
    const around = [
      'ls',
      'cat a.txt',
      'cd src && ls',
      'git status --short',
      'ls 2>/dev/null',
      'env LC_ALL=C git log',
      'git diff',
    ]
    expect(around.filter((line) => answerTo(line) !== 'allow')).toEqual([])
  })
  test.each(ALLOWED)('beside the rule "$rule"', (allowed) => {
    const rules = [allowed.rule]
    expect(answerTo(allowed.line, { rules })).toBe('allow')
    expect(letThrough(hostileVariants(allowed), { rules })).toEqual([])
  })
  test.each(ALLOWED)('beside what was allowed for good: $line', (allowed) => {
    const [command] = planOf(allowed.line, {}).commands
    const { grant } = deriveGrant(command!, '/w')
    const grants = grant === null ? [] : [grant]
    expect(letThrough(hostileVariants(allowed), { grants })).toEqual([])
  })
})

describe('what came with a download', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-')))
  afterAll(() => rmSync(root, { recursive: true }))
  let count = 0
  /** A repository in a folder of the workspace, with settings, attributes and hooks of its own. */
  const download = (files: Readonly<Record<string, string>>): Place => {
    const cwd = join(root, String((count += 1)))
    const all = {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/config': '[core]\n\tbare = false\n',
      '.git/objects/x': '',
      '.git/refs/x': '',
      'a.txt': 'x\n',
      settings: '[core]\n\tfsmonitor = ./x\n',
      ...files,
    }
    for (const folder of ['', 'sub/']) {
      for (const [path, text] of Object.entries(all)) {
        mkdirSync(dirname(join(cwd, folder + path)), { recursive: true })
        writeFileSync(join(cwd, folder + path), text, { mode: path.includes('hooks/') ? 0o755 : 0o644 })
      }
    }
    return { cwd, plan: { inspectRepository } }
  }
  const LOOKS = [
    'git status',
    'git diff',
    'git add a.txt',
    'git -C sub status',
    'cd sub && git status',
    'cd sub; git diff',
  ]
  const SETTINGS = [
    '[core]\n\tfsmonitor = ./x\n',
    '[filter "x"]\n\tclean = ./x\n\tprocess = ./x\n[diff "x"]\n\ttextconv = ./x\n',
    '[include]\n\tpath = ../settings\n',
    '[core]\n\tattributesFile = ../x\n[filter "x"]\n\tclean = ./x\n',
  ]
  test.each(SETTINGS)('settings of a repository: %j', (config) => {
    const place = download({ '.git/config': config, '.gitattributes': '* filter=x diff=x\n' })
    const passed = LOOKS.filter((line) => answerTo(line, place) === 'allow')
    expect(passed.filter((line) => /status|add/.test(line))).toEqual([])
  })
  test.each([
    ['[diff]\n\texternal = ./x\n', 'git diff'],
    ['[core]\n\tpager = ./x\n[pager]\n\tlog = ./x\n', 'git -p log'],
    ['[core]\n\thooksPath = hooks\n', 'git commit -m x'],
    ['[gpg]\n\tprogram = ./x\n[commit]\n\tgpgSign = true\n', 'git commit -m x'],
    ['[alias]\n\tlook = !./x\n', 'git look'],
    ['[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ./x\n', 'git log'],
  ])('that one command obeys: %j', (config, line) => {
    const place = download({ '.git/config': config, 'hooks/pre-commit': '#!/bin/sh\n' })
    for (const one of [line, line.replace('git', 'git -C sub'), `cd sub && ${line}`])
      expect(answerTo(one, place), one).toBe('ask')
  })
  test('hooks', () => {
    const place = download({ '.git/hooks/pre-commit': '#!/bin/sh\n', '.git/hooks/post-index-change': '#!/bin/sh\n' })
    for (const line of ['git commit -m x', 'git -C sub commit -m x', 'git add a.txt']) {
      expect(answerTo(line, place), line).toBe('ask')
    }
  })
  test('links to secrets, and names that are options', () => {
    const place = download({ 'sub/b.txt': 'x\n' })
    const cwd = place.cwd!
    mkdirSync(join(root, 'home'))
    writeFileSync(join(root, 'home/key'), 'x\n')
    symlinkSync(join(root, 'home/key'), join(cwd, 'notes.txt'))
    symlinkSync(join(root, 'home'), join(cwd, 'docs'))
    symlinkSync(join(cwd, '.git/config'), join(cwd, 'plain.txt'))
    writeFileSync(join(cwd, '-rf'), '')
    const lines = [
      'cat notes.txt',
      'head -1 docs/key',
      'cat docs/*',
      'cat *',
      'grep -R x .',
      'ls docs/',
      'cp a.txt docs/x',
      'echo x > docs/x',
      'sed -i s/a/b/ plain.txt',
      'echo x > plain.txt',
      'tee -a plain.txt < a.txt',
      'rm *',
      'cd docs && cat key',
      'cat docs/../home/key',
      'find -L . -type f | xargs cat',
      'tar -cf a.tar docs/',
      'cp -rL docs copy',
    ]
    expect(lines.filter((line) => answerTo(line, place) === 'allow')).toEqual([])
  })
})

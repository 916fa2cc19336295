import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deriveGrant } from '@poundlock/policy/commands'
import { afterAll, describe, expect, test } from 'vitest'
import { inspectRepository } from '../../src/index.ts'
import { aimedLines, aimedTwins, besideAllowed } from './aimed-lines.ts'
import { answerTo, letThrough, planOf } from './answer-to.ts'

describe('lines aimed at proven work need an answer', () => {
  const lines = aimedLines()
  test.each([...new Set(lines.map((line) => line.class))])('%s', (name) => {
    expect(letThrough(lines.filter((line) => line.class === name))).toEqual([])
  })
  test('there are many', () => {
    expect(new Set(lines.map(({ line }) => line)).size).toBeGreaterThan(3500)
  })
})

describe('their harmless twins need none', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'twins-')))
  afterAll(() => rmSync(root, { recursive: true }))
  const files =
    '.git/HEAD .git/objects/x .git/refs/x a.txt b.txt a.c a.o a.go a.sh a.yml a.jpg a.tar src/a.ts build/x README.md docs/a.md'
  for (const file of files.split(' ')) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), file === '.git/HEAD' ? 'ref: refs/heads/main\n' : 'x\n')
  }
  const place = { cwd: root, plan: { inspectRepository, workspace: root } }
  const twins = aimedTwins()
  test.each([...new Set(twins.map((twin) => twin.class))])('%s', (name) => {
    const asked = twins.filter((twin) => twin.class === name && answerTo(twin.line, place) !== 'allow')
    expect(asked.map(({ line }) => line)).toEqual([])
  })
})

describe('beside what was allowed, more than that needs an answer', () => {
  const lines = (more: readonly string[]) => more.map((line) => ({ class: 'beside', line }))
  test.each(besideAllowed())('$line', ({ line, rule, granted, more }) => {
    if (rule !== undefined) {
      expect(answerTo(line, { rules: [rule] })).toBe('allow')
      expect(letThrough(lines(more), { rules: [rule] })).toEqual([])
    }
    if (granted) {
      const offers = planOf(line, {}).commands.map((command) => deriveGrant(command, '/w').grant)
      const grants = offers.filter((grant) => grant !== null)
      expect(answerTo(line, { grants })).toBe('allow')
      expect(letThrough(lines(more), { grants })).toEqual([])
    }
  })
})

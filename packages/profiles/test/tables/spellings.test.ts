import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { profileCommand } from '../../src/index.ts'
import { isHarmless } from '../harmlessness.ts'

/** Words in single or double quotes may hold blanks. */
function argv(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
}

function lines(file: string): readonly string[] {
  const text = readFileSync(new URL(`../corpus/${file}`, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

describe('spellings that only look', () => {
  it.each(lines('harmless.txt'))('%s is harmless', (line) => {
    const result = profileCommand(argv(line))
    expect(isHarmless(result), JSON.stringify(result)).toBe(true)
  })
})

describe('spellings that do something', () => {
  it.each(lines('dangerous.txt').map((line) => line.split(' => ') as [string, string]))('%s: %s', (line, expected) => {
    const result = profileCommand(argv(line))
    const done = result.known
      ? [
          ...result.effects
            .filter(({ kind }) => kind !== 'file-read')
            .map(({ kind, target }) => `${kind} ${String(target)}`),
          ...result.effects
            .filter(({ kind }) => kind === 'file-read')
            .map(({ kind, target }) => `${kind} ${String(target)}`),
          ...result.runs.map((run) => `runs ${run.map((word) => (typeof word === 'string' ? word : '…')).join(' ')}`),
        ]
      : [result.code]
    expect(isHarmless(result)).toBe(false)
    expect(done.join('; ')).toContain(expected)
  })
})

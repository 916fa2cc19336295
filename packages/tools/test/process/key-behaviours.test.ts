import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { encodeKeys, type CursorKeyMode } from '../../src/process/terminal-keys.ts'

interface Row {
  readonly name: string
  readonly input: { readonly sendKeys: readonly string[]; readonly cursorKeyMode: CursorKeyMode }
  readonly expect: { readonly hex: string }
}

const rows = readFileSync(new URL('../corpus/keys.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)

test.each(rows)('keys: $name', ({ input, expect: expected }) => {
  const encoded = encodeKeys(input.sendKeys, input.cursorKeyMode)
  expect('text' in encoded ? { hex: Buffer.from(encoded.text).toString('hex') } : encoded).toEqual(expected)
})

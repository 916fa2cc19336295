import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { redactSecrets } from '../../src/index.ts'

interface Row {
  readonly area: string
  readonly name: string
  readonly input: any
  readonly expect: any
}

const rows = readFileSync(new URL('../corpus/redacted-text.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)

test.each(rows)('$area: $name', ({ input, expect: expected }) => {
  expect({ redacted: redactSecrets(input.text) }).toMatchObject(expected)
})

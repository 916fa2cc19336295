import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callIds, readCalls, resultCallId } from '../src/index.ts'

interface Row {
  readonly area: string
  readonly name: string
  readonly input: any
  readonly expect: any
}

const rows = readFileSync(new URL('corpus/behaviours.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)

function answer({ ids, provider, blockType, toolResult }: any): unknown {
  if (ids !== undefined) {
    const mapped = callIds(provider, ids)
    return { callIds: mapped, distinct: new Set(mapped).size === ids.length }
  }
  if (blockType !== undefined) {
    const content = [{ type: blockType, id: 'a', name: 'read_file', input: {} }]
    return { extracted: readCalls('anthropic', { content }, { newId: String }).length }
  }
  return { id: resultCallId(toolResult) }
}

test.each(rows)('$area: $name', ({ input, expect: expected }) => {
  expect(answer(input)).toMatchObject(expected)
})

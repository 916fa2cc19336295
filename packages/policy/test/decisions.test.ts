import { describe, expect, test } from 'vitest'
import { decideRow, readCorpus, type DecisionRow } from './corpus-row.ts'

describe.each(Object.entries(Object.groupBy(readCorpus<DecisionRow>('decisions.jsonl'), (row) => row.class)))(
  'rows on %s',
  (_, rows = []) => {
    test.each(rows.map((row) => [row.id, row] as const))('%s', (_id, row) => {
      expect(decideRow(row)).toBe(row.must)
    })
  },
)

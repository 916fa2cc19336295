import { describe, expect, test } from 'vitest'
import { AuditError, canonicalJson, createChain } from '../src/index.ts'
import { MAX_LINE_LENGTH } from '../src/record.ts'
import { EMPTY_HEAD } from '../src/record.ts'
import { DECISION, hash, RUN_END, TIME } from './sample-chain.ts'

describe('createChain', () => {
  test('links each record to the one before', () => {
    const chain = createChain({ hash })
    const first = chain.append('decision', DECISION, TIME)
    const second = chain.append('run-end', RUN_END, TIME)
    expect(first.record).toMatchObject({ seq: 1, prev: '0'.repeat(64), type: 'decision', time: TIME, data: DECISION })
    expect(second.record).toMatchObject({ seq: 2, prev: first.record.hash })
    expect(chain.head).toEqual({ seq: 2, hash: second.record.hash })
  })

  test('hashes the canonical JSON of all members but the hash, so that anybody can check it', () => {
    const { record, line } = createChain({ hash }).append('decision', DECISION, TIME)
    const { hash: stated, ...rest } = JSON.parse(line) as Record<string, unknown>
    expect(stated).toBe(hash(canonicalJson(rest)))
    expect(line).toBe(canonicalJson(record))
  })

  test('goes on from a head', () => {
    const chain = createChain({ hash })
    chain.append('decision', DECISION, TIME)
    const resumed = createChain({ hash, head: chain.head })
    expect(resumed.append('run-end', RUN_END, TIME)).toEqual(chain.append('run-end', RUN_END, TIME))
  })

  test('takes types it does not know, with any object as data', () => {
    const { record } = createChain({ hash }).append('sandbox-probe', { passed: true }, TIME)
    expect(record).toMatchObject({ type: 'sandbox-probe', data: { passed: true } })
  })

  test('does not move on when a record is refused', () => {
    const chain = createChain({ hash })
    const attempts = [
      () => chain.append('run-end', RUN_END, 'yesterday'),
      () => chain.append('run-end', RUN_END, '2025-03-04T05:06:07+01:00'),
      () => chain.append('Run End', RUN_END, TIME),
      () => chain.append('"', {}, TIME),
      () => chain.append('note', [], TIME),
      () => chain.append('note', { text: 'x'.repeat(MAX_LINE_LENGTH) }, TIME),
      () => chain.append('note', { at: new Date() }, TIME),
    ]
    for (const attempt of attempts) {
      expect(attempt).toThrow(AuditError)
      expect(chain.head).toBe(EMPTY_HEAD)
    }
  })
})

describe('AuditError', () => {
  test('is recognised as an error of Poundlock, and is written as JSON with its remedy', () => {
    const error = new AuditError('It is full.', {
      code: 'AUDIT_DISK_FULL',
      remedy: 'Make room.',
      details: { path: '/a' },
    })
    expect((error as unknown as Record<symbol, unknown>)[Symbol.for('poundlock.error')]).toBe(true)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'AUDIT_DISK_FULL',
      message: 'It is full.',
      remedy: 'Make room.',
      details: { path: '/a' },
    })
  })
})

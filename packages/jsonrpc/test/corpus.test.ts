import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Connection, type FramingProblem, type Framing, type MessageId, type ProtocolWarning } from '../src/index.ts'
import { nodePlatform } from '../src/node/index.ts'

/** A stream of bytes and what must become of it. */
interface Row {
  readonly id: string
  readonly framing: Framing
  readonly bytes_base64: string
  readonly expect: {
    readonly outcome: 'deliver' | 'reply' | 'skip' | 'fatal' | 'wait'
    readonly ids?: readonly MessageId[]
    readonly code?: number
    readonly reason?: string
    readonly noise_lines?: number
    readonly limits?: Readonly<Record<string, number>>
    readonly at_eof?: { readonly error: string }
  }
}

const rows = readFileSync(new URL('corpus/frames.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)

/** Everything that a connection does with bytes. */
function feed({ framing, bytes_base64, expect: expected }: Row, size: number) {
  const seen = {
    ids: [] as MessageId[],
    codes: [] as number[],
    oddities: [] as ProtocolWarning[],
    problem: undefined as FramingProblem | undefined,
    closedBeforeEnd: false,
  }
  const { maxIdBytes, ...limits } = expected.limits ?? {}
  const connection = new Connection({
    framing,
    platform: nodePlatform,
    noiseIsExpected: true,
    limits: { ...limits, ...(maxIdBytes !== undefined && { maxIdLength: maxIdBytes }) },
    transport: {
      send(text) {
        const { error } = JSON.parse(text.slice(text.indexOf('{'))) as { error?: { code: number } }
        if (error) seen.codes.push(error.code)
        return Promise.resolve()
      },
      close: () => undefined,
    },
    onRequest: (_method, _params, { id }) => {
      seen.ids.push(id)
      // An answer is not what this is about.
      return new Promise(() => undefined)
    },
    onWarning: (oddity) => void seen.oddities.push(oddity),
    onClose: ({ problem }) => (seen.problem = problem),
  })
  if (expected.reason === 'duplicate_response_id') void connection.request('asked').catch(() => undefined)
  const bytes = Buffer.from(bytes_base64, 'base64')
  for (let start = 0; start < bytes.length; start += size) connection.receive(bytes.subarray(start, start + size))
  seen.closedBeforeEnd = connection.closed
  connection.end()
  return seen
}

describe.each([
  ['whole', 1 << 20],
  ['byte by byte', 1],
  ['in sevens', 7],
])('frames, %s', (_, size) => {
  test.each(rows)('$id', (row) => {
    const { outcome, ids, code, reason, noise_lines: noise, at_eof: end } = row.expect
    const seen = feed(row, size)
    // Which methods there are is not a matter of frames.
    if (code !== undefined && code !== -32_601) expect(seen.codes).toContain(code)
    if (outcome === 'deliver') expect(seen.codes).toEqual([])
    if (ids) expect(seen.ids).toEqual(ids)
    expect(seen.closedBeforeEnd).toBe(outcome === 'fatal')
    if (outcome === 'fatal') expect(seen.problem).toBe(reason)
    if (end) expect(seen.problem).toBe(end.error)
    if (noise !== undefined) expect(seen.oddities.filter((oddity) => oddity.kind === 'noise')).toHaveLength(noise)
    if (outcome === 'skip' && reason !== undefined) {
      const renamed = reason === 'duplicate_response_id' ? 'unknown_response_id' : reason
      expect(seen.oddities).toContainEqual({ kind: 'ignored', reason: renamed })
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

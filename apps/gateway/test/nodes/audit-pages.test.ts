import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChain } from '@poundlock/audit'
import { openAuditLog } from '@poundlock/audit/node'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { runShared } from '../../src/chains/run-shared.ts'
import type { TestConnection } from '../support/test-client.ts'
import { exec, openWork, type WorkScene } from '../support/work-scene.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A node that has shipped these records. */
async function shippingNode(scene: WorkScene, records: readonly (readonly [type: string, data: object])[]) {
  const { connection, key } = await scene.pair('node', ROLE_SCOPES.node)
  const chain = createChain({ hash: sha256 })
  const lines = records.map(([type, data]) => chain.append(type, data, '2026-01-02T03:04:05.006Z').line)
  expect((await connection.call('audit.head', { head: chain.head })).ok).toBe(true)
  expect((await connection.call('audit.records', { lines })).ok).toBe(true)
  return { id: key.id, head: chain.head, connection }
}

interface Shown {
  readonly seq: number
  readonly type: string
  readonly data: { readonly command?: string; readonly agent?: string; readonly approvedBy?: string }
  readonly omitted?: true
}

async function tail(connection: TestConnection, params: object = {}) {
  const { result, error } = await connection.call('audit.tail', params)
  if (error) throw Object.assign(new Error(error.message), { code: error.code, path: error.path })
  return result as { records: Shown[]; head: { seq: number }; next?: number; broken: number; chains?: number }
}

/** All pages, from the end. */
async function pages(connection: TestConnection, params: { readonly limit: number }): Promise<number[][]> {
  const found: number[][] = []
  let before: number | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const page = await tail(connection, { ...params, ...(before !== undefined && { before }) })
    found.push(page.records.map(({ seq }) => seq))
    before = page.next
  } while (before !== undefined)
  return found
}

test('operators read the log of the gateway in pages, and what fits a filter', async () => {
  const scene = await openWork()
  const { connection } = scene.agent
  for (const word of ['one', 'two']) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await exec(connection, scene.session, `echo ${word}`)
  }
  const owner = await scene.owner()
  const all = await tail(owner)
  const numbers = all.records.map(({ seq }) => seq)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  expect(all).toMatchObject({ broken: 0, head: { seq: numbers.length } })
  expect((await pages(owner, { limit: 2 })).toReversed().flat()).toEqual(numbers)
  expect(await tail(owner, { before: 1 })).toMatchObject({ records: [] })

  const decided = await tail(owner, { types: ['decision'], agent: 'coder', decision: 'allow', text: 'ECHO two' })
  expect(decided.records).toMatchObject([{ type: 'decision', data: { command: 'echo two', agent: 'coder' } }])
  const { approvedBy = '' } = (await tail(owner, { types: ['run-start'], limit: 1 })).records[0]!.data
  const started = await tail(owner, { types: ['run-start'], approver: approvedBy.slice(1).toUpperCase() })
  expect(started.records).toHaveLength(2)
  expect((await tail(owner, { agent: 'other' })).records).toEqual([])
  const paired = await tail(owner, { types: ['device-paired'], limit: 1 })
  expect(paired.records).toMatchObject([{ type: 'device-paired', data: { agent: 'coder' } }])

  const verified = await owner.call('audit.verify')
  expect(verified.result).toMatchObject({ ok: true, records: numbers.length, head: all.head, problems: [] })
  const noted = await owner.call('audit.verify', { head: 'f'.repeat(64) })
  expect(noted.result).toMatchObject({ ok: false, problems: [{ kind: 'anchor' }] })

  // A record that was changed is found, and is no record for those who read.
  const folder = join(scene.stateFolder, 'audit')
  const file = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.jsonl'))!,
  )
  writeFileSync(file, readFileSync(file, 'utf8').replace('echo two', 'echo TWO'))
  const changed = await owner.call('audit.verify')
  expect(changed.result).toMatchObject({ ok: false, problems: [{ kind: 'changed' }] })
  const read = await tail(owner)
  expect(read.broken).toBeGreaterThan(0)
  expect(read.records.some(({ data }) => data.command?.includes('TWO'))).toBe(false)

  // Agents, nodes and operators without the scope read nothing, and learn nothing of what there is.
  const viewer = await scene.pair('operator', ['nodes.read', 'approvals.read'])
  for (const stranger of [connection, viewer.connection]) {
    for (const method of ['audit.tail', 'audit.verify', 'audit.origins']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await stranger.call(method, { node: 'x' })).error?.code).toBe('FORBIDDEN')
    }
  }
})

test('operators read what nodes have shipped, whatever it is', async () => {
  const scene = await openWork()
  const deep = JSON.parse(`${'[['.repeat(20)}${']]'.repeat(20)}`)
  const [decision, note] = ['decision', 'note']
  const box = await shippingNode(scene, [
    [decision, { command: 'echo here', decision: 'allow', agent: 'coder', approval: { by: 'askFallback' } }],
    [note, JSON.parse('{"__proto__":{"x":1}}')],
    [note, { deep }],
    [note, { text: 'x'.repeat(70_000) }],
    [note, { many: Array.from({ length: 6000 }, () => 0) }],
    [decision, { command: 7, decision: [], agent: {}, approval: null, files: [null], args: 'x' }],
  ])
  const owner = await scene.owner()
  const named = (await owner.call('nodes.list')).result.nodes[0].name
  for (const node of [box.id, box.id.slice(0, 8), named]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const page = await tail(owner, { node })
    expect(page).toMatchObject({ head: box.head, chains: 1, broken: 0 })
    expect(page.records.map(({ seq, omitted }) => [seq, omitted])).toEqual([
      [1, undefined],
      ...[2, 3, 4, 5].map((seq) => [seq, true]),
      [6, undefined],
    ])
  }
  expect((await pages(owner, { limit: 4, node: box.id } as never)).flat()).toEqual([3, 4, 5, 6, 1, 2])
  const filtered = await tail(owner, { node: box.id, text: 'here', approver: 'ask', decision: 'allow' })
  expect(filtered.records.map(({ seq }) => seq)).toEqual([1])
  await expect(tail(owner, { node: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND', path: '/params/node' })
  await expect(tail(owner, { node: box.id, chain: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const silent = await scene.pair('node', ROLE_SCOPES.node)
  expect(await tail(owner, { node: silent.key.id })).toMatchObject({ records: [], chains: 0, head: { seq: 0 } })
  // Also when it was removed: its copy stays.
  expect((await owner.call('devices.revoke', { device: box.id })).ok).toBe(true)
  expect((await tail(owner, { node: box.id })).records).toHaveLength(6)
})

test('a page of large records is small, and the gateway answers others while it verifies', async () => {
  const scene = await openWork()
  const log = await openAuditLog(join(scene.stateFolder, 'audit'), { durability: 'none' })
  const text = 'x'.repeat(50_000)
  for (let index = 0; index < 200; index++) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await log.append('note', { index, text })
  }
  await log.close()
  const owner = await scene.owner()
  const { records, next } = await tail(owner, { limit: 1000 })
  expect(JSON.stringify(records).length).toBeLessThan(600_000)
  expect(next).toBe(records[0]!.seq)
  const other = await scene.owner()
  const order: string[] = []
  const verified = owner.call('audit.verify').then(() => order.push('verified'))
  await other.call('gateway.health').then(() => order.push('health'))
  await verified
  expect(order).toEqual(['health', 'verified'])
})

test('long work runs once at a time, and who asks meanwhile waits for the next turn', async () => {
  let active = 0
  const turns: string[] = []
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const run = runShared(async (key) => {
    expect(++active).toBe(1)
    await opened
    active--
    if (key === 'broken') throw new Error(key)
    return turns.push(key)
  })
  const first = run('a')
  await Promise.resolve()
  const asked = [first, run('a'), run('a'), run('broken'), ...Array.from({ length: 8 }, (_, index) => run(`${index}`))]
  const settled = Promise.allSettled(asked)
  open()
  const outcomes = (await settled).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))
  expect(outcomes.slice(0, 4)).toEqual([1, 2, 2, undefined])
  expect(outcomes.slice(4)).toEqual([3, 4, 5, 6, 7, 8, 'BUSY', 'BUSY'])
})

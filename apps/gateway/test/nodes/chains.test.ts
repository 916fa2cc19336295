import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createChain } from '@poundlock/audit'
import { verifyAuditLog } from '@poundlock/audit/node'
import { readAuditLine } from '@poundlock/audit/node'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { ChainIntake, CHAIN_LIMITS } from '../../src/chains/chain-intake.ts'
import { ChainStore } from '../../src/chains/chain-store.ts'
import { verifyOrigin } from '../../src/chains/verify-origin.ts'
import type { TestConnection } from '../support/test-client.ts'
import { openWork, type WorkScene } from '../support/work-scene.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const EMPTY = { seq: 0, hash: '0'.repeat(64) }

interface Line {
  readonly line: string
  readonly head: { readonly seq: number; readonly hash: string }
}

/** A chain as a node of this name writes it. */
function chainOf(name: string, count: number): Line[] {
  const chain = createChain({ hash: sha256 })
  return Array.from({ length: count }, (_, index) => {
    const { line } = chain.append('note', { name, index }, '2026-01-02T03:04:05.006Z')
    return { line, head: chain.head }
  })
}

/** The same up to a record, and other records from there on. */
function forkOf(name: string, at: number, count: number): Line[] {
  const chain = createChain({ hash: sha256 })
  return Array.from({ length: count }, (_, index) => {
    const data = index < at ? { name, index } : { name, index, other: true }
    const { line } = chain.append('note', data, '2026-01-02T03:04:05.006Z')
    return { line, head: chain.head }
  })
}

async function node(scene: WorkScene): Promise<TestConnection & { readonly id: string }> {
  const { connection, key } = await scene.pair('node', ROLE_SCOPES.node)
  return Object.assign(connection, { id: key.id })
}

async function announce(connection: TestConnection, line: Line | undefined): Promise<number> {
  const { result, error } = await connection.call('audit.head', { head: line?.head ?? EMPTY })
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result.from
}

const ship = (connection: TestConnection, lines: readonly Line[]) =>
  connection.call('audit.records', { lines: lines.map(({ line }) => line) })

async function originOf(scene: WorkScene, id: string) {
  const owner = await scene.owner()
  const { result } = await owner.call('audit.origins')
  return result.origins.find(({ origin }: { origin: string }) => origin === id)
}

const kindsOf = ({ problems }: { problems: { kind: string; chain: number; seq: number | null }[] }) =>
  problems.map(({ kind, chain, seq }) => [kind, chain, seq])

test('a chain is shipped in parts, and gaps are named until they are filled', async () => {
  const scene = await openWork()
  const box = await node(scene)
  const lines = chainOf('box', 10)
  expect(kindsOf(await originOf(scene, box.id))).toEqual([['silent', 0, null]])
  expect(await announce(box, lines[9])).toBe(1)
  expect((await ship(box, lines.slice(0, 3))).result).toEqual({ from: 4 })
  // Records 4 to 6 are lost on the way.
  expect((await ship(box, lines.slice(6, 8))).result).toEqual({ from: 9 })
  const gaps = await originOf(scene, box.id)
  expect(gaps).toMatchObject({ ok: false, records: 5 })
  expect(kindsOf(gaps)).toEqual([
    ['missing', 1, 7],
    ['missing', 1, 9],
  ])
  expect(gaps.problems[0].message).toContain('Records 4 to 6')
  // The next connection says where its log ends, and is told what is missing first.
  expect(await announce(box, lines[9])).toBe(4)
  expect((await ship(box, lines.slice(3))).result).toEqual({ from: 11 })
  expect(await announce(box, lines[9])).toBe(11)
  expect(await originOf(scene, box.id)).toMatchObject({ ok: true, records: 10, head: lines[9]!.head, chains: 1 })
  // What is shipped again is the same.
  expect((await ship(box, lines.slice(2, 5))).result).toEqual({ from: 6 })
  expect(await originOf(scene, box.id)).toMatchObject({ ok: true, records: 10 })
})

test('a node that truncates, rewrites or forks its log is named, and what it shipped before stays', async () => {
  const scene = await openWork()
  const [truncating, rewriting, forking] = [await node(scene), await node(scene), await node(scene)]
  const chains = new Map([truncating, rewriting, forking].map((one) => [one, chainOf(one.id, 6)]))
  for (const [connection, lines] of chains) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await announce(connection, lines[5])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await ship(connection, lines)
  }
  // Cut off after three records; what comes then is another chain.
  const cut = chains.get(truncating)!.slice(0, 3)
  expect(await announce(truncating, cut[2])).toBe(1)
  await ship(truncating, cut)
  expect(kindsOf(await originOf(scene, truncating.id))).toEqual([['truncated', 1, 3]])
  expect(await originOf(scene, truncating.id)).toMatchObject({ chains: 2, records: 9 })
  // As long as before, with other records.
  const rewritten = forkOf(rewriting.id, 2, 6)
  expect(await announce(rewriting, rewritten[5])).toBe(1)
  await ship(rewriting, rewritten)
  expect(kindsOf(await originOf(scene, rewriting.id))).toEqual([['forked', 1, 6]])
  // Longer than before, and another history: found at the record that does not follow.
  const forked = forkOf(forking.id, 4, 9)
  expect(await announce(forking, forked[8])).toBe(7)
  expect((await ship(forking, forked.slice(6))).result).toEqual({ from: 1 })
  expect((await ship(forking, forked)).result).toEqual({ from: 10 })
  expect(kindsOf(await originOf(scene, forking.id))).toEqual([['forked', 1, 7]])
  const log = await verifyAuditLog(join(scene.stateFolder, 'audit'))
  expect(log.ok).toBe(true)
  expect(scene.log.filter((line) => line.includes('chain-problem'))).toHaveLength(3)
})

test('lines that are no records, records of another node, and floods are refused', async () => {
  const bytes = chainOf('flood', 20).reduce((sum, { line }) => sum + line.length, 0)
  const scene = await openWork({ limits: { maxChainBytesPerNode: bytes, maxChainsPerNode: 3 } })
  const honest = await node(scene)
  const thief = await node(scene)
  const lines = chainOf('honest', 4)
  await announce(honest, lines[3])
  await ship(honest, lines)
  for (const line of ['', 'x', '{}', lines[0]!.line.replace('honest', 'hoNest'), `${lines[0]!.line} `]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await honest.call('audit.records', { lines: [line] })).error?.code, line).toBe('INVALID_PARAMS')
  }
  await announce(thief, lines[3])
  expect((await ship(thief, lines)).error?.code).toBe('CONFLICT')
  expect(kindsOf(await originOf(scene, thief.id))).toEqual([
    ['copied', 1, 1],
    ['missing', 1, 1],
  ])
  const flooding = await node(scene)
  const flood = chainOf('flooding', 100)
  await announce(flooding, flood[99])
  const answers = []
  for (let at = 0; at < 100; at += 5) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    answers.push((await ship(flooding, flood.slice(at, at + 5))).ok)
  }
  expect(answers.filter(Boolean).length).toBeLessThanOrEqual(4)
  expect(kindsOf(await originOf(scene, flooding.id))).toContainEqual(['quota', 1, 0])
  // One that begins its log anew again and again.
  const restarting = await node(scene)
  const errors: unknown[] = []
  for (let turn = 0; turn < 5; turn++) {
    const [line] = chainOf(`turn ${turn}`, 1)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    errors.push(
      await announce(restarting, line).then(
        () => null,
        ({ code }: { code: string }) => code,
      ),
    )
  }
  expect(errors).toEqual([null, null, null, 'CONFLICT', 'CONFLICT'])
  expect(await originOf(scene, honest.id)).toMatchObject({ ok: true, records: 4 })
  // Nobody but nodes ships, and nobody but operators looks.
  expect((await (await scene.owner()).call('audit.head', { head: EMPTY })).error?.code).toBe('FORBIDDEN')
  expect((await honest.call('audit.origins')).error?.code).toBe('FORBIDDEN')
})

test('a run without a record, and a copy that was changed, are found', async () => {
  const folder = temporaryFolder()
  const store = new ChainStore(folder)
  onTestFinished(() => store.close())
  const intake = new ChainIntake({ store, now: () => 1_000_000, limits: CHAIN_LIMITS, onProblem: () => undefined })
  const chain = createChain({ hash: sha256 })
  const append = (type: string, data: object) => {
    const { line } = chain.append(type, data, '2026-01-02T03:04:05.006Z')
    return { line, record: readAuditLine(line)! }
  }
  const shipped = [
    append('run-start', { runId: 'run_1', callId: 'call_1' }),
    // A crash tore a line here: it stays on the node.
    append('recovery', { bytes: 12, hash: sha256('x') }),
    append('run-end', { runId: 'run_1', callId: 'call_1' }),
  ]
  await intake.announce('box', chain.head)
  await intake.accept('box', shipped)
  const told = (record: string, endedAt: number) => ({ run: `told ${record}`, record, endedAt })
  const verify = (runs: ReturnType<typeof told>[]) => verifyOrigin(store, { origin: 'box', reportedRuns: runs })
  expect(await verify([told('run_1', 0)])).toMatchObject({ ok: true, records: 3 })
  expect(await verify([told('run_2', 999_999)]), 'it may be on its way').toMatchObject({ ok: true })
  expect(kindsOf(await verify([told('run_2', 0)]))).toEqual([['unrecorded', 0, null]])
  await store.write(() =>
    store.putRecord({ origin: 'box', chain: 1 }, { ...shipped[2]!.record, seq: 4 }, shipped[2]!.line),
  )
  expect((await verify([])).ok).toBe(false)
})

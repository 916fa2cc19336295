import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { openAuditLog, verifyAuditLog } from '@poundlock/audit/node'
import type { AuditOrigin } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { beginSession, exec, openScene, type NodeScene } from './support/scene.ts'

/** The copy of the only node's chain, once something holds of it. */
async function originThat(scene: NodeScene, holds: (origin: AuditOrigin) => boolean): Promise<AuditOrigin> {
  const owner = await scene.owner()
  const look = async () => (await owner.request('audit.origins', {})).origins[0]!
  await expect.poll(async () => holds(await look())).toBe(true)
  return look()
}

test('a node ships its records, also those of the time without a gateway', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  await exec(agent, session, { command: 'echo x', node: 'box' })
  const folder = join(node.stateFolder, 'audit')
  const whole = async ({ ok, head }: AuditOrigin) => ok && head.hash === (await verifyAuditLog(folder)).head.hash
  const headOf = async () => (await verifyAuditLog(folder)).head
  const first = await headOf()
  expect(await originThat(scene, ({ head }) => head.seq >= first.seq)).toMatchObject({
    ok: true,
    head: first,
    chains: 1,
  })
  // Another program of the machine records while the gateway is away.
  await scene.gateway.kill()
  const log = await openAuditLog(folder)
  for (let index = 0; index < 1200; index++) await log.append('note', { index })
  await log.close()
  const said = scene.gateway.lines.length
  await scene.gateway.start()
  await scene.gateway.said('ready', said)
  const second = await headOf()
  expect(second.seq).toBe(first.seq + 1200)
  const copied = await originThat(scene, ({ head }) => head.seq >= second.seq)
  expect(copied).toMatchObject({ ok: true, head: second, chains: 1, problems: [] })
  expect(await whole(copied)).toBe(true)

  // A node whose log begins anew is named, and its earlier records stay.
  await node.program.kill()
  rmSync(folder, { recursive: true })
  await node.program.start()
  const replaced = await originThat(scene, ({ chains }) => chains === 2)
  expect(replaced.problems.map(({ kind }) => kind)).toContain('truncated')
  expect(replaced.records).toBeGreaterThanOrEqual(second.seq)
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRequestStore } from '@poundlock/approvals/node'
import { verifyAuditLog } from '@poundlock/audit/node'
import { describe, expect, test } from 'vitest'
import { begin, openKillable } from '../support/killable-gateway.ts'
import type { TestConnection } from '../support/test-client.ts'
import { eventsOf, exec, newKey, watch } from '../support/work-scene.ts'

/** A few rounds; `bench/` makes hundreds, with approvals. */
const ROUNDS = process.env['POUNDLOCK_THOROUGH'] === '1' ? 20 : 3

const lost = (error: Error) => ({ ok: false, error: { code: 'LOST', message: error.message } })
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

describe('GW-30-a: a gateway that is killed', () => {
  test('while a call waits: the request is still answered, and the call runs exactly once when it is made again', async () => {
    const scene = await openKillable()
    const agent = await begin(scene)
    const anna = await scene.connect(scene.operator)
    const waiting = eventsOf(anna)
    await watch(anna)
    const key = newKey()
    const call = (connection: TestConnection) => exec(connection, scene.session, 'tee -a ran < /etc/hostname', { key })
    const first = call(agent).catch(lost)
    const { id } = (await waiting.next('approvals.waiting')).data.approval
    await scene.kill()
    expect(await first).toMatchObject({ error: { code: 'LOST' } })
    const store = openRequestStore(join(scene.stateFolder, 'approvals', 'requests'))
    expect(store.pending().map(({ request }) => request.id)).toEqual([id])

    await scene.start()
    const back = await scene.connect(scene.operator)
    const watched = await watch(back)
    expect(watched.pending).toMatchObject([{ id, state: 'pending' }])
    const again = await scene.connect(scene.agent)
    expect((await again.call('tools.status', { call: { key } })).result).toMatchObject({
      state: 'waiting',
      approval: id,
    })
    expect((await back.call('approvals.answer', { id, decision: 'allow-once' })).result).toMatchObject({ counts: true })
    const { result } = await call(again)
    expect(result).toMatchObject({ status: 'ran', approval: { requestId: id } })
    expect((await call(again)).result).toEqual(result)
    expect(store.all()).toHaveLength(1)
    expect(linesOf(join(scene.workspace, 'ran'))).toHaveLength(1)
  })

  test('while a call runs: its outcome is unknown, with what is known of it, and it never runs again', async () => {
    const scene = await openKillable()
    const agent = await begin(scene)
    const events = eventsOf(agent)
    const key = newKey()
    const call = (connection: TestConnection) =>
      exec(connection, scene.session, 'echo x >> ran; echo begun; sleep 60', { key, stream: true })
    const first = call(agent).catch(lost)
    await events.next('tools.output')
    await scene.kill()
    await first
    await scene.start()
    const again = await scene.connect(scene.agent)
    const { result } = await call(again)
    expect(result).toMatchObject({ status: 'unknown', message: expect.stringContaining('begun') })
    expect(result!.runId).toBeDefined()
    expect((await call(again)).result).toEqual(result)
    expect(linesOf(join(scene.workspace, 'ran'))).toEqual(['x'])
    const { result: page } = await again.call('sessions.events', { session: scene.session })
    expect(page.events.at(-1)).toMatchObject({ kind: 'call-ended', status: 'unknown' })
  })

  test(`at any moment under load, ${ROUNDS} times: nothing runs twice, and every caller learns the truth`, async () => {
    const scene = await openKillable()
    await begin(scene)
    const calls = new Map<string, { command: string; ended: any }>()
    for (let round = 0; round < ROUNDS; round++) {
      const agent = await scene.connect(scene.agent)
      const running = Array.from({ length: 5 }, (_, index) => {
        const [key, name] = [newKey(), `${round}-${index}`]
        const command = `echo ${name} >> ran; echo ${name}`
        calls.set(key, { command, ended: null })
        return exec(agent, scene.session, command, { key }).catch(lost)
      })
      const ready = Promise.withResolvers<void>()
      setTimeout(() => ready.resolve(), Math.random() * 120)
      await ready.promise
      await scene.kill()
      await Promise.all(running)
      await scene.start()
    }
    const agent = await scene.connect(scene.agent)
    for (const [key, call] of calls) call.ended = (await exec(agent, scene.session, call.command, { key })).result
    const lines = linesOf(join(scene.workspace, 'ran'))
    expect(new Set(lines).size).toBe(lines.length)
    for (const { command, ended } of calls.values()) {
      expect(['ran', 'unknown']).toContain(ended.status)
      if (ended.status === 'ran') expect(lines, command).toContain(command.slice(command.lastIndexOf(' ') + 1))
    }
    const verified = await verifyAuditLog(join(scene.stateFolder, 'audit'))
    expect(verified.problems).toEqual([])
  }, 600_000)
})

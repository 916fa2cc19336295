import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { verifyAuditLog } from '@poundlock/audit/node'
import { GatewayError, type CallResult } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { PoundlockError } from '@poundlock/spec'
import { expect, test } from 'vitest'
import { beginSession, exec, newKey, nodeThat, openScene, textOf } from './support/scene.ts'

/** At a desk a few rounds; in thorough runs some more. */
const ROUNDS = process.env['POUNDLOCK_THOROUGH'] === '1' ? 10 : 4

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

/** Asks until it is told how it went; the same key never runs it twice. */
async function settled(agent: GatewayClient, session: string, command: string, key: string): Promise<CallResult> {
  for (;;) {
    try {
      return await exec(agent, session, { command, node: 'box' }, key)
    } catch (error) {
      const { code } = error as { code?: string }
      const isOpen = ['UNAVAILABLE', 'DRAINING', 'OUTCOME_UNKNOWN', 'BUSY'].includes(code ?? '')
      if (!(error instanceof GatewayError || PoundlockError.isInstance(error)) || !isOpen) throw error
      await pause(20)
    }
  }
}

test('GW-31: a result outlives the gateway that asked for it, and is told when the call is made again', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const key = newKey()
  const command = 'echo begun >> ran; sleep 1; echo done >> ran; echo told'
  const call = settled(agent, session, command, key)
  await expect.poll(() => linesOf(join(node.workspace, 'ran'))).toEqual(['begun'])
  await scene.gateway.kill()
  await expect.poll(() => linesOf(join(node.workspace, 'ran'))).toEqual(['begun', 'done'])
  await scene.gateway.start()
  const result = await call
  expect(result).toMatchObject({ status: 'ran', exit: { code: 0 } })
  expect(textOf(result)).toBe('told\n')
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['begun', 'done'])
})

test('a gateway that is stopped leaves what runs on nodes alone, and tells its end after the next start', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const call = settled(agent, session, 'echo begun >> ran; sleep 1; echo done >> ran; echo told', newKey())
  const ran = join(node.workspace, 'ran')
  await expect.poll(() => linesOf(ran)).toEqual(['begun'])
  scene.gateway.signal('SIGTERM')
  expect(await scene.gateway.exited()).toBe(0)
  await expect.poll(() => linesOf(ran)).toEqual(['begun', 'done'])
  await scene.gateway.start()
  const result = await call
  expect([result.status, textOf(result)]).toEqual(['ran', 'told\n'])
  expect(linesOf(ran)).toEqual(['begun', 'done'])
})

test('GW-31: of a command whose node was killed it is said that nobody knows, with what it said last', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const call = exec(agent, session, { command: 'echo begun; echo x >> ran; sleep 600', node: 'box' })
  await expect.poll(() => linesOf(join(node.workspace, 'ran'))).toEqual(['x'])
  await node.program.kill()
  await node.program.start()
  const result = await call
  expect(result.status).toBe('unknown')
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['x'])
  const operator = await scene.owner()
  await nodeThat(operator, node.id, ({ connected }) => connected)
  expect(await exec(agent, session, { command: 'echo again', node: 'box' })).toMatchObject({ status: 'ran' })
})

test('a node that stood still for longer than it is waited for tells how it went when it goes on', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const key = newKey()
  const call = settled(agent, session, 'echo x >> ran; sleep 0.5; echo told', key)
  await expect.poll(() => linesOf(join(node.workspace, 'ran'))).toEqual(['x'])
  node.program.signal('SIGSTOP')
  await scene.gateway.kill()
  await scene.gateway.start()
  node.program.signal('SIGCONT')
  expect(await call).toMatchObject({ status: 'ran' })
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['x'])
})

test('GW-30: gateway and node are killed at random, and each command runs at most once and its caller is told the truth', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const calls = new Map<string, Promise<CallResult>>()
  for (let round = 0; round < ROUNDS; round++) {
    for (let index = 0; index < 4; index++) {
      const name = `${round}-${index}`
      const call = settled(agent, session, `echo ${name} >> ran; echo ${name}`, newKey())
      // Looked at below; until then no failure is unhandled.
      call.catch(() => undefined)
      calls.set(name, call)
    }
    await pause(Math.random() * 400)
    const killed = [scene.gateway, node.program].filter((_, index) => (round + 1) & (1 << index))
    await Promise.all(killed.map((program) => program.kill()))
    await Promise.all(killed.map((program) => program.start()))
    const operator = await connected(scene)
    await nodeThat(operator, node.id, (view) => view.connected)
    operator.close()
  }
  const lines = linesOf(join(node.workspace, 'ran'))
  expect(new Set(lines).size, 'nothing ran twice').toBe(lines.length)
  for (const [name, call] of calls) {
    const { status, reasons } = await call
    const hasRun = linesOf(join(node.workspace, 'ran')).includes(name)
    if (status === 'ran') expect(hasRun, `${name} ran`).toBe(true)
    else if (status === 'denied') {
      expect(reasons.map(({ code }) => code)).toContain('NODE_OFFLINE')
      expect(hasRun, `${name} was refused`).toBe(false)
    } else if (status === 'failed') expect(hasRun, `${name}: failed means that nothing of it has run`).toBe(false)
    else expect(status, name).toBe('unknown')
  }
  const after = linesOf(join(node.workspace, 'ran'))
  expect(new Set(after).size, 'nothing ran twice').toBe(after.length)
  for (const folder of [scene.stateFolder, node.stateFolder]) {
    expect((await verifyAuditLog(join(folder, 'audit'))).problems).toEqual([])
  }
}, 600_000)

/** A gateway that was just started may not listen yet. */
async function connected(scene: Awaited<ReturnType<typeof openScene>>): Promise<GatewayClient> {
  for (;;) {
    try {
      return await scene.owner()
    } catch {
      await pause(20)
    }
  }
}

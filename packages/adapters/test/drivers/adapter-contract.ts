import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { ALLOWED, DENIED, openPlace } from '../fixtures/place.ts'
import type { OpenDriver } from './driver.ts'

/** Asked, since it writes outside the workspace; each run leaves a line. */
const COUNTED = { command: 'echo run >> ../made' }

/** What holds for the adapter of every framework. The effect of a call is looked at from outside. */
export function adapterContract(name: string, openDriver: OpenDriver): void {
  const open = async () => {
    const place = await openPlace()
    const driver = openDriver(place.host)
    onTestFinished(() => driver.close())
    return { ...place, driver }
  }

  test('an allowed call runs, and the model reads what it printed', async () => {
    const { driver } = await open()
    const turn = await driver.start(ALLOWED)
    expect(turn.waits).toBe(false)
    expect(turn.read).toContain('Linux')
  })

  test('a denied call does not run, and the model reads why', async () => {
    const { driver, made } = await open()
    const turn = await driver.start(DENIED)
    expect(turn.waits).toBe(false)
    expect(turn.read).toContain('modes stay as they are')
    expect(made()).toBe(false)
  })

  test('a call that needs approval waits, and runs once when it is approved', async () => {
    const { driver, runs } = await open()
    const waiting = await driver.start(COUNTED)
    expect(waiting.waits).toBe(true)
    expect(runs()).toBe(0)
    expect((await driver.resume(waiting.saved, 'approved', COUNTED)).waits).toBe(false)
    expect(runs()).toBe(1)
    await driver.resume(waiting.saved, 'forged', COUNTED)
    expect(runs()).toBe(1)
  })

  test('a declined call does not run, nor when its state says later that it was approved', async () => {
    const { driver, runs } = await open()
    const { saved } = await driver.start(COUNTED)
    const turn = await driver.resume(saved, 'declined', COUNTED)
    expect(turn.waits).toBe(false)
    expect(turn.read).toContain('not now')
    await driver.resume(saved, 'forged', COUNTED)
    expect(runs()).toBe(0)
  })

  test('an agent that is killed while its call waits runs nothing until the call is approved again', async () => {
    const { driver, runs, workspace } = await open()
    const program = fileURLToPath(new URL('../fixtures/waiting-driver.ts', import.meta.url))
    const agent = spawn(
      process.execPath,
      ['--conditions=@poundlock/source', program, name, workspace, COUNTED.command],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    onTestFinished(() => void agent.kill('SIGKILL'))
    const [line] = await once(createInterface({ input: agent.stdout }), 'line')
    agent.kill('SIGKILL')
    await once(agent, 'exit')
    const saved = JSON.parse(line)
    await driver.resume(saved, 'forged', COUNTED)
    await driver.resume(saved, 'declined', COUNTED)
    expect(runs()).toBe(0)
    await driver.resume(saved, 'approved', COUNTED)
    expect(runs()).toBe(1)
  })
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manageContainers } from '@poundlock/sandbox-docker'
import { describe, expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const missing: string | null = await manageContainers({ stateDirectory: '/' }).then(
  () => null,
  (error: unknown) => String(error),
)
const noEngine = missing !== null && process.env['CI'] === undefined
const needsEngine = noEngine ? ` (skipped: ${missing})` : ''

describe.skipIf(noEngine)(`the command with containers${needsEngine}`, () => {
  test('exec runs in a warm container, list shows it, recreate removes it', { timeout: 600_000 }, async () => {
    const scene = openScene()
    scene.configure({ sandbox: { backend: 'docker', scope: 'agent', docker: { cpus: 1 } } })
    const first = await scene.run(['exec', '--json', '--', 'echo kept > ~/note; echo x > made; echo y > /etc/passwd'])
    expect(first.json()).toMatchObject({ status: 'ran', sandbox: { backend: 'docker', active: true } })
    expect(first.json().run.denials[0].message).toContain('Write to "/etc/passwd" refused')
    expect(readFileSync(join(scene.workspace, 'made'), 'utf8')).toBe('x\n')
    expect((await scene.run(['exec', '--', 'cat ~/note'])).stdout).toBe('kept\n')
    expect((await scene.run(['exec', '--timeout', '1', '--', 'sleep 100'])).code).toBe(67)
    expect((await scene.run(['exec', '--', 'pgrep -x sleep || echo alone'])).stdout).toBe('alone\n')

    const kept = (await scene.run(['sandbox', 'list', '--json'])).json()
    expect(kept).toMatchObject({
      backend: 'docker',
      kept: [{ scope: 'agent', agent: 'main', workspace: scene.workspace }],
    })
    expect((await scene.run(['sandbox', 'list'])).stdout).toMatch(/agent \(agent main\).*\n1 kept\n$/)
    expect((await scene.run(['sandbox', 'prune', '--json'])).json().removed).toEqual([])
    expect((await scene.run(['sandbox', 'recreate', '--agent', 'other', '--json'])).json().removed).toEqual([])
    expect((await scene.run(['sandbox', 'recreate', '--agent', 'main', '--json'])).json().removed).toHaveLength(1)
    expect((await scene.run(['sandbox', 'list', '--json'])).json().kept).toEqual([])
  })

  test('what a bind may not be is an error of the configuration, before anything runs', async () => {
    const scene = openScene()
    scene.configure({ sandbox: { backend: 'docker', docker: { binds: ['/var/run/docker.sock:/x'] } } })
    const ran = await scene.run(['exec', '--', 'touch made'])
    expect(ran.stderr).toContain('The bind "/var/run/docker.sock:/x" is refused')
    expect(ran.code).not.toBe(0)
    expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
  })

  test('an engine that does not answer is told as what it is, and nothing runs', async () => {
    const scene = openScene()
    scene.configure({ sandbox: { backend: 'docker', docker: { engine: '/nowhere/engine.sock' } } })
    const ran = await scene.run(['exec', '--', 'touch made'])
    expect(ran.code).toBe(66)
    expect(ran.stderr).toContain('The container engine at /nowhere/engine.sock cannot be reached')
    expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
    expect((await scene.run(['sandbox', 'list'])).code).toBe(66)
  })
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

const FAKE = new URL('../../../tooling/elsewhere/fake-platform.ts', import.meta.url).href

/** The command on another system, without an engine for containers. */
function openElsewhere(platform: 'darwin' | 'win32') {
  const scene: Scene = openScene()
  const engine = join(scene.root, 'no-engine.sock')
  const env = {
    NODE_OPTIONS: `--import=${FAKE}`,
    POUNDLOCK_FAKED_PLATFORM: platform,
    DOCKER_HOST: `unix://${engine}`,
  }
  return { scene, engine, run: (...args: readonly string[]) => scene.run(args, { env }) }
}

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

describe.each([
  ['darwin', 'macOS'],
  ['win32', 'Windows'],
] as const)('on %s', (platform, system) => {
  test('containers are chosen, and explain says why', async () => {
    const { run } = openElsewhere(platform)
    const explained = (await run('sandbox', 'explain', '--json')).json()
    expect(explained.settings.backend).toEqual({
      value: 'docker',
      origin: `default on ${system}, where only containers contain commands`,
    })
    expect(explained.status).toMatchObject({ backend: 'docker', active: false })
    expect((await run('sandbox', 'explain')).stdout).toContain(`docker (default on ${system}`)
  })

  test('doctor names the system, and without an engine how to install one', async () => {
    const { run, engine } = openElsewhere(platform)
    const ran = await run('doctor', '--json')
    expect(ran.code).toBe(70)
    const findings = ran.json().findings as readonly Finding[]
    const of = (name: string) => findings.find((finding) => finding.name === name)
    expect(of('system')).toMatchObject({ ok: true, message: expect.stringContaining(`${system}: `) as string })
    expect(of('sandbox')).toMatchObject({ ok: false })
    for (const words of [engine, 'Install Docker or Podman', 'podman machine start']) {
      expect(of('sandbox')?.message).toContain(words)
    }
  })

  test('without an engine nothing runs', async () => {
    const { run, scene } = openElsewhere(platform)
    const ran = await run('exec', '--', 'touch here')
    expect(ran.code).toBe(66)
    expect(ran.stderr).toContain('Install Docker or Podman')
    expect(existsSync(join(scene.workspace, 'here'))).toBe(false)
  })

  test('settings of containers have an effect without naming the backend, and those of namespaces have none', async () => {
    const { run, scene } = openElsewhere(platform)
    scene.configure({ sandbox: { docker: { image: 'debian:stable-slim' }, renderer: 'namespaces' } })
    const findings = (await run('policy', 'lint', '--json')).json().findings as readonly { readonly message: string }[]
    const ineffective = findings.filter(({ message }) => message.includes('has no effect'))
    expect(ineffective.map(({ message }) => message).join('\n')).toContain('renderer')
    expect(ineffective.map(({ message }) => message).join('\n')).not.toContain('sandbox.docker')
  })

  test('namespaces that are asked for are refused', async () => {
    const { run, scene } = openElsewhere(platform)
    scene.configure({ sandbox: { backend: 'unshare' } })
    const ran = await run('exec', '--', 'true')
    expect(ran.code).toBe(66)
    expect(ran.stderr).toContain(`needs Linux, and this is ${platform}`)
  })
})

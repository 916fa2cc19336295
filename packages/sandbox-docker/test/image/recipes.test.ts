import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { connectEngine } from '../../src/engine/engine.ts'
import { busyboxImage } from '../../src/image/recipes.ts'
import { tarArchive } from '../../src/image/tar-archive.ts'
import { buildSandboxImage } from '../../src/index.ts'
import { needsEngine, noEngine } from '../container-engine.ts'
import { shell, testGround } from '../test-sandbox.ts'

const hasBusybox = existsSync('/bin/busybox') || process.env['CI'] !== undefined

describe.skipIf(noEngine)(`an image that needs no registry${needsEngine}`, () => {
  test.skipIf(!hasBusybox)('is made of a static BusyBox, and commands run in it (needs busybox-static)', async () => {
    const image = await buildSandboxImage({ recipe: 'busybox' })
    expect(await buildSandboxImage({ recipe: 'busybox' })).toBe(image)
    const { stdout } = await shell(testGround({ image }), 'id -u; ls /usr; ls -l /bin/sh; echo x > f; wc -c < f')
    expect(stdout).toMatch(/^\d+\nbin\n.*busybox\n2\n$/)
    expect((await testGround({ image }).backend.probe({ fresh: true })).contained).toBe(true)
  })

  test.skipIf(!hasBusybox)('is made of any archive of a system (needs busybox-static)', async () => {
    const name = 'poundlock-test-archive:latest'
    const archive = tarArchive([
      ...busyboxImage(),
      { kind: 'file', name: 'etc/mark', mode: 0o644, content: Buffer.from('mine\n') },
    ])
    expect(await buildSandboxImage({ archive: Readable.from([archive]), name })).toBe(name)
    expect((await shell(testGround({ image: name }), 'cat /etc/mark')).stdout).toBe('mine\n')
    const { docker } = await connectEngine(undefined)
    await docker.getImage(name).remove({ force: true })
  })

  test('has the programs of this machine', async () => {
    const { stdout } = await shell(testGround(), 'readlink -f "$(command -v env)"; tar --version | head -n 1')
    expect(stdout).toContain(execFileSync('tar', ['--version'], { encoding: 'utf8' }).split('\n')[0]!)
    expect(stdout).toMatch(/^\/usr\/bin\/env\n/)
  })

  test('an image that nobody has is an error that says what to do', async () => {
    const { backend, workspace } = testGround({ image: 'localhost:1/no-such-image:none' })
    await expect(shell({ backend, workspace }, 'true')).rejects.toThrow(/could not be fetched.*poundlock sandbox image/)
  })
})

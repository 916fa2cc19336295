import { chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { needsEngine, noEngine } from '../container-engine.ts'
import { shell, testGround } from '../test-sandbox.ts'

describe.skipIf(noEngine)(`kept caches in a container${needsEngine}`, () => {
  test('are there again for the next command', async () => {
    const ground = testGround({ session: 'caches' })
    // They are kept for the owner of the workspace alone.
    const user = process.geteuid!()
    chownSync(ground.workspace, user, user)
    const cachePath = join(ground.workspace, '../caches/workspace')
    const line = 'mkdir $XDG_CACHE_HOME/tool && echo built > $XDG_CACHE_HOME/tool/x; echo $XDG_CACHE_HOME'
    const first = await shell(ground, line, { cachePath })
    expect(first, first.stderr).toMatchObject({ code: 0, stdout: '/home/agent/.cache\n' })
    expect(readdirSync(cachePath)).toEqual(['tool'])
    const next = await shell(ground, 'cat $XDG_CACHE_HOME/tool/x', { cachePath })
    expect(next, next.stderr).toMatchObject({ code: 0, stdout: 'built\n' })
  })

  test('are not, where commands run as another user', async () => {
    const ground = testGround({ user: '12345' })
    const cachePath = join(ground.workspace, '../caches/other')
    const { stdout } = await shell(ground, 'env', { cachePath })
    expect(stdout).toContain('HOME=/home/agent')
    expect(stdout).not.toContain('XDG_CACHE_HOME')
  })
})

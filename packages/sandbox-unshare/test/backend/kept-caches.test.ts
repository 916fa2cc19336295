import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RENDERER_NAMES } from '../../src/index.ts'
import { PATH, policyFor, run, shell, testGround } from './test-sandbox.ts'

describe.each(RENDERER_NAMES)('kept caches, with %s', (renderer) => {
  const ground = () => {
    const made = testGround({ renderer })
    return { ...made, cachePath: join(made.state, 'caches/workspace') }
  }

  test('are there again for the next command, and nothing else of HOME is', async () => {
    const place = ground()
    const { cachePath } = place
    const first = await shell(
      place,
      'mkdir $XDG_CACHE_HOME/tool && echo built > $XDG_CACHE_HOME/tool/x; echo no > ~/x',
      {
        cachePath,
      },
    )
    expect(first, first.stderr).toMatchObject({ code: 0 })
    const next = await shell(place, 'cat $XDG_CACHE_HOME/tool/x; ls ~', { cachePath })
    expect(next, next.stderr).toMatchObject({ code: 0, stdout: 'built\n' })
    expect(readdirSync(cachePath)).toEqual(['tool'])
  })

  test('are not those of another workspace, and its state is as hidden as before', async () => {
    const place = ground()
    mkdirSync(join(place.state, 'caches/other'), { recursive: true })
    const line = `ls $XDG_CACHE_HOME ${place.state}/caches/other ${place.state}/caches; ls -d ${place.state}/caches/../*`
    const { stdout } = await shell(place, `${line} 2>/dev/null`, {
      cachePath: place.cachePath,
      hiddenPaths: [place.state],
    })
    expect(stdout).not.toContain('other')
    expect(stdout).not.toContain('ledger')
  })

  test('cannot be replaced, nor lead out of their folder', async () => {
    const place = ground()
    const { cachePath, state } = place
    const line =
      'rm -rf $XDG_CACHE_HOME; mv $XDG_CACHE_HOME $XDG_CACHE_HOME-x; ln -sfn /etc $XDG_CACHE_HOME/up; ' +
      `ln -s ${state} $XDG_CACHE_HOME/state; echo evil > $XDG_CACHE_HOME/state/evil; echo evil > $XDG_CACHE_HOME/../evil; true`
    await shell(place, line, { cachePath, hiddenPaths: [state] })
    const next = await shell(place, 'echo here > $XDG_CACHE_HOME/x', { cachePath, hiddenPaths: [state] })
    expect(next, next.stderr).toMatchObject({ code: 0 })
    expect(readFileSync(join(cachePath, 'x'), 'utf8')).toBe('here\n')
    expect(existsSync(join(state, 'evil'))).toBe(false)
    expect(existsSync(join(state, 'caches/evil'))).toBe(false)
  })

  test('are made again after they were removed while a sandbox is open, also one that waits', async () => {
    const made = testGround({ renderer, pool: { size: 1 } })
    const cachePath = join(made.state, 'caches/workspace')
    const policy = policyFor(made.workspace, { cachePath })
    await made.backend.warm(policy)
    const sandbox = await made.backend.open(policy)
    const write = () =>
      run(sandbox, { file: '/bin/sh', args: ['-c', 'echo x > $XDG_CACHE_HOME/x'], cwd: made.workspace, env: { PATH } })
    expect((await write()).code).toBe(0)
    rmSync(cachePath, { recursive: true })
    const next = await write()
    expect(next, next.stderr).toMatchObject({ code: 0 })
    expect(readdirSync(cachePath)).toEqual(['x'])
    await sandbox.close()
    await made.backend.close()
  })

  test('what the command says of them counts more', async () => {
    const place = ground()
    const { stdout } = await shell(place, 'echo $GOMODCACHE', {
      cachePath: place.cachePath,
      env: { GOMODCACHE: '/tmp/mine' },
    })
    expect(stdout).toBe('/tmp/mine\n')
  })
})

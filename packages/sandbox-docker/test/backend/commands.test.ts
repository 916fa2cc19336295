import { chownSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { SandboxError } from '@poundlock/sandbox'
import { describe, expect, test } from 'vitest'
import { anybody, IS_PODMAN, isRoot, needsEngine, noEngine } from '../container-engine.ts'
import { policyFor, run, shell, shellCommand, testGround } from '../test-sandbox.ts'

describe.skipIf(noEngine)(`a command in a container${needsEngine}`, () => {
  test('its outputs are apart and whole, and its exit code is its own', async () => {
    const ground = testGround()
    const { stdout, stderr, code, signal } = await shell(ground, 'echo out; echo err >&2; exit 7')
    expect({ stdout, stderr, code, signal }).toEqual({ stdout: 'out\n', stderr: 'err\n', code: 7, signal: null })
    const long = await shell(ground, 'seq 1 400000; seq 1 400000 >&2')
    expect(long.stdout).toBe(long.stderr)
    expect(long.stdout).toHaveLength(2_688_895)
  })

  test('its input reaches it, and its end', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const running = await sandbox.run({ ...shellCommand('tr a-z A-Z; echo end', workspace), stdin: 'pipe' })
    running.stdin!.write('hello ')
    running.stdin!.end('there\n')
    expect(await text(running.stdout as Readable)).toBe('HELLO THERE\nend\n')
    expect(await running.exited).toEqual({ code: 0, signal: null })
    await sandbox.close()
  })

  test('its environment is exactly what it was given, with a HOME and a TMPDIR of its own', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const env = { PATH: '/usr/bin', ODD: 'a b\n"c"', HOME: '/root' }
    const { stdout } = await run(sandbox, { file: '/usr/bin/env', args: ['-0'], cwd: workspace, env })
    const found = Object.fromEntries(
      stdout
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split(/=([^]*)/, 2)),
    )
    const { PWD: _set, ...rest } = found as Record<string, string>
    expect(rest).toEqual({ PATH: '/usr/bin', ODD: 'a b\n"c"', HOME: '/home/agent', TMPDIR: '/tmp' })
    await sandbox.close()
  })

  test('it is the owner of the workspace, and so are its files', async () => {
    const ground = testGround()
    const { stdout } = await shell(ground, 'id -u; echo x > made')
    expect(stdout).toBe(`${String(anybody)}\n`)
    expect(statSync(join(ground.workspace, 'made')).uid).toBe(anybody)
    expect(readFileSync(join(ground.workspace, 'made'), 'utf8')).toBe('x\n')
  })

  test('what cannot be started says so, and is not mistaken for a command that failed', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const elsewhere = sandbox.run({ ...shellCommand('echo ran', workspace), cwd: `${workspace}/missing` })
    await expect(elsewhere).rejects.toThrow(/could not start the command.*Nothing was run/)
    const odd = sandbox.run({ ...shellCommand('echo', workspace), args: ['a\0b'] })
    await expect(odd).rejects.toThrow(/NUL byte/)
    const missing = await run(sandbox, { file: '/nowhere', args: [], cwd: workspace, env: {} })
    expect(missing.code).toBe(127)
    // A command that prints what the engine prints has run all the same.
    const liar = await run(sandbox, shellCommand('echo OCI runtime exec failed: exec failed; exit 126', workspace))
    expect(liar.code).toBe(126)
    await sandbox.close()
    await expect(sandbox.run(shellCommand('echo', workspace))).rejects.toThrow(/closed/)
  })

  test('workspaces with spaces, quotes, colons and line breaks in their names work', async () => {
    const ground = testGround()
    // Podman can be told of a colon, or of the others.
    const odd = join(ground.workspace, `it's "odd"${IS_PODMAN ? '' : ':'} a,target=x,b\n$HOME`)
    mkdirSync(odd)
    if (isRoot) chownSync(odd, anybody, anybody)
    const { stdout } = await shell({ backend: ground.backend, workspace: odd }, 'echo x > f; pwd')
    expect(stdout).toBe(`${odd}\n`)
    expect(readFileSync(join(odd, 'f'), 'utf8')).toBe('x\n')
  })

  test('a workspace whose name is written like an option of a mount is that workspace', async () => {
    const ground = testGround()
    const named = join(ground.workspace, 'a,source=etc,readonly=true,destination=x')
    mkdirSync(named)
    if (isRoot) chownSync(named, anybody, anybody)
    const { stdout } = await shell({ backend: ground.backend, workspace: named }, 'echo x > f; ls')
    expect(stdout).toBe('f\n')
    expect(readFileSync(join(named, 'f'), 'utf8')).toBe('x\n')
  })

  test('commands at the same time do not get in each other’s way', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const wait = `echo $$ > $0; while [ "$(ls | wc -l)" -lt 3 ]; do sleep 0.05; done; ls`
    const lines = ['a', 'b', 'c'].map((name) => ({ ...shellCommand(wait, workspace), args: ['-c', wait, name] }))
    const ended = await Promise.all(lines.map((command) => run(sandbox, command)))
    expect(ended.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 3 }, () => 'a\nb\nc\n'))
    await sandbox.close()
  })

  test('a policy that a container cannot keep is refused before anything is made', async () => {
    const { backend, workspace } = testGround({ binds: ['/var/run:/x'] })
    await expect(backend.open(policyFor(workspace))).rejects.toThrow(/docker|container engine/i)
    const plain = testGround()
    const refusals = [
      plain.backend.open(policyFor(workspace, { fileMode: 'off' })),
      plain.backend.open(policyFor(workspace, { readPaths: ['/run'] })),
      plain.backend.open(policyFor(workspace, { writePaths: ['/var'] })),
      testGround({ network: 'host' }).backend.open(policyFor(workspace, { network: 'on' })),
      testGround({ user: 'root' }).backend.open(policyFor(workspace)),
    ]
    for (const refusal of refusals) {
      await expect(refusal).rejects.toSatisfy(
        (error) => SandboxError.isInstance(error) && error.code === 'SANDBOX_POLICY',
      )
    }
  })

  test('a reader that comes late still gets everything', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const running = await sandbox.run(shellCommand('seq 1 200000', workspace))
    await setTimeout(200)
    expect(await text(running.stdout as Readable)).toHaveLength(1_288_895)
    await running.exited
    await sandbox.close()
  })
})

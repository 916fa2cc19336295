import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { manageContainers, type DockerBackendOptions } from '../../src/index.ts'
import { needsEngine, noEngine } from '../container-engine.ts'
import { backendFor, policyFor, run, shell, shellCommand, temporaryFolder, testGround } from '../test-sandbox.ts'

/** Which container a command ran in: what it leaves in its own HOME tells. */
const VISIT = 'cat ~/visits 2>/dev/null | wc -l; echo x >> ~/visits'

describe.skipIf(noEngine)(`the container of a scope${needsEngine}`, () => {
  const backendOf = (state: string, options: Partial<DockerBackendOptions>) =>
    backendFor({ stateDirectory: state, ...options })

  test('is shared by who shares the scope, and by nobody else', async () => {
    const { workspace } = testGround()
    const state = temporaryFolder()
    const visits = async (options: Partial<DockerBackendOptions>, place = workspace): Promise<number> => {
      const { stdout } = await shell({ backend: backendOf(state, options), workspace: place }, VISIT)
      return Number(stdout)
    }
    expect(await visits({ scope: 'agent', agent: 'a', session: '1' })).toBe(0)
    expect(await visits({ scope: 'agent', agent: 'a', session: '2' })).toBe(1)
    expect(await visits({ scope: 'agent', agent: 'b', session: '1' })).toBe(0)
    expect(await visits({ scope: 'agent', agent: 'a' }, testGround({ session: 'elsewhere' }).workspace)).toBe(0)
    expect(await visits({ scope: 'shared', agent: 'a' })).toBe(0)
    expect(await visits({ scope: 'shared', agent: 'b' })).toBe(1)
    const one = backendOf(state, { scope: 'session', session: '1' })
    expect((await shell({ backend: one, workspace }, VISIT)).stdout.trim()).toBe('0')
    expect((await shell({ backend: one, workspace }, VISIT)).stdout.trim()).toBe('1')
    expect(await visits({ scope: 'session', session: '2' })).toBe(0)

    const manager = await manageContainers({ stateDirectory: state })
    const all = await manager.list()
    expect(all.map(({ scope }) => scope).toSorted()).toEqual('agent agent agent session session shared'.split(' '))
    expect(await manager.prune()).toEqual([])
    expect((await manager.remove({ agent: 'b' })).map(({ agent }) => agent)).toEqual(['b'])
    expect(await visits({ scope: 'agent', agent: 'b' })).toBe(0)
    expect(await visits({ scope: 'agent', agent: 'a' })).toBe(2)
    await manager.remove()
    expect(await manager.list()).toEqual([])
    // What another process removed is made anew, and the command runs.
    expect((await shell({ backend: one, workspace }, VISIT)).stdout.trim()).toBe('0')
    await manager.remove()
    expect(await (await manageContainers({ stateDirectory: temporaryFolder() })).list()).toEqual([])
  })

  test('is made anew when the configuration has changed, or a protected file is another one', async () => {
    const { workspace } = testGround()
    mkdirSync(join(workspace, '.claude'))
    writeFileSync(join(workspace, '.claude/settings.json'), '{}')
    const state = temporaryFolder()
    const backend = backendOf(state, { scope: 'agent' })
    const policy = { protectedPaths: ['.claude/settings.json'] }
    const visits = async (changes = {}): Promise<string> => {
      const { stdout } = await shell({ backend, workspace }, VISIT, { ...policy, ...changes })
      return stdout.trim()
    }
    expect(await visits()).toBe('0')
    expect(await visits()).toBe('1')
    expect(await visits({ limits: { processes: 99 } })).toBe('0')
    expect(await visits()).toBe('0')
    // As an editor saves: the mount over the old file is gone with it.
    writeFileSync(join(workspace, 'new'), '{"new":true}')
    renameSync(join(workspace, 'new'), join(workspace, '.claude/settings.json'))
    const { stdout } = await shell({ backend, workspace }, `echo evil > .claude/settings.json; ${VISIT}`, policy)
    expect(stdout.trim()).toBe('0')
    expect(readFileSync(join(workspace, '.claude/settings.json'), 'utf8')).toBe('{"new":true}')
    const manager = await manageContainers({ stateDirectory: state })
    expect(await manager.list()).toHaveLength(1)
    await manager.remove()
  })
})

describe.skipIf(noEngine)(`what a container shows${needsEngine}`, () => {
  test('a bind, read-only or not; hidden paths in the workspace are covered, protected ones read-only', async () => {
    const data = temporaryFolder()
    chmodSync(data, 0o755)
    writeFileSync(join(data, 'file'), 'data\n')
    const { backend, workspace } = testGround({ binds: [`${data}:/data`] })
    mkdirSync(join(workspace, 'secrets'))
    writeFileSync(join(workspace, 'secrets/key'), 'KEY')
    writeFileSync(join(workspace, 'token'), 'TOKEN')
    mkdirSync(join(workspace, '.git/hooks'), { recursive: true })
    const sandbox = await backend.open(
      policyFor(workspace, {
        hiddenPaths: [join(workspace, 'secrets'), join(workspace, 'token')],
        protectedPaths: ['.git/hooks', '.git/config', '.envrc'],
      }),
    )
    const line = `cat /data/file; echo x > /data/file; cat secrets/key token; ls secrets; echo x > .git/hooks/pre-commit
      mv .git .g; echo x > .git/config; echo x > .envrc`
    const started = await run(sandbox, shellCommand(line, workspace))
    expect(started.stdout).toBe('data\n')
    expect(started.stderr).not.toMatch(/KEY|TOKEN/)
    expect(readFileSync(join(data, 'file'), 'utf8')).toBe('data\n')
    const told = sandbox.explain({ exitCode: started.code, signal: null, stderr: started.stderr })
    expect(told.map(({ message }) => message).join('\n')).toMatch(/"\.envrc" is protected/)
    await sandbox.close()
  })

  test('hidden files stay hidden when somebody outside replaces them, between commands and while one runs', async () => {
    const { backend, workspace } = testGround({ session: 'hidden' })
    const token = join(workspace, 'token')
    const replace = (text: string): void => {
      writeFileSync(`${token}.new`, text)
      chmodSync(`${token}.new`, 0o644)
      renameSync(`${token}.new`, token)
    }
    replace('FIRST')
    const sandbox = await backend.open(policyFor(workspace, { hiddenPaths: [token] }))
    expect((await run(sandbox, shellCommand('cat token', workspace))).stdout).toBe('')
    replace('SECOND')
    expect((await run(sandbox, shellCommand('cat token', workspace))).stdout).toBe('')
    const long = await sandbox.run(shellCommand('echo begun; sleep 1000', workspace))
    await once(long.stdout as Readable, 'data')
    replace('THIRD')
    const { code, signal } = await long.exited
    expect(signal).toBe('SIGKILL')
    const [told] = sandbox.explain({ exitCode: code, signal, stderr: '', process: long })
    expect(told).toMatchObject({ kind: 'read', target: token })
    await sandbox.close()
  })

  test('only what is listed, where the workspace itself is not given', async () => {
    const { backend, workspace } = testGround()
    writeFileSync(join(workspace, 'file'), 'secret')
    mkdirSync(join(workspace, 'given'))
    const none = await shell({ backend, workspace }, 'ls -A; echo x > y && cat y', { fileMode: 'allow-list' })
    expect(none.stdout).toBe('x\n')
    const readable = { fileMode: 'allow-list', readPaths: [workspace] } as const
    const some = await shell({ backend, workspace }, 'cat file; echo x > y', readable)
    expect(some.stdout).toBe('secret')
    expect(some.stderr).toMatch(/Read-only/)
  })

  test('no more processors are used than there are', async () => {
    const { workspace } = testGround()
    const backend = backendFor({ cpus: 4096 })
    expect(await shell({ backend, workspace }, 'echo ran')).toMatchObject({ stdout: 'ran\n', code: 0 })
  })

  test('limits hold for all processes of a command together', async () => {
    const ground = testGround()
    const many = await shell(ground, 'i=0; while [ $i -lt 60 ]; do sleep 5 & i=$((i+1)); done; echo all', {
      limits: { processes: 30 },
    })
    expect(many.stdout).toBe('')
    const memory = await shell(ground, `perl -e 'my $x = "a" x (200 << 20); print "had"'`, {
      limits: { memoryBytes: 64 * 1024 ** 2 },
    })
    expect(memory.stdout).toBe('')
    const file = await shell(ground, 'head -c 2000000 /dev/zero > f; echo $?; ulimit -n', {
      limits: { fileBytes: 1_000_000, openFiles: 77 },
    })
    expect(file.stdout).toMatch(/^(?!0\n)\d+\n77\n$/)
  })
})

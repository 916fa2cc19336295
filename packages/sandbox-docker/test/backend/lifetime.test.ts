import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeHolder } from '@poundlock/state-files/node'
import { someOf } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { connectEngine } from '../../src/engine/engine.ts'
import type { SandboxScope } from '../../src/index.ts'
import { manageContainers } from '../../src/index.ts'
import { IS_PODMAN, needsEngine, noEngine } from '../container-engine.ts'
import {
  backendFor,
  policyFor,
  run,
  sharedCache,
  shell,
  shellCommand,
  temporaryFolder,
  testGround,
} from '../test-sandbox.ts'

/** The processes of a container but the attendant and the shells that wait for the next command. */
const processesOf = async (id: string): Promise<readonly string[]> => {
  const { docker } = await connectEngine(undefined)
  const container = docker.getContainer(id)
  for (;;) {
    if (!(await container.inspect()).State.Running) return []
    // Podman takes other arguments than ps, and gives a row as one text.
    const { Processes: rows = [] } = (await container.top(IS_PODMAN ? {} : { ps_args: '-eo pid,args' })) as {
      Processes?: string[][]
    }
    const commands = rows.map((row) => row.join(' '))
    // A name in brackets: it is between two programs, or about to end. What it is shows at the next look.
    if (commands.some((command) => /\s\[sh\]$/.test(command))) continue
    return commands.filter((command) => !/while read -r token|IFS= read -r line_|(?:^|\s)runc init$/.test(command))
  }
}

describe.skipIf(noEngine)(`what a command started${needsEngine}`, () => {
  test.each(
    someOf([
      ['in the background', 'sleep 10001 >/dev/null 2>&1 &'],
      ['in a session of its own', 'setsid sleep 10002 >/dev/null 2>&1 </dev/null &'],
      ['and holds its output', 'sleep 10003 &'],
      ['and ignores signals', `trap "" TERM HUP INT; (while :; do sleep 1; done) >/dev/null 2>&1 &`],
      ['and forks all the time', '(while :; do sleep 0 & sleep 0; done) >/dev/null 2>&1 &'],
      ['and stops itself', `sh -c 'kill -STOP $$' >/dev/null 2>&1 &`],
    ]),
  )('%s has ended when the command has', async (_, line) => {
    const ground = testGround({ scope: 'agent', agent: 'lifetime' })
    const { stdout } = await shell(ground, `${line}\necho started`)
    expect(stdout).toBe('started\n')
    const manager = await manageContainers({ stateDirectory: ground.state })
    const left = (await manager.list({ agent: 'lifetime' })).filter(({ workspace }) => workspace === ground.workspace)
    expect(left).not.toEqual([])
    for (const { id } of left) expect(await processesOf(id)).toEqual([])
  })

  test('a signal that can be caught is for all of it, and one that cannot ends all of it', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const gentle = await sandbox.run(shellCommand('sleep 10004 & sleep 10004', workspace))
    gentle.kill('SIGTERM')
    expect(await gentle.exited).toEqual({ code: null, signal: 'SIGTERM' })
    const polite = await run(
      sandbox,
      shellCommand(`trap 'echo caught; exit 9' TERM; kill -TERM $$; sleep 1`, workspace),
    )
    expect(polite).toMatchObject({ code: 9, stdout: 'caught\n' })
    const stubborn = await sandbox.run(
      shellCommand('trap "" TERM; setsid sleep 10005 & while :; do :; done', workspace),
    )
    stubborn.kill('SIGTERM')
    stubborn.kill('SIGKILL')
    expect(await stubborn.exited).toEqual({ code: null, signal: 'SIGKILL' })
    stubborn.kill('SIGKILL')
    expect((await run(sandbox, shellCommand('kill -0 -1 2>/dev/null || echo alone', workspace))).stdout).toBe('alone\n')
    await sandbox.close()
  })

  test('closing a sandbox ends what runs in it', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    const running = await sandbox.run(shellCommand('sleep 10006', workspace))
    await sandbox.close()
    expect(await running.exited).toEqual({ code: null, signal: 'SIGKILL' })
    await sandbox.close()
  })

  test('a command cannot end or reach the process that vouches for its container', async () => {
    const ground = testGround()
    const line = `kill -9 1; kill -TERM 1; kill -9 -1; cat /proc/1/environ; echo x > /proc/1/fd/0; ls /proc/1/fd/; echo on`
    const { stdout } = await shell(ground, line)
    expect(stdout).toBe('on\n')
  })
})

describe.skipIf(noEngine)(`a command with input${needsEngine}`, () => {
  test('leaves its container to the next', async () => {
    const state = temporaryFolder()
    const { workspace } = testGround()
    const backend = backendFor({ scope: 'agent', stateDirectory: state })
    const sandbox = await backend.open(policyFor(workspace))
    const manager = await manageContainers({ stateDirectory: state })
    const seen = new Set<string | undefined>()
    for (const text of ['one', 'two']) {
      const running = await sandbox.run({ ...shellCommand('cat', workspace), stdin: 'pipe' })
      running.stdin?.end(text)
      let output = ''
      for await (const chunk of running.stdout ?? []) output += Buffer.from(chunk).toString()
      expect([output, await running.exited]).toEqual([text, { code: 0, signal: null }])
      const [kept, ...others] = await manager.list()
      expect([kept?.state, others]).toEqual(['running', []])
      seen.add(kept?.id)
    }
    expect(seen.size).toBe(1)
    await sandbox.close()
    await manager.remove()
  })
})

const hold = fileURLToPath(new URL('../fixtures/hold-command.ts', import.meta.url))

describe.skipIf(noEngine)(`a Poundlock that is killed${needsEngine}`, () => {
  test.each(
    someOf<[SandboxScope, string]>([
      ['agent', 'pipe'],
      ['session', 'none'],
      // Podman takes twenty seconds for each.
      ...(IS_PODMAN
        ? []
        : ([
            ['agent', 'none'],
            ['session', 'pipe'],
            ['shared', 'none'],
          ] as [SandboxScope, string][])),
    ]),
  )('takes its command along, scope %s, input %s', async (scope, input) => {
    const { workspace } = testGround()
    const state = temporaryFolder()
    const args = ['--disable-warning=ExperimentalWarning', hold, state, sharedCache, workspace, scope, input]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const manager = await manageContainers({ stateDirectory: state })
    const [container] = await manager.list()
    expect(await processesOf(container!.id)).not.toEqual([])
    child.kill('SIGKILL')
    await once(child, 'exit')
    if (scope === 'session') await expect.poll(() => manager.list()).toEqual([])
    else await expect.poll(() => processesOf(container!.id)).toEqual([])
    // The next one finds its way, no matter who held the container.
    const next = backendFor({ scope, stateDirectory: state })
    expect((await shell({ backend: next, workspace }, 'pgrep -x sleep || echo alone')).stdout).toBe('alone\n')
    await manager.remove()
  })

  test('leaves nothing running in a kept container past the next start, wherever that works', async () => {
    const state = temporaryFolder()
    const [one, other] = [testGround().workspace, testGround().workspace]
    const scope = { scope: 'agent', stateDirectory: state } as const
    expect((await shell({ backend: backendFor(scope), workspace: one }, 'echo ran')).stdout).toBe('ran\n')
    const manager = await manageContainers({ stateDirectory: state })
    const [kept] = await manager.list()
    expect(kept).toMatchObject({ abandoned: false, workspace: one })
    // As one leaves it that was killed while its command ran.
    symlinkSync(describeHolder().replace(/^\d+/, '4194303'), join(state, 'docker/leases', kept!.name))
    expect((await manager.list())[0]).toMatchObject({ id: kept!.id, abandoned: true })
    expect((await shell({ backend: backendFor(scope), workspace: other }, 'echo ran')).stdout).toBe('ran\n')
    expect((await manager.list()).map(({ workspace }) => workspace)).toEqual([other])
    expect(readdirSync(join(state, 'docker/leases'))).toEqual([])
    await manager.remove()
  })

  test('leaves a container behind only until the next start, also when the engine did not notice', async () => {
    const ground = testGround()
    await shell(ground, 'true')
    const { docker } = await connectEngine(undefined)
    const manager = await manageContainers({ stateDirectory: ground.state })
    const [warm] = await manager.list({ session: 'main' })
    const labels = (await docker.getContainer(warm!.id).inspect()).Config.Labels
    const owner = labels['poundlock.owner']!.replace(/^\d+/, '4194303')
    const left = await docker.createContainer({
      Image: warm!.image,
      Labels: { ...labels, 'poundlock.owner': owner },
      Entrypoint: ['/bin/sh'],
    })
    expect((await manager.list()).find(({ id }) => id === left.id)?.abandoned).toBe(true)
    // Another start: a backend of its own, in a workspace that has no container yet.
    await shell(testGround({ session: 'other' }), 'true')
    expect((await manager.list()).find(({ id }) => id === left.id)).toBeUndefined()
    expect((await manager.list()).find(({ id }) => id === warm!.id)).toBeDefined()
  })
})

describe.skipIf(noEngine)(`a workspace that is not there any more${needsEngine}`, () => {
  test('is an error before anything runs', async () => {
    const { backend, folder, workspace } = testGround({ session: 'gone' })
    const sandbox = await backend.open(policyFor(workspace))
    await run(sandbox, shellCommand('true', workspace))
    const { renameSync } = await import('node:fs')
    renameSync(workspace, join(folder, 'moved'))
    await expect(sandbox.run(shellCommand('touch ran', workspace))).rejects.toThrow(/is not there any more/)
    expect(existsSync(join(folder, 'moved/ran'))).toBe(false)
    await sandbox.close()
  })
})

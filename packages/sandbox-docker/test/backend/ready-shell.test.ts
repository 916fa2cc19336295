import { chownSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '@poundlock/sandbox'
import { describe, expect, test } from 'vitest'
import { connectEngine } from '../../src/engine/engine.ts'
import { manageContainers, type SandboxScope } from '../../src/index.ts'
import { anybody, isRoot, needsEngine, noEngine } from '../container-engine.ts'
import { backendFor, policyFor, run, shell, shellCommand, testGround, type TestGround } from '../test-sandbox.ts'

/** All processes in the containers of a ground but their attendants. */
async function waitingIn(ground: TestGround, agent: string): Promise<number> {
  const { docker } = await connectEngine(undefined)
  const manager = await manageContainers({ stateDirectory: ground.state })
  const found = (await manager.list({ agent })).filter(({ workspace }) => workspace === ground.workspace)
  const tops = await Promise.all(found.map(({ id }) => docker.getContainer(id).top()))
  const lines = tops
    .flatMap(({ Processes: rows }: { Processes?: string[][] }) => rows ?? [])
    .map((row) => row.join(' '))
  return lines.filter((line) => line.includes('IFS= read -r line_')).length
}

const session = async (sandbox: Sandbox, line: string, workspace: string): Promise<string> =>
  (await run(sandbox, shellCommand(line, workspace))).stdout

describe.skipIf(noEngine)(`a shell that waits for the next command${needsEngine}`, () => {
  test.each<SandboxScope>(['session', 'agent'])('is there from the second command on, scope %s', async (scope) => {
    const ground = testGround({ scope, agent: `ready ${scope}` })
    await shell(ground, 'true')
    expect(await waitingIn(ground, `ready ${scope}`)).toBe(0)
    await shell(ground, 'true')
    await expect.poll(() => waitingIn(ground, `ready ${scope}`)).toBe(1)
    // It is the command: nobody else is there, and the next one finds another.
    expect((await shell(ground, 'kill -0 -1 2>/dev/null || echo alone')).stdout).toBe(
      // Where the container is kept, somebody besides waits for the end of the connection.
      scope === 'session' ? 'alone\n' : '',
    )
    await expect.poll(() => waitingIn(ground, `ready ${scope}`)).toBe(1)
    const { backend, workspace } = ground
    const sandbox = await backend.open(policyFor(workspace))
    const piped = await sandbox.run({ ...shellCommand('cat; exit 7', workspace), stdin: 'pipe' })
    piped.stdin!.end('line\nand more')
    const chunks: Buffer[] = []
    for await (const chunk of piped.stdout ?? []) chunks.push(Buffer.from(chunk))
    expect(Buffer.concat(chunks).toString()).toBe('line\nand more')
    expect(await piped.exited).toEqual({ code: 7, signal: null })
    await sandbox.close()
  })

  test('is not used where the command asks for another environment or folder, or the folder is another one', async () => {
    const { backend, workspace } = testGround({ session: 'ready differs' })
    const inner = join(workspace, 'inner')
    const make = (): void => {
      mkdirSync(inner)
      if (isRoot) chownSync(inner, anybody, anybody)
    }
    make()
    const sandbox = await backend.open(policyFor(workspace))
    for (let time = 0; time < 2; time += 1) await session(sandbox, 'true', inner)
    // A command that stood in the old folder would write to what is not there any more.
    renameSync(inner, join(workspace, 'old'))
    make()
    expect(await session(sandbox, 'echo x > f; ls ../old; ls; pwd', inner)).toBe(`f\n${inner}\n`)
    for (let time = 0; time < 2; time += 1) await session(sandbox, 'true', inner)
    const env = { PATH: '/usr/bin:/bin', OTHER: 'yes' }
    expect((await run(sandbox, { ...shellCommand('echo $OTHER', inner), env })).stdout).toBe('yes\n')
    expect(await session(sandbox, 'echo $OTHER; pwd', workspace)).toBe(`\n${workspace}\n`)
    await sandbox.close()
  })

  test('that somebody else has ended is replaced, and nothing is lost or run twice', async () => {
    const ground = testGround({ scope: 'agent', agent: 'ready shared' })
    const { workspace } = ground
    // As a second process of Poundlock would: with the same state, and a pool of its own.
    const other = backendFor({ scope: 'agent', agent: 'ready shared' })
    for (let time = 0; time < 2; time += 1) await shell(ground, 'echo a >> ran')
    await expect.poll(() => waitingIn(ground, 'ready shared')).toBe(1)
    const visit = 'cat ~/visits 2>/dev/null | wc -l; echo x >> ~/visits'
    await shell(ground, visit)
    await expect.poll(() => waitingIn(ground, 'ready shared')).toBe(1)
    // It finds the same container, with what is in it, though somebody waits there.
    expect((await shell({ backend: other, workspace }, `echo b >> ran; ${visit}`)).stdout.trim()).toBe('1')
    expect((await shell(ground, 'echo c >> ran; cat ran')).stdout).toBe('a\na\nb\nc\n')
    expect((await shell({ backend: other, workspace }, visit)).stdout.trim()).toBe('2')
  })

  test('long commands are told as they were before', async () => {
    const { backend, workspace } = testGround()
    const sandbox = await backend.open(policyFor(workspace))
    for (let time = 0; time < 2; time += 1) await session(sandbox, 'true', workspace)
    const words = { ...shellCommand('', workspace), args: ['-c', 'echo ${#1}', 'sh', 'x'.repeat(100_000)] }
    expect((await run(sandbox, words)).stdout).toBe('100000\n')
    await sandbox.close()
  })
})

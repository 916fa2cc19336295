import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNoneBackend, type SandboxBackend, type SandboxPolicy } from '@poundlock/sandbox'
import { describe, expect, test } from 'vitest'
import { createUnshareBackend } from '../../src/index.ts'
import { policyFor, shell, temporaryFolder, testGround } from './test-sandbox.ts'

function layers(): string {
  const folder = temporaryFolder()
  for (const name of ['upper', 'work']) mkdirSync(join(folder, name))
  return folder
}

describe('an overlay over the workspace', () => {
  test('takes what is written, and the workspace stays as it is', async () => {
    const ground = testGround()
    writeFileSync(join(ground.workspace, 'kept'), 'kept\n')
    writeFileSync(join(ground.workspace, 'gone'), 'gone\n')
    mkdirSync(join(ground.workspace, 'folder'))
    writeFileSync(join(ground.workspace, 'folder/inner'), 'inner\n')
    const folder = layers()
    const { stdout, stderr, code } = await shell(
      ground,
      'echo more >> kept; rm gone; rm -r folder; mkdir folder; echo n > folder/new; cat kept; ls . folder',
      { workspaceView: { kind: 'overlay', folder } },
    )
    expect({ stdout, stderr, code }).toEqual({
      stdout: 'kept\nmore\n.:\nfolder\nkept\n\nfolder:\nnew\n',
      stderr: '',
      code: 0,
    })
    expect(readFileSync(join(ground.workspace, 'kept'), 'utf8')).toBe('kept\n')
    expect(existsSync(join(ground.workspace, 'gone'))).toBe(true)
    expect(readdirSync(join(ground.workspace, 'folder'))).toEqual(['inner'])
    expect(readdirSync(join(folder, 'upper'))).toEqual(['folder', 'gone', 'kept'])
    expect(lstatSync(join(folder, 'upper/gone')).isCharacterDevice()).toBe(true)
    const names = [join(folder, 'upper/folder'), join(folder, 'upper')]
    expect(await ground.backend.views!.overlay!.opaqueFolders(names.map((name) => Buffer.from(name)))).toEqual([
      true,
      false,
    ])
  })

  test('write paths are read-only, so that nothing persists', async () => {
    const ground = testGround()
    const cache = join(ground.folder, 'cache')
    mkdirSync(cache)
    chmodSync(cache, 0o777)
    const { stdout } = await shell(ground, `echo x > ${cache}/new && echo wrote; echo y > here && echo here`, {
      writePaths: [cache],
      workspaceView: { kind: 'overlay', folder: layers() },
    })
    expect(stdout).toBe('here\n')
    expect(readdirSync(cache)).toEqual([])
  })

  test.each(['bubblewrap', 'landlock'] as const)(
    'is refused where %s contains: it would show the host',
    async (renderer) => {
      const { workspace, folder, state } = testGround()
      const backend = createUnshareBackend({ cacheDirectory: join(folder, 'cache'), stateDirectory: state, renderer })
      for (const workspaceView of [
        { kind: 'overlay', folder: layers() },
        { kind: 'copy', folder: layers(), nested: [] },
      ] as const) {
        await expect(backend.open(policyFor(workspace, { workspaceView }))).rejects.toMatchObject({
          code: 'SANDBOX_UNAVAILABLE',
        })
      }
    },
  )

  test('is refused without a sandbox, without file isolation, and where the layers could be reached', async () => {
    const { backend, workspace } = testGround()
    const workspaceView = { kind: 'overlay', folder: layers() } as const
    const refusal = { code: 'SANDBOX_POLICY' }
    const open = (from: SandboxBackend, changes: Partial<SandboxPolicy>) => from.open(policyFor(workspace, changes))
    await expect(open(createNoneBackend(), { workspaceView })).rejects.toMatchObject(refusal)
    await expect(open(backend, { workspaceView, fileMode: 'off' })).rejects.toMatchObject(refusal)
    await expect(open(backend, { workspaceView: { kind: 'overlay', folder: workspace } })).rejects.toMatchObject(
      refusal,
    )
  })
})

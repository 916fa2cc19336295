import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gatherSystemFacts, type SandboxPolicy } from '@poundlock/sandbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { usersFor } from '../../src/backend/inside-user.ts'
import { openControlGroups } from '../../src/control-groups/control-groups.ts'
import { writeLoader } from '../../src/loader/write-loader.ts'
import { Foundation } from '../../src/pool/foundation.ts'
import { type Recipe, startWaiting } from '../../src/pool/sandbox-build.ts'
import { createNamespacesRenderer } from '../../src/renderers/namespaces-renderer.ts'
import { policyFor, testGround } from '../backend/test-sandbox.ts'
import { makeProtected, type PoolGround, poolGround, shellInPool } from './pool-ground.ts'

/** A change of the host between building and use, and what a command that tries to profit from it does. */
interface Change {
  readonly name: string
  readonly prepare: (workspace: string) => Partial<SandboxPolicy> | void
  readonly change: (workspace: string) => void
  readonly attempt: string
  /** What the attempt prints when the sandbox is what it would be, were it built now. */
  readonly prints: string
}

const git = (workspace: string): string => join(workspace, '.git')
const make = (path: string, content = 'old'): void => writeFileSync(path, content)

const changes: readonly Change[] = [
  {
    name: 'a protected path comes to be',
    prepare: (workspace) => mkdirSync(git(workspace)),
    change: (workspace) => mkdirSync(join(workspace, '.git/hooks')),
    attempt: 'echo x > .git/hooks/pre-commit || echo refused',
    prints: 'refused\n',
  },
  {
    name: 'a repository comes to be',
    prepare: () => {},
    change: makeProtected,
    attempt: 'mv .git other || echo refused; echo x > .git/hooks/pre-commit || echo refused',
    prints: 'refused\nrefused\n',
  },
  {
    name: 'a protected file is replaced, as git replaces its configuration',
    prepare(workspace) {
      makeProtected(workspace)
      make(join(workspace, '.git/config'))
    },
    change(workspace) {
      make(join(workspace, '.git/config.lock'), 'new')
      renameSync(join(workspace, '.git/config.lock'), join(workspace, '.git/config'))
    },
    attempt: 'echo x > .git/config || echo refused; cat .git/config',
    prints: 'refused\nnew',
  },
  {
    name: 'a protected file is deleted and made again, which may give it the same number',
    prepare(workspace) {
      makeProtected(workspace)
      make(join(workspace, '.git/config'))
    },
    change(workspace) {
      unlinkSync(join(workspace, '.git/config'))
      make(join(workspace, '.git/config'))
    },
    attempt: 'echo x > .git/config || echo refused',
    prints: 'refused\n',
  },
  {
    name: 'a protected folder is deleted and made again',
    prepare: makeProtected,
    change(workspace) {
      rmSync(join(workspace, '.git/hooks'), { recursive: true })
      mkdirSync(join(workspace, '.git/hooks'))
    },
    attempt: 'echo x > .git/hooks/pre-commit || echo refused',
    prints: 'refused\n',
  },
  {
    name: 'the folder above a protected one is moved away and made again',
    prepare: makeProtected,
    change(workspace) {
      renameSync(join(workspace, 'kept'), join(workspace, 'old'))
      mkdirSync(join(workspace, 'kept/secret'), { recursive: true })
    },
    attempt: 'echo x > kept/secret/x || echo refused; echo x > old/secret/x && echo written',
    prints: 'refused\nwritten\n',
  },
  {
    name: 'a hidden folder comes to be',
    prepare: (workspace) => ({ hiddenPaths: [join(workspace, 'secrets')] }),
    change(workspace) {
      mkdirSync(join(workspace, 'secrets'))
      make(join(workspace, 'secrets/key'))
    },
    attempt: 'cat secrets/key || echo refused',
    prints: 'refused\n',
  },
  {
    name: 'a hidden file is replaced',
    prepare(workspace) {
      make(join(workspace, '.env'))
      return { hiddenPaths: [join(workspace, '.env')] }
    },
    change(workspace) {
      make(join(workspace, 'fresh'), 'SECRET')
      renameSync(join(workspace, 'fresh'), join(workspace, '.env'))
    },
    attempt: 'cat .env || echo refused',
    prints: 'refused\n',
  },
  {
    name: 'a hidden folder becomes a link to another one',
    prepare(workspace) {
      for (const name of ['secrets', 'plain']) mkdirSync(join(workspace, name))
      make(join(workspace, 'secrets/key'))
      return { hiddenPaths: [join(workspace, 'secrets')] }
    },
    change(workspace) {
      renameSync(join(workspace, 'secrets'), join(workspace, 'moved'))
      symlinkSync('plain', join(workspace, 'secrets'))
    },
    attempt: 'ls secrets; echo listed',
    prints: 'listed\n',
  },
  {
    name: 'the workspace is another folder',
    prepare: (workspace) => make(join(workspace, 'which'), 'old'),
    change(workspace) {
      renameSync(workspace, `${workspace}-moved`)
      mkdirSync(workspace)
      make(join(workspace, 'which'), 'new')
    },
    attempt: 'cat which; echo made > made',
    prints: 'new',
  },
  {
    name: 'the workspace is deleted and made again',
    prepare: (workspace) => make(join(workspace, 'which'), 'old'),
    change(workspace) {
      rmSync(workspace, { recursive: true })
      mkdirSync(workspace)
    },
    attempt: 'cat which; echo made > made; cat made',
    prints: 'made\n',
  },
  {
    name: 'a folder above the workspace is another one',
    prepare(workspace) {
      mkdirSync(join(workspace, 'a/b'), { recursive: true })
      make(join(workspace, 'a/b/which'), 'old')
      return { readPaths: [join(workspace, 'a/b')] }
    },
    change(workspace) {
      renameSync(join(workspace, 'a'), join(workspace, 'c'))
      mkdirSync(join(workspace, 'a/b'), { recursive: true })
      make(join(workspace, 'a/b/which'), 'new')
    },
    attempt: 'cat a/b/which; echo x > a/b/which || echo refused',
    prints: 'newrefused\n',
  },
]

describe('a sandbox that waits is not used when', () => {
  test.each(changes)('$name', async ({ prepare, change, attempt, prints }) => {
    const ground = await poolGround(prepare)
    change(ground.workspace)
    const { stdout, stderr, pooled } = await shellInPool(ground, attempt)
    expect({ stdout, pooled }, stderr).toEqual({ stdout: prints, pooled: false })
    expect(existsSync(`${ground.workspace}-moved/made`)).toBe(false)
    await takesUpAgain(ground)
  })

  test('this process makes files with other modes', async () => {
    const ground = await poolGround()
    const mask = process.umask(0o077)
    onTestFinished(() => void process.umask(mask))
    const { stdout, pooled } = await shellInPool(ground, 'umask; : > made; stat -c %a made')
    expect({ stdout, pooled }).toEqual({ stdout: '0077\n600\n', pooled: false })
  })
})

/** After such a change, new ones are built from what is there now. */
async function takesUpAgain({ backend, policy, workspace }: PoolGround): Promise<void> {
  const sandbox = await backend.open(policy)
  await backend.warm(policy)
  expect(await shellInPool({ sandbox, workspace }, 'echo again')).toMatchObject({ stdout: 'again\n', pooled: true })
  await sandbox.close()
}

describe('a sandbox that waits is used when', () => {
  test.each<Change>([
    {
      name: 'files of the workspace are made, changed and deleted',
      prepare: (workspace) => make(join(workspace, 'file')),
      change(workspace) {
        unlinkSync(join(workspace, 'file'))
        make(join(workspace, 'other'), 'content')
        mkdirSync(join(workspace, 'folder'))
        chmodSync(join(workspace, 'folder'), 0o700)
      },
      attempt: 'ls; cat other',
      prints: 'folder\nother\ncontent',
    },
    {
      name: 'the folder above a protected one is moved away and back',
      prepare: makeProtected,
      change(workspace) {
        renameSync(join(workspace, 'kept'), join(workspace, 'old'))
        renameSync(join(workspace, 'old'), join(workspace, 'kept'))
      },
      attempt: 'echo x > kept/secret/x || echo refused',
      prints: 'refused\n',
    },
    {
      name: 'protected files are changed in their place',
      prepare(workspace) {
        makeProtected(workspace)
        make(join(workspace, '.git/config'))
      },
      change: (workspace) => make(join(workspace, '.git/config'), 'new'),
      attempt: 'cat .git/config; echo x > .git/config || echo refused',
      prints: 'newrefused\n',
    },
  ])('$name', async ({ prepare, change, attempt, prints }) => {
    const ground = await poolGround(prepare)
    change(ground.workspace)
    const { stdout, pooled } = await shellInPool(ground, attempt)
    expect({ stdout, pooled }).toEqual({ stdout: prints, pooled: true })
  })
})

describe('a sandbox is not kept', () => {
  /** Renames the folder above a protected one when the plan is compiled, so that mounts go over another. */
  test.each([
    ['a folder above a protected one was another while it was built', 'kept', 'kept'],
    ['the workspace was another while it was built', '.', ''],
  ])('when %s', async (_name, asked, swapped) => {
    const { folder, workspace } = testGround()
    makeProtected(workspace)
    const [place, aside] = [join(workspace, swapped), join(folder, 'aside')]
    const other = join(folder, 'other')
    mkdirSync(join(other, 'secret'), { recursive: true })
    const foundation = new Foundation()
    let swaps = 0
    const build = startWaiting(recipeFor(workspace, folder), (path) => {
      const entry = foundation.entryAt(path)
      if (path === join(workspace, asked) && swaps++ === 0) {
        renameSync(place, aside)
        renameSync(other, place)
      }
      return entry
    })!
    await build.process.built
    renameSync(place, other)
    renameSync(aside, place)
    expect(swaps).toBeGreaterThan(0)
    expect(foundation.settle(build.process.pid!, build.plan)).toBe(false)
    build.process.discard()
    await build.process.gone
  })

  test('when what it mounts cannot be looked at', async () => {
    const { folder, workspace } = testGround()
    const foundation = new Foundation()
    const build = startWaiting(recipeFor(workspace, folder), foundation.entryAt)!
    await build.process.built
    expect(foundation.settle(2 ** 30, build.plan)).toBe(false)
    expect(foundation.holds()).toBe(false)
    expect(foundation.settle(build.process.pid!, build.plan)).toBe(true)
    build.process.discard()
    await build.process.gone
    expect(foundation.holds()).toBe(false)
  })
})

function recipeFor(workspace: string, folder: string): Recipe {
  const architecture = process.arch as 'x64' | 'arm64'
  return {
    architecture,
    renderer: createNamespacesRenderer(architecture, { unixSockets: false }),
    policy: policyFor(workspace, { protectedPaths: ['kept/secret'] }),
    users: usersFor(workspace),
    system: gatherSystemFacts(),
    scratchBytes: 1 << 20,
    groups: openControlGroups(),
    loader: writeLoader(join(folder, 'cache'), architecture),
  }
}

describe.skipIf(process.geteuid?.() !== 0 && process.env['CI'] === undefined)(
  'as root (needs to be run as root)',
  () => {
    test('a sandbox that waits is not used when something has been mounted in the workspace', async () => {
      const ground = await poolGround((workspace) => mkdirSync(join(workspace, 'mounted')))
      const place = join(ground.workspace, 'mounted')
      expect(spawnSync('mount', ['-t', 'tmpfs', 'none', place]).status).toBe(0)
      try {
        make(join(place, 'which'), 'new')
        const { stdout, pooled } = await shellInPool(ground, 'cat mounted/which')
        expect({ stdout, pooled }).toEqual({ stdout: 'new', pooled: false })
      } finally {
        spawnSync('umount', ['-l', place])
      }
    })

    test('a sandbox that waits is not used when the workspace has been given to somebody else', async () => {
      const ground = await poolGround()
      chownSync(ground.workspace, 21_357, 21_357)
      expect(await shellInPool(ground, 'echo ran')).toMatchObject({ stdout: 'ran\n', pooled: false })
      chmodSync(ground.folder, 0o755)
      const sandbox = await ground.backend.open(ground.policy)
      await ground.backend.warm(ground.policy)
      const { workspace } = ground
      expect(await shellInPool({ sandbox, workspace }, 'id -u')).toMatchObject({ stdout: '21357\n', pooled: true })
      await sandbox.close()
    })
  },
)

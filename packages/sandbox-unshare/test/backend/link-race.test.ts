import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compileMountPlan, gatherSystemFacts, type SandboxPolicy } from '@poundlock/sandbox'
import { describe, expect, test } from 'vitest'
import { usersFor } from '../../src/backend/inside-user.ts'
import { openControlGroups } from '../../src/control-groups/control-groups.ts'
import { writeLoader } from '../../src/loader/write-loader.ts'
import { HostFacts } from '../../src/pool/host-facts.ts'
import { startSandbox } from '../../src/pool/sandbox-build.ts'
import { createNamespacesRenderer } from '../../src/renderers/namespaces-renderer.ts'
import { policyFor, temporaryFolder } from './test-sandbox.ts'

/**
 * Two commands at a time: one works in the folder `shared`; while the sandbox of the other is built, which is granted
 * something in that folder, the first puts a link to the person's secrets in its place.
 */
function ground() {
  const folder = temporaryFolder()
  const shared = join(folder, 'shared')
  const home = join(folder, 'home')
  for (const path of ['work/inner', 'read', 'work/kept', 'work/hidden']) {
    mkdirSync(join(shared, path), { recursive: true })
  }
  for (const path of ['', 'inner', 'kept', 'hidden']) mkdirSync(join(home, path), { recursive: true })
  writeFileSync(join(home, 'secret'), 'SECRET')
  writeFileSync(join(home, 'inner/secret'), 'SECRET')
  return { folder, shared, home }
}

type Ground = ReturnType<typeof ground>

interface Exchange extends Partial<SandboxPolicy> {
  /** What of the shared folder is replaced by a link, relative to it. */
  readonly swapped: string
  /** Where the link leads. */
  readonly to: string
}

/** Starts the second command; the exchange happens after its plan was compiled, so after every check. */
async function startDuring({ folder, shared }: Ground, { swapped, to, ...changes }: Exchange): Promise<unknown> {
  const architecture = process.arch as 'x64' | 'arm64'
  const workspace = changes.workspace ?? join(shared, 'work')
  const recipe = {
    architecture,
    renderer: createNamespacesRenderer(architecture, { unixSockets: false }),
    policy: policyFor(workspace, changes),
    users: usersFor(workspace),
    system: gatherSystemFacts(),
    scratchBytes: 1 << 20,
    groups: openControlGroups(),
    loader: writeLoader(join(folder, 'cache'), architecture),
  }
  // What is asked once keeps its answer: the plan is that of the moment before.
  const { entryAt } = new HostFacts()
  compileMountPlan(recipe.policy, { ...recipe, user: recipe.users.inside, entryAt })
  renameSync(join(shared, swapped), join(shared, 'aside'))
  symlinkSync(to, join(shared, swapped))
  const command = { file: '/bin/true', args: [], cwd: '/', env: {} }
  const { process: started } = startSandbox(recipe, command, entryAt)
  try {
    const running = await started.execute({ program: null, closeInput: false, afterEnd: async () => {} })
    await running.exited
    return null
  } catch (error) {
    await started.gone
    return error
  }
}

describe('a link that is put in a place while a sandbox is built leads nowhere', () => {
  test.each<[string, (ground: Ground) => Omit<Exchange, 'to'>]>([
    ['the workspace', () => ({ swapped: 'work' })],
    ['a folder above the workspace', ({ shared }) => ({ swapped: 'work', workspace: join(shared, 'work/inner') })],
    ['a granted folder', ({ shared }) => ({ swapped: 'read', readPaths: [join(shared, 'read')] })],
    ['a protected folder', () => ({ swapped: 'work/kept', protectedPaths: ['kept'] })],
    ['a folder above a protected one', () => ({ swapped: 'work/kept', protectedPaths: ['kept/more'] })],
    ['a hidden folder', ({ shared }) => ({ swapped: 'work/hidden', hiddenPaths: [join(shared, 'work/hidden')] })],
  ])('%s', async (_name, exchange) => {
    const place = ground()
    const { swapped, ...changes } = exchange(place)
    // Relative, so that it leads there wherever the tree of the host is at that moment.
    const to = relative(dirname(join(place.shared, swapped)), place.home)
    expect(await startDuring(place, { swapped, to, ...changes })).toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringMatching(/ELOOP.*Nothing was run/s),
    })
  })

  test('nothing is made on its other side', async () => {
    const place = ground()
    const granted = join(place.shared, 'work/inner/new')
    mkdirSync(granted)
    // Where the tree of the host is while a view is built.
    const to = `/host${join(place.home, 'inner')}`
    expect(await startDuring(place, { swapped: 'work/inner', to, writePaths: [granted] })).not.toBeNull()
    expect(readdirSync(join(place.home, 'inner'))).toEqual(['secret'])
  })
})

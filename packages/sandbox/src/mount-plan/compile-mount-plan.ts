import { foldersBetween, isWithin } from '@poundlock/spec'
import type { SandboxPolicy } from '../policy.ts'
import { gitIdentitySettings } from './git-identity.ts'
import type { MountFacts } from './mount-facts.ts'
import type { EntryKind, MountPlan, MountStep } from './mount-plan.ts'
import { DEVICE_LINKS, MASKED_PROCESSES } from './system-paths.ts'

/** Where a command finds its private HOME, unless the policy has bound something there. */
const HOMES = ['/home/agent', '/run/agent']
const TEMPORARIES = ['/tmp', '/var/tmp', '/run/tmp']

interface Bind {
  readonly path: string
  readonly of: EntryKind
  readonly access: 'read-only' | 'read-write'
}

/**
 * Turns a policy into a list of mounts. Pure: the same policy and facts give the same plan.
 *
 * The policy must have been checked (`checkPolicy`): its paths are real paths. The order matters: the system first,
 * then granted paths (a folder before its content), then protected paths, hidden paths last.
 */
export function compileMountPlan(policy: SandboxPolicy, facts: MountFacts): MountPlan {
  const binds = grantedBinds(policy, facts)
  const hidden = hiddenTargets(policy, facts, binds)
  const guards = [
    ...protectSteps(policy, facts, binds, foldersAbove(policy, hidden, binds)),
    ...hidden.map(([target, of]): MountStep => ({ kind: 'hide', target, of })),
  ]
  if (policy.fileMode === 'off') {
    const steps = [...processSteps(), ...guards]
    return { root: 'host', steps, home: null, temporary: null, cache: null }
  }
  const free = (candidates: readonly string[]): string =>
    candidates.find((path) => !binds.some((bind) => isWithin(path, bind.path))) ?? candidates[0]!
  const home = free(HOMES)
  const temporary = free(TEMPORARIES)
  const { cachePath } = policy
  const cache = cachePath !== undefined && facts.entryAt(cachePath) === 'folder' ? `${home}/.cache` : null
  const steps: MountStep[] = [
    ...systemSteps(policy, facts, home),
    { kind: 'scratch', target: temporary, mode: 0o1777, bytes: facts.scratchBytes },
    ...(temporary === '/tmp' && !binds.some((bind) => isWithin(bind.path, '/var/tmp'))
      ? [{ kind: 'link', target: '/var/tmp', to: '/tmp' } as const]
      : []),
    ...binds.flatMap((bind) => (bind.path === policy.workspace ? workspaceSteps(policy, facts, bind) : [shown(bind)])),
    { kind: 'scratch', target: home, mode: 0o700, bytes: facts.scratchBytes },
    ...(cache === null
      ? []
      : [{ kind: 'bind', source: cachePath!, target: cache, of: 'folder', access: 'read-write' } as const]),
    ...guards,
  ]
  return { root: 'empty', steps, home, temporary, cache }
}

function shown({ path, of, access }: Bind): MountStep {
  return { kind: 'bind', source: path, target: path, of, access }
}

/** The workspace, or its view. */
function workspaceSteps(policy: SandboxPolicy, facts: MountFacts, bind: Bind): readonly MountStep[] {
  const { workspace, workspaceView: view } = policy
  if (view === undefined) return [shown(bind)]
  if (view.kind === 'overlay') return [{ kind: 'overlay', lower: workspace, layers: view.folder, target: workspace }]
  return [
    { kind: 'bind', source: `${view.folder}/copy`, target: workspace, of: 'folder', access: 'read-write' },
    ...view.nested.map((name) => {
      const path = `${workspace}/${name}`
      return shown({ path, of: facts.entryAt(path) === 'folder' ? 'folder' : 'file', access: 'read-only' })
    }),
  ]
}

/** What the policy makes visible, outer folders first; where two name the same path, the wider access holds. */
function grantedBinds(policy: SandboxPolicy, facts: MountFacts): readonly Bind[] {
  const access = new Map<string, 'read-only' | 'read-write'>()
  for (const path of policy.readPaths) access.set(path, 'read-only')
  for (const path of policy.writePaths) {
    if (policy.workspaceView === undefined) access.set(path, 'read-write')
    // Inside the workspace, the view shows it, and it can be written like the rest.
    else if (!isWithin(path, policy.workspace)) access.set(path, 'read-only')
  }
  if (policy.fileMode === 'workspace-only') access.set(policy.workspace, 'read-write')
  const binds: Bind[] = []
  for (const [path, granted] of access) {
    const entry = facts.entryAt(path)
    if (entry === 'missing' || entry === 'link') continue
    binds.push({ path, of: entry === 'folder' ? 'folder' : 'file', access: granted })
  }
  return binds.toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

function systemSteps(policy: SandboxPolicy, facts: MountFacts, home: string): readonly MountStep[] {
  const { system, user } = facts
  const readOnly = (path: string, of: EntryKind, source = path): MountStep => ({
    kind: 'bind',
    source,
    target: path,
    of,
    access: 'read-only',
  })
  const link = ([path, to]: readonly [string, string]): MountStep => ({ kind: 'link', target: path, to })
  const text = ([path, content]: readonly [string, string]): MountStep => ({ kind: 'text', target: path, content })
  return [
    ...system.folders.map((path) => readOnly(path, 'folder')),
    ...system.links.map(link),
    ...system.configurationBinds.map(([path, of, source]) => readOnly(path, of, source)),
    ...system.configurationLinks.map(link),
    ...configurationTexts(policy, system).map(text),
    ...accountTexts(user, home).map(text),
    ...(policy.network === 'on' ? system.networkTexts : OFFLINE_TEXTS).map(text),
    ...system.devices.map((path): MountStep => ({ kind: 'device', target: path })),
    ...DEVICE_LINKS.map(link),
    { kind: 'terminals', target: '/dev/pts' },
    { kind: 'scratch', target: '/dev/shm', mode: 0o1777, bytes: facts.scratchBytes },
    ...processSteps(),
  ]
}

function processSteps(): readonly MountStep[] {
  return [
    { kind: 'processes', target: '/proc' },
    ...MASKED_PROCESSES.map(([name, of]): MountStep => ({ kind: 'hide', target: `/proc/${name}`, of, optional: true })),
  ]
}

const GIT_SETTINGS = '/etc/gitconfig'

/** Those of the system; what the policy says of commits comes last in git's, where it counts. */
function configurationTexts(
  { gitIdentity = {} }: SandboxPolicy,
  { configurationTexts: texts, configurationBinds, configurationLinks }: MountFacts['system'],
): readonly (readonly [path: string, content: string])[] {
  const identity = gitIdentitySettings(gitIdentity)
  // A link, or a file that is too large to copy, is not replaced.
  const isShared = [...configurationBinds, ...configurationLinks].some(([path]) => path === GIT_SETTINGS)
  if (identity === '' || isShared) return texts
  const own = texts.find(([path]) => path === GIT_SETTINGS)?.[1]
  const settings = own === undefined ? identity : `${own}\n${identity}`
  return [...texts.filter(([path]) => path !== GIT_SETTINGS), [GIT_SETTINGS, settings]]
}

const OFFLINE_TEXTS = [['/etc/hosts', '127.0.0.1 localhost\n::1 localhost\n']] as const

/** The accounts that a command can look up: itself and the two that always are. */
function accountTexts(user: MountFacts['user'], home: string): readonly (readonly [string, string])[] {
  const others = (line: string, id: number): string => (id === 0 || id === 65534 ? '' : line)
  const { uid, gid, name } = user
  const passwd = [
    'root:x:0:0:root:/nonexistent:/usr/sbin/nologin\n',
    others(`${name}:x:${String(uid)}:${String(gid)}:${name}:${home}:/bin/sh\n`, uid),
    'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n',
  ]
  const group = ['root:x:0:\n', others(`${name}:x:${String(gid)}:\n`, gid), 'nogroup:x:65534:\n']
  return [
    ['/etc/passwd', passwd.join('')],
    ['/etc/group', group.join('')],
  ]
}

/**
 * Read-only mounts over the existing protected paths in each writable folder, and pins on the folders above them: a
 * folder that only contains a mount could be renamed and replaced.
 */
function protectSteps(
  policy: SandboxPolicy,
  facts: MountFacts,
  binds: readonly Bind[],
  pinned: readonly string[],
): readonly MountStep[] {
  const writable = policy.fileMode === 'off' ? () => true : (path: string) => isWritable(path, binds)
  const pins = new Set(pinned)
  const protectedPaths = new Map<string, EntryKind>()
  const roots = [...new Set([policy.workspace, ...policy.writePaths])].filter(
    (root) => facts.entryAt(root) === 'folder',
  )
  for (const [root, path] of roots.flatMap((folder) => protectedIn(folder, policy.protectedPaths))) {
    if (!writable(path)) continue
    const folders = foldersBetween(root, path)
    const obstacle = folders.find((folder) => facts.entryAt(folder) !== 'folder')
    const reached = obstacle === undefined ? folders : folders.slice(0, folders.indexOf(obstacle))
    // A parent that is a file, as `.git` is in a worktree, decides what the protected path means.
    const last = obstacle ?? path
    for (const folder of reached) pins.add(folder)
    const entry = facts.entryAt(last)
    if (entry === 'folder' || entry === 'file' || entry === 'other') {
      protectedPaths.set(last, entry === 'folder' ? 'folder' : 'file')
    }
  }
  const inOrder = (paths: Iterable<string>): string[] => [...paths].toSorted()
  const covered = (path: string): boolean =>
    [...protectedPaths].some(([outer, of]) => of === 'folder' && outer !== path && isWithin(path, outer))
  return [
    ...inOrder(pins)
      .filter((path) => !covered(path) && !protectedPaths.has(path))
      .map((target): MountStep => ({ kind: 'pin', target })),
    ...inOrder(protectedPaths.keys())
      .filter((path) => !covered(path))
      .map((target): MountStep => ({ kind: 'protect', target, of: protectedPaths.get(target)! })),
  ]
}

/**
 * The protected paths of a writable folder. One that lies in the `.git` of a repository has those of the repository, too,
 * and is itself protected where it lies in one of them.
 */
function protectedIn(root: string, relative: readonly string[]): readonly (readonly [root: string, path: string])[] {
  const own = relative.map((path) => [root, `${root}/${path}`] as const)
  const internals = `${root}/`.indexOf('/.git/')
  if (internals === -1) return own
  const repository = root.slice(0, internals)
  const more = relative
    .filter((path) => path.startsWith('.git/'))
    .map((path) => `${repository}/${path}`)
    .flatMap((path) => (isWithin(path, root) ? [path] : isWithin(root, path) ? [root] : []))
  return [...own, ...more.map((path) => [root, path] as const)]
}

function isWritable(path: string, binds: readonly Bind[]): boolean {
  return binds.findLast((bind) => isWithin(path, bind.path))?.access === 'read-write'
}

/** Hidden paths that would be visible: those inside something that is bound, or anywhere when all is. */
function hiddenTargets(
  policy: SandboxPolicy,
  facts: MountFacts,
  binds: readonly Bind[],
): readonly (readonly [path: string, of: EntryKind])[] {
  const visible = (path: string): boolean =>
    policy.fileMode === 'off' ||
    binds.some((bind) => isWithin(path, bind.path)) ||
    facts.system.folders.some((folder) => isWithin(path, folder)) ||
    facts.system.configurationBinds.some(([bound]) => isWithin(path, bound))
  const hidden = [...new Set(policy.hiddenPaths)].toSorted()
  return hidden
    .filter((path) => visible(path) && !hidden.some((outer) => outer !== path && isWithin(path, outer)))
    .flatMap((target): (readonly [string, EntryKind])[] => {
      const entry = facts.entryAt(target)
      // A link cannot be covered; `checkPolicy` has also listed its target.
      if (entry === 'missing' || entry === 'link') return []
      return [[target, entry === 'folder' ? 'folder' : 'file']]
    })
}

/**
 * The writable folders above hidden paths. Renaming one would take its cover along, and the next command would see the
 * hidden path under another name.
 */
function foldersAbove(
  policy: SandboxPolicy,
  hidden: readonly (readonly [path: string, of: EntryKind])[],
  binds: readonly Bind[],
): readonly string[] {
  return hidden.flatMap(([path]) => {
    if (policy.fileMode === 'off') return foldersBetween('/', path)
    const bind = binds.findLast((one) => isWithin(path, one.path))
    return bind?.access === 'read-write' ? foldersBetween(bind.path, path) : []
  })
}

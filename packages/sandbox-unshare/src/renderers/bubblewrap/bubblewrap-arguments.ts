import type { InsideUser, MountPlan, MountStep, NetworkAccess } from '@poundlock/sandbox'
import { isWithin } from '@poundlock/spec'

export interface BubblewrapOptions {
  readonly plan: MountPlan
  readonly user: InsideUser
  readonly network: NetworkAccess
  /** The first of the descriptors that contents are passed by. */
  readonly firstDescriptor: number
  /** True when something of that name is below `/proc`. */
  isProcessEntry(name: string): boolean
  /** False for a version that cannot forbid further user namespaces; the system call filter does as well. */
  readonly disablesNamespaces: boolean
}

export interface BubblewrapArguments {
  readonly args: readonly string[]
  /** What to pass by each descriptor, from the first one on. */
  readonly contents: readonly string[]
}

/** What every command gets. Source: bwrap(1). */
const ALWAYS = [
  '--unshare-user',
  '--unshare-ipc',
  '--unshare-pid',
  '--unshare-uts',
  '--unshare-cgroup',
  '--new-session',
  '--die-with-parent',
  '--as-pid-1',
  '--clearenv',
  '--cap-drop',
  'ALL',
] as const

/** Turns a plan into the arguments of bubblewrap. Pure; paths are passed as they are, since arguments end with NUL. */
export function bubblewrapArguments(options: BubblewrapOptions): BubblewrapArguments {
  const { plan, user, network } = options
  const args: string[] = [
    ...ALWAYS,
    ...(options.disablesNamespaces ? ['--disable-userns'] : []),
    ...(network === 'on' ? [] : ['--unshare-net']),
    '--uid',
    String(user.uid),
    '--gid',
    String(user.gid),
    ...(plan.root === 'host' ? ['--dev-bind', '/', '/'] : []),
  ]
  const contents: string[] = []
  const descriptorOf = (content: string): string => {
    contents.push(content)
    return String(options.firstDescriptor + contents.length - 1)
  }
  let devices = false
  const binds: Extract<MountStep, { kind: 'bind' }>[] = []
  for (const step of plan.steps) {
    if (step.kind === 'device' || step.kind === 'terminals') {
      if (!devices) args.push('--dev', '/dev')
      devices = true
    } else if (step.kind === 'hide' && step.optional === true) {
      // An entry that this kernel does not have need not be covered.
      if (options.isProcessEntry(step.target.slice('/proc/'.length))) args.push(...render(step, descriptorOf))
    } else if (step.kind === 'link' && devices && step.target.startsWith('/dev/')) continue
    else args.push(...render(step, descriptorOf))
    if (step.kind === 'bind') binds.push(step)
    // A pin mounts the host's folder again: binds below it have to be repeated.
    if (step.kind === 'pin') {
      const below = binds.filter(({ target }) => target !== step.target && isWithin(target, step.target))
      args.push(...below.flatMap((bind) => render(bind, descriptorOf)))
    }
  }
  if (devices) args.push('--remount-ro', '/dev')
  if (plan.root === 'empty') args.push('--remount-ro', '/')
  return { args, contents }
}

function render(step: MountStep, descriptorOf: (content: string) => string): readonly string[] {
  const { target } = step
  switch (step.kind) {
    case 'scratch':
      return ['--perms', `0${step.mode.toString(8)}`, '--size', String(step.bytes), '--tmpfs', target]
    case 'text':
      return ['--perms', '0444', '--file', descriptorOf(step.content), target]
    case 'link':
      return ['--symlink', step.to, target]
    case 'bind':
      return [step.access === 'read-only' ? '--ro-bind' : '--bind', step.source, target]
    case 'processes':
      return ['--proc', target, '--remount-ro', target]
    case 'pin':
      return ['--bind', target, target]
    case 'protect':
      return ['--ro-bind', target, target]
    case 'hide':
      return step.of === 'folder'
        ? ['--perms', '0000', '--tmpfs', target, '--remount-ro', target]
        : ['--perms', '0000', '--ro-bind-data', descriptorOf(''), target]
    case 'overlay':
      // A pin would show the host's own folder through it: views are refused before anything is rendered.
      throw new TypeError('bubblewrap keeps no view of a workspace')
    case 'device':
    case 'terminals':
      return []
  }
}

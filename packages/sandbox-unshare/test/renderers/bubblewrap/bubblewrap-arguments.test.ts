import type { MountPlan } from '@poundlock/sandbox'
import { expect, test } from 'vitest'
import { bubblewrapArguments } from '../../../src/renderers/bubblewrap/bubblewrap-arguments.ts'

const options = {
  user: { uid: 1000, gid: 1000, name: 'agent' },
  network: 'off',
  firstDescriptor: 10,
  isProcessEntry: () => true,
  disablesNamespaces: true,
} as const

const planOf = (steps: MountPlan['steps'], root: MountPlan['root'] = 'empty'): MountPlan => ({
  root,
  steps,
  home: '/home/agent',
  temporary: '/tmp',
  cache: null,
})

/** The arguments that come of the steps, without those that every command gets. */
function stepsOf(plan: MountPlan, changes: Partial<Parameters<typeof bubblewrapArguments>[0]> = {}): string {
  const { args } = bubblewrapArguments({ ...options, ...changes, plan })
  return args.slice(args.indexOf('--gid') + 2).join(' ')
}

test('every command gets namespaces of its own and no privileges', () => {
  const { args } = bubblewrapArguments({ ...options, plan: planOf([]) })
  expect(args.slice(0, args.indexOf('--gid'))).toEqual(
    expect.arrayContaining(['--unshare-user', '--unshare-pid', '--unshare-net', '--disable-userns', '--new-session']),
  )
  expect(args.join(' ')).toContain('--cap-drop ALL --disable-userns --unshare-net --uid 1000 --gid 1000')
})

test('with the network on it stays in that of the host', () => {
  const { args } = bubblewrapArguments({ ...options, network: 'on', plan: planOf([]) })
  expect(args).not.toContain('--unshare-net')
})

test('an older bubblewrap is not asked for what it does not know', () => {
  const { args } = bubblewrapArguments({ ...options, disablesNamespaces: false, plan: planOf([]) })
  expect(args).not.toContain('--disable-userns')
})

test('steps become options in their order, and the root is read-only at last', () => {
  expect(
    stepsOf(
      planOf([
        { kind: 'bind', source: '/usr', target: '/usr', of: 'folder', access: 'read-only' },
        { kind: 'link', target: '/bin', to: 'usr/bin' },
        { kind: 'scratch', target: '/tmp', mode: 0o1777, bytes: 4096 },
        { kind: 'bind', source: '/w', target: '/w', of: 'folder', access: 'read-write' },
        { kind: 'protect', target: '/w/.vscode', of: 'folder' },
        { kind: 'processes', target: '/proc' },
      ]),
    ),
  ).toBe(
    '--ro-bind /usr /usr --symlink usr/bin /bin --perms 01777 --size 4096 --tmpfs /tmp --bind /w /w ' +
      '--ro-bind /w/.vscode /w/.vscode --proc /proc --remount-ro /proc --remount-ro /',
  )
})

test('contents go by descriptors, one for each', () => {
  const plan = planOf([
    { kind: 'text', target: '/etc/passwd', content: 'agent\n' },
    { kind: 'hide', target: '/w/.netrc', of: 'file' },
  ])
  expect(bubblewrapArguments({ ...options, plan }).contents).toEqual(['agent\n', ''])
  expect(stepsOf(plan)).toContain('--perms 0444 --file 10 /etc/passwd --perms 0000 --ro-bind-data 11 /w/.netrc')
})

test('devices are those that bubblewrap makes, in a folder that is read-only at last', () => {
  const plan = planOf([
    { kind: 'device', target: '/dev/null' },
    { kind: 'device', target: '/dev/zero' },
    { kind: 'link', target: '/dev/fd', to: '/proc/self/fd' },
    { kind: 'terminals', target: '/dev/pts' },
    { kind: 'scratch', target: '/dev/shm', mode: 0o1777, bytes: 4096 },
  ])
  expect(stepsOf(plan)).toBe('--dev /dev --perms 01777 --size 4096 --tmpfs /dev/shm --remount-ro /dev --remount-ro /')
})

test('what is bound below a pinned folder is bound again, or the pin would uncover it', () => {
  const plan = planOf([
    { kind: 'bind', source: '/w', target: '/w', of: 'folder', access: 'read-write' },
    { kind: 'bind', source: '/w/.git/fixed', target: '/w/.git/fixed', of: 'folder', access: 'read-only' },
    { kind: 'pin', target: '/w/.git' },
  ])
  expect(stepsOf(plan)).toContain('--bind /w/.git /w/.git --ro-bind /w/.git/fixed /w/.git/fixed')
})

test('parts of /proc that this kernel does not have are not covered', () => {
  const plan = planOf([
    { kind: 'hide', target: '/proc/kcore', of: 'file', optional: true },
    { kind: 'hide', target: '/proc/asound', of: 'folder', optional: true },
  ])
  expect(stepsOf(plan, { isProcessEntry: (name) => name === 'asound' })).toBe(
    '--perms 0000 --tmpfs /proc/asound --remount-ro /proc/asound --remount-ro /',
  )
})

test('with files off, the host is there', () => {
  expect(stepsOf(planOf([{ kind: 'processes', target: '/proc' }], 'host'))).toBe(
    '--dev-bind / / --proc /proc --remount-ro /proc',
  )
})

import type { ContainerFacts } from '@poundlock/sandbox'
import type { ProgramPart } from '../loader/program.ts'
import { errno } from '../system-calls/errno.ts'

/** The facts when a sandbox could not be made. */
export interface FailureFacts {
  /** The message of the error. */
  readonly message: string
  /** The part of the program that failed, or `null` when it did not get that far. */
  readonly part: ProgramPart | 'other' | null
  readonly errno: number | null
  /** Of an error of Node's own calls: its code, and whether it is a program that could not be started. */
  readonly system?: { readonly code: string; readonly isStart: boolean } | undefined
  readonly container: ContainerFacts
  /** The text of a kernel setting, or `null` where this kernel has none. */
  setting(path: string): string | null
}

const IN_CONTAINER =
  'This machine is a container, and its manager refuses what a sandbox needs. Run Poundlock on the host, or start the ' +
  'container with `--security-opt seccomp=unconfined --security-opt systempaths=unconfined` (Docker, Podman), which ' +
  'gives up what that keeps from all else in it.'

const LANDLOCK_REASON =
  'Landlock of this kernel is switched off (see `lsm=`), refused by a filter, or older than signals in its scope. ' +
  'Mend: Linux 6.12 or later with `landlock` among its security modules.'

/** Kernel settings that refuse namespaces to users. Sources: user_namespaces(7), Debian and Ubuntu kernel patches. */
const SETTINGS: readonly { readonly path: string; readonly refuses: string; readonly reason: string }[] = [
  {
    path: '/proc/sys/user/max_user_namespaces',
    refuses: '0',
    reason:
      'User namespaces are switched off (user.max_user_namespaces = 0). Mend: `sysctl -w user.max_user_namespaces=15000`.',
  },
  {
    path: '/proc/sys/kernel/unprivileged_userns_clone',
    refuses: '0',
    reason:
      'User namespaces are reserved to root (kernel.unprivileged_userns_clone = 0). ' +
      'Mend: `sysctl -w kernel.unprivileged_userns_clone=1`.',
  },
  {
    path: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    refuses: '1',
    reason:
      'AppArmor takes the privileges of user namespaces away, as Ubuntu does since 24.04 ' +
      '(kernel.apparmor_restrict_unprivileged_userns = 1). Mend: give the loader in Poundlock’s cache folder an AppArmor ' +
      'profile with the rule `userns,`, or `sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`.',
  },
]

/** What the disk that state and cache lie on says before anything is tried: errors of Node’s own calls. */
const DISK_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of Poundlock’s state folder is full. Make room on it, or set another one with POUNDLOCK_HOME.',
  EDQUOT:
    'Your share of the disk of Poundlock’s state folder is used up. Make room on it, or set another one with POUNDLOCK_HOME.',
  EROFS: 'The disk of Poundlock’s state folder is read-only. Set another one with POUNDLOCK_HOME.',
}

/** What the operating system said, where an error is one of Node's own calls, or was caused by one. */
export function systemError(error: unknown): FailureFacts['system'] {
  const { code, syscall, cause } = (error ?? {}) as Readonly<Record<string, unknown>>
  if (typeof code === 'string' && typeof syscall === 'string') return { code, isStart: syscall.startsWith('spawn') }
  return cause === undefined ? undefined : systemError(cause)
}

/** Why no sandbox can be made here, each reason with its remedy. The first one is what failed. */
export function unavailableReasons(facts: FailureFacts): readonly string[] {
  const { part } = facts
  const reasons = [facts.message]
  if (part === 'landlock-ruleset') return [facts.message, LANDLOCK_REASON]
  if (part === null) {
    const { code, isStart } = facts.system ?? { code: '', isStart: false }
    if (isStart && (code === 'EACCES' || code === 'EPERM')) {
      reasons.push(
        'The cache folder may lie on a file system without execution (noexec). Set another one with POUNDLOCK_HOME.',
      )
    }
    if (!isStart && Object.hasOwn(DISK_REASONS, code)) reasons.push(DISK_REASONS[code]!)
    return reasons
  }
  const refused = [errno('EPERM'), errno('EACCES'), errno('ENOSPC'), errno('EINVAL')].some(
    (value) => value === facts.errno,
  )
  if (facts.errno === errno('ENOSYS')) {
    reasons.push('The kernel is too old: mount_setattr(2) came with Linux 5.12. Mend: use Linux 5.14 or later.')
  } else if (refused) {
    reasons.push(
      ...SETTINGS.filter(({ path, refuses }) => facts.setting(path)?.trim() === refuses).map(({ reason }) => reason),
    )
    if (part === 'processes') {
      reasons.push(
        'Parts of /proc are covered here, so no fresh one may be mounted: start the container with `--security-opt systempaths=unconfined`, which shows them to all else in it, too.',
      )
    }
    if (facts.container.inside) reasons.push(IN_CONTAINER)
  }
  return reasons
}

import type { Defence, SandboxPolicy } from '@poundlock/sandbox'

const NO_MOUNTS = 'nothing can be mounted here'

/** What Landlock and a filter do otherwise than namespaces do. See docs/sandbox.md, "Renderers". */
export function landlockDefences(policy: SandboxPolicy, isOtherUser: boolean): Readonly<Record<string, Defence>> {
  return {
    'hidden-host': `unavailable: ${NO_MOUNTS}, so other files cannot be opened or changed, but that they exist is seen`,
    'hidden-processes':
      'unavailable: without a namespace, names and arguments of other processes are seen; they cannot be signalled or looked into',
    'private-temporary': `unavailable: ${NO_MOUNTS}, so TMPDIR is a folder of its own and /tmp cannot be used`,
    'private-shared-memory': `unavailable: ${NO_MOUNTS}, so /dev/shm cannot be used`,
    'private-terminals': `unavailable: ${NO_MOUNTS}, so no new terminals can be opened`,
    'limit:scratch': 'unavailable: the private HOME and TMPDIR lie on the disk',
    'limit:scratch-entries': 'unavailable: the private HOME and TMPDIR lie on the disk',
    'limit:inotify-instances': isOtherUser
      ? 'unavailable: without a namespace they are counted for user 60999, which only commands have'
      : 'unavailable: without a namespace a command can use up those of its user',
    'protected-paths':
      policy.protectedPaths.length === 0
        ? 'off'
        : `unavailable: ${NO_MOUNTS}, so what a command changes at protected paths is put back after it`,
    loopback:
      policy.network === 'on'
        ? 'off'
        : 'unavailable: without a namespace there is no network at all, not even between the command’s own processes',
    'file-modes': isOtherUser
      ? 'unavailable: commands run as a user that owns what it made, so modes of other files cannot be changed'
      : 'unavailable: Landlock does not judge modes, so they can be changed by descriptor only, not by name (chmod)',
    'unprivileged-user': isOtherUser ? 'active' : 'unavailable: the command has the user that Poundlock has',
  }
}

import { isWithin } from '@poundlock/spec'
import type { SandboxDenial } from '../contract.ts'
import type { SandboxPolicy } from '../policy.ts'
import type { DiskState } from './disk-state.ts'
import { explainWrite } from './explain-write.ts'

/** How programs word an error that a sandbox causes. */
export interface Complaint {
  readonly pattern: RegExp
  /** `null` when it is an ordinary error after all. */
  explain(line: string, path: string | null, policy: SandboxPolicy, disk: DiskState): SandboxDenial | null
}

/** Why this network mode causes a program's error; with the network on, only the program's message. */
function network(detail: string, line: string, { network: mode }: SandboxPolicy): SandboxDenial {
  const reasons = {
    off: `${detail}: the sandbox has no network. Name the hosts that it needs: sandbox.network = "allowlist", sandbox.egress = ["HOST"].`,
    allowlist: `${detail}: the only way out is the proxy that HTTP_PROXY, HTTPS_PROXY and ALL_PROXY name, and this program does not use it.`,
    on: `${detail}: ${line.trim()}`,
  }
  return { kind: 'network', target: null, message: reasons[mode] }
}

/**
 * Sources: the texts of strerror(3), and what curl, git, npm, pip, Node and Python print for the same errors. The
 * first that fits explains the line.
 */
export const complaints: readonly Complaint[] = [
  {
    pattern: /read-only file system|EROFS/i,
    explain: (_line, path, policy, disk) => ({
      kind: 'write',
      target: path,
      message: explainWrite(path, policy, disk),
    }),
  },
  {
    pattern:
      /could not resolve (?:host|proxy)|temporary failure in name resolution|name or service not known|EAI_AGAIN|ENOTFOUND|getaddrinfo|unable to resolve|failed to lookup address/i,
    explain: (line, _path, policy) => network('A name could not be looked up', line, policy),
  },
  {
    // pip that does not try again prints nothing of the connection.
    pattern: /^ERROR: Could not find a version that satisfies the requirement .*\(from versions: none\)/,
    explain: (line, _path, policy) =>
      policy.network === 'off' ? network('The index of packages could not be reached', line, policy) : null,
  },
  {
    pattern: /network is unreachable|ENETUNREACH|no route to host|EHOSTUNREACH/i,
    explain: (line, _path, policy) => network('An address could not be reached', line, policy),
  },
  {
    pattern: /no space left on device|ENOSPC/i,
    explain: (_line, _path, { workspace }, disk) => ({
      kind: 'limit',
      target: null,
      message:
        disk === 'full'
          ? `The disk of the workspace ${JSON.stringify(workspace)} is full. Make room on it.`
          : 'A scratch folder of the sandbox (HOME, TMPDIR) is full. Write large files to the workspace.',
    }),
  },
  {
    pattern: /resource temporarily unavailable|EAGAIN|cannot fork|can't start new thread|retry: (?:no child|resource)/i,
    explain: (_line, _path, { limits }) => ({
      kind: 'limit',
      target: null,
      message: `The command reached its limit of ${String(limits.processes ?? 'the system’s')} processes (sandbox.limits.processes).`,
    }),
  },
  {
    pattern: /too many open files|EMFILE/i,
    explain: (_line, _path, { limits }) => ({
      kind: 'limit',
      target: null,
      message: `The command reached its limit of ${String(limits.openFiles ?? 'the system’s')} open files (sandbox.limits.openFiles).`,
    }),
  },
  {
    pattern: /cannot allocate memory|out of memory|ENOMEM|MemoryError|std::bad_alloc/i,
    explain: (_line, _path, { limits }) => ({
      kind: 'limit',
      target: null,
      message: `The command reached its limit of ${String(limits.memoryBytes ?? 'the system’s')} bytes of memory (sandbox.limits.memoryBytes).`,
    }),
  },
  {
    pattern: /file too large|EFBIG/i,
    explain: (_line, _path, { limits }) => ({
      kind: 'limit',
      target: null,
      message: `The command reached its limit of ${String(limits.fileBytes ?? 'the system’s')} bytes a file (sandbox.limits.fileBytes).`,
    }),
  },
  {
    pattern: /device or resource busy|EBUSY/i,
    explain: (_line, path, policy, disk) => ({
      kind: 'write',
      target: path,
      // Git writes a file anew and renames it over the old one, which is busy where it is protected.
      message:
        path !== null && isProtected(path, policy)
          ? explainWrite(path, policy, disk)
          : `${path === null ? 'A folder' : JSON.stringify(path)} cannot be renamed or removed: it holds protected paths.`,
    }),
  },
  {
    pattern: /permission denied|EACCES/i,
    explain: (_line, path, policy) => refusedRead(path, policy),
  },
  {
    pattern: /operation not permitted|EPERM|must be (?:super)?user|must be root|are you root/i,
    explain: (line) => ({
      kind: 'privilege',
      target: null,
      message: `Refused by the sandbox, which gives commands no privileges: ${line.trim()}`,
    }),
  },
  {
    pattern: /no such file or directory|ENOENT|not found/i,
    explain: (_line, path, policy) => absent(path, policy),
  },
]

const isProtected = (path: string, { workspace, writePaths, protectedPaths }: SandboxPolicy) =>
  [workspace, ...writePaths].some((root) => protectedPaths.some((name) => isWithin(path, `${root}/${name}`)))

function isShown(path: string, policy: SandboxPolicy): boolean {
  const shown = [policy.workspace, ...policy.readPaths, ...policy.writePaths]
  return shown.some((outer) => isWithin(path, outer))
}

function refusedRead(path: string | null, policy: SandboxPolicy): SandboxDenial | null {
  if (path === null) return null
  const quoted = JSON.stringify(path)
  if (policy.hiddenPaths.some((hidden) => isWithin(path, hidden))) {
    return { kind: 'read', target: path, message: `Access to ${quoted} refused: the path is hidden from commands.` }
  }
  if (isShown(path, policy)) return null
  return { kind: 'read', target: path, message: `Access to ${quoted} refused: commands run without privileges.` }
}

/** Most of the host is not there inside: worth saying, when the path is not one that would be. */
function absent(path: string | null, policy: SandboxPolicy): SandboxDenial | null {
  if (path === null || isShown(path, policy)) return null
  const quoted = JSON.stringify(path)
  return {
    kind: 'read',
    target: path,
    message:
      `${quoted} is not there for the command: the sandbox shows the workspace and system folders. ` +
      'Add it to the read paths of the sandbox if the command needs it.',
  }
}

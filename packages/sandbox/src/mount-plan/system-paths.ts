/**
 * The parts of the host that every contained command sees. An allowlist: other paths do not exist inside, so nothing
 * has to be hidden and no placeholder files are left in anyone's folders.
 */

/** Programs and libraries. `/nix/store` and `/gnu/store` hold them on NixOS and Guix. */
export const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/gnu/store',
  '/run/current-system',
] as const

/**
 * Configuration that programs need to start. No folder with keys in it (`/etc/ssl/private`, `/etc/ssh`), nothing that
 * may hold tokens (`/etc/npmrc`, `/etc/pip.conf`), no accounts (`passwd` and `group` are written anew).
 */
export const SYSTEM_CONFIGURATION = [
  'alternatives',
  'bash.bashrc',
  'bindresvport.blacklist',
  'ca-certificates',
  'ca-certificates.conf',
  'crypto-policies',
  'debian_version',
  'fedora-release',
  'fonts',
  'gai.conf',
  'gitconfig',
  'host.conf',
  'inputrc',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.alias',
  'locale.conf',
  'localtime',
  'lsb-release',
  'magic',
  'magic.mime',
  'manpath.config',
  'mime.types',
  'netconfig',
  'nsswitch.conf',
  'os-release',
  'perl',
  'php',
  'pki/ca-trust/extracted',
  'pki/tls/cert.pem',
  'pki/tls/certs',
  'pki/tls/openssl.cnf',
  'profile',
  'protocols',
  'redhat-release',
  'rpc',
  'services',
  'shells',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
  'vimrc',
  'xattr.conf',
] as const

/** Configuration whose names carry a version: Debian's Python and Java read theirs at every start. */
export const SYSTEM_CONFIGURATION_PATTERNS: readonly RegExp[] = [/^python[0-9.]*$/, /^java-[0-9]+-[a-z]+$/, /^maven$/]

/** Only with a network: how names are looked up. */
export const NETWORK_CONFIGURATION = ['resolv.conf', 'hosts'] as const

/** Devices without state that every program may use. Source: Filesystem Hierarchy Standard 3.0, section 6.1.3. */
export const HARMLESS_DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'] as const

/** Links that programs expect in `/dev`. Source: Linux `Documentation/admin-guide/devices.rst`. */
export const DEVICE_LINKS = [
  ['/dev/fd', '/proc/self/fd'],
  ['/dev/stdin', '/proc/self/fd/0'],
  ['/dev/stdout', '/proc/self/fd/1'],
  ['/dev/stderr', '/proc/self/fd/2'],
  ['/dev/ptmx', 'pts/ptmx'],
] as const

/**
 * Parts of `/proc` that tell of the machine rather than of the command, and may be readable to the owner's uid.
 * Source: the masked paths of the OCI runtime defaults (`moby/oci/defaults.go`), and proc(5).
 */
export const MASKED_PROCESSES = [
  ['acpi', 'folder'],
  ['asound', 'folder'],
  ['bus', 'folder'],
  ['driver', 'folder'],
  ['dynamic_debug', 'folder'],
  ['scsi', 'folder'],
  ['config.gz', 'file'],
  ['interrupts', 'file'],
  ['iomem', 'file'],
  ['ioports', 'file'],
  ['kallsyms', 'file'],
  ['kcore', 'file'],
  ['key-users', 'file'],
  ['keys', 'file'],
  ['kmsg', 'file'],
  ['kpagecgroup', 'file'],
  ['kpagecount', 'file'],
  ['kpageflags', 'file'],
  ['latency_stats', 'file'],
  ['mtrr', 'file'],
  ['sched_debug', 'file'],
  ['slabinfo', 'file'],
  ['sysrq-trigger', 'file'],
  ['timer_list', 'file'],
  ['timer_stats', 'file'],
  ['vmallocinfo', 'file'],
] as const satisfies readonly (readonly [string, 'folder' | 'file'])[]

/** A workspace may not be one of these: being able to write there is being able to change the machine. */
export const REFUSED_WORKSPACES = [
  '/',
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/home',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
  '/usr',
  '/var',
] as const

/** Nor anything below these, which a command gets its own of. */
export const REFUSED_TREES = ['/proc', '/sys'] as const

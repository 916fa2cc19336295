import type { CommandPlan } from '@poundlock/policy'
import { type EgressTarget, isLocalName, readTarget } from '@poundlock/spec'

/** The ports of addresses that name none. Source: IANA, "Service Name and Transport Protocol Port Number Registry" */
const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ssh: 22, git: 9418, ftp: 21, ftps: 990 }

/** Programs that take an address without a scheme, and the port that they then contact. curl(1), wget(1) */
const WITHOUT_SCHEME: Readonly<Record<string, number>> = { curl: 80, wget: 80 }
/** Programs that take `host:path` for files that ssh(1) reaches. git-clone(1), scp(1), sftp(1), rsync(1) */
const OVER_SSH: ReadonlySet<string> = new Set(['git', 'scp', 'sftp', 'rsync'])

/**
 * The hosts and ports that a line contacts and names in full. An address with a user before the host is left out, unless
 * the user cannot be read as a host (`git@example.org:a/b`). IP addresses and local names are left out, too: no question
 * is asked about them.
 */
export function namedContacts({ commands }: CommandPlan): readonly EgressTarget[] {
  return commands.flatMap(({ name, argv, profile }) => {
    const hosts = new Set(
      profile?.effects.flatMap(({ kind, path }) => (kind === 'network' && path !== null ? path : [])),
    )
    if (hosts.size === 0) return []
    const program = name?.replace(/.*\//, '') ?? ''
    return argv.slice(1).flatMap((word) => {
      const { host, port } = (word === null ? null : addressOf(word, program, argv)) ?? { host: '', port: '' }
      const target = hosts.has(host) ? readTarget(`${host}:${port}`) : null
      return target === null || target.isAddress || isLocalName(target.host) ? [] : [target]
    })
  })
}

interface Address {
  readonly host: string
  readonly port: string | number
}

/** The address that a word is to a program; `null` where it names none in full. */
function addressOf(word: string, program: string, argv: readonly (string | null)[]): Address | null {
  const [url, scheme = '', named = '', given] = ADDRESS.exec(word) ?? []
  if (url !== undefined) return { host: named, port: given ?? PORTS[scheme.toLowerCase()] ?? '' }
  const [bare, host = '', port] = BARE.exec(word) ?? []
  const usual = WITHOUT_SCHEME[program]
  if (bare !== undefined && usual !== undefined) return { host, port: port ?? usual }
  // Other ports and other hosts behind the name are the choice of options.
  if (argv.some((other) => other === null || /^-[pPoFJeS]/.test(other))) return null
  const [, far] = OVER_SSH.has(program)
    ? (FAR_PATH.exec(word) ?? [])
    : program === 'ssh'
      ? (LOGIN.exec(word) ?? [])
      : []
  return far === undefined ? null : { host: far, port: PORTS['ssh']! }
}

const ADDRESS = /^([a-z]+):\/\/([^@:/?#\\]+)(?::(\d{1,5}))?(?:[/?#][^\\]*)?$/i
const BARE = /^(?!-)([\w-]+(?:\.[\w-]+)+)(?::(\d{1,5}))?(?:[/?#][^\\@]*)?$/
/** A user without a dot is no host to a reader. */
const FAR_PATH = /^(?:[a-z_][\w-]*@)?([\w-]+(?:\.[\w-]+)+):(?!\/\/)[^\\]*$/i
const LOGIN = /^(?:[a-z_][\w-]*@)?([\w-]+(?:\.[\w-]+)+)$/i

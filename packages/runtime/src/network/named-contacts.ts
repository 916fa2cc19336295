import type { CommandPlan } from '@poundlock/policy'
import { type EgressTarget, isLocalName, readTarget } from '@poundlock/spec'

/** The ports of addresses that name none. Source: IANA, "Service Name and Transport Protocol Port Number Registry" */
const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, ssh: 22, git: 9418, ftp: 21, ftps: 990 }

/**
 * The hosts and ports that a line contacts and names in full. An address with a user before the host is left out: people
 * read the user as the host. IP addresses and local names are left out, too: no question is asked about them.
 */
export function namedContacts({ commands }: CommandPlan): readonly EgressTarget[] {
  return commands.flatMap(({ argv, profile }) => {
    const hosts = new Set(
      profile?.effects.flatMap(({ kind, path }) => (kind === 'network' && path !== null ? path : [])),
    )
    if (hosts.size === 0) return []
    return argv.flatMap((word) => {
      const found = word === null ? null : ADDRESS.exec(word)
      const [, scheme = '', host = '', port] = found ?? []
      const target =
        found && hosts.has(host) ? readTarget(`${host}:${port ?? String(PORTS[scheme.toLowerCase()] ?? '')}`) : null
      return target === null || target.isAddress || isLocalName(target.host) ? [] : [target]
    })
  })
}

const ADDRESS = /^([a-z]+):\/\/([^@:/?#\\]+)(?::(\d{1,5}))?(?:[/?#][^\\]*)?$/i

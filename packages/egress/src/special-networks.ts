/** A network that is not part of the public internet, and what opens it. */
export interface SpecialNetwork {
  /** `fd00::/8` */
  readonly network: string
  /** What the network is for, by its registry. */
  readonly purpose: string
  /**
   * `private`: reached where a rule allows private addresses, or names the address. `named`: only where a rule names
   * the address, since the service there gives out the rights of the machine. `never`: not at all, since it is no
   * address of a machine, or hides one.
   */
  readonly opens: 'private' | 'named' | 'never'
}

/**
 * Networks outside of the public internet; the first that contains an address decides. Sources: the IANA registries of
 * special-purpose IPv4 and IPv6 addresses (RFC 6890), and for the metadata services of clouds the manuals of AWS
 * (`169.254.169.254`, `fd00:ec2::254`), Google (`fd20:ce::254`), Azure (`168.63.129.16`), Alibaba (`100.100.100.200`)
 * and Oracle (`192.0.0.192`).
 */
export const SPECIAL_NETWORKS: readonly SpecialNetwork[] = [
  { network: '168.63.129.16/32', purpose: 'what a cloud tells its machines', opens: 'named' },
  { network: '100.100.100.200/32', purpose: 'what a cloud tells its machines', opens: 'named' },
  { network: '192.0.0.192/32', purpose: 'what a cloud tells its machines', opens: 'named' },
  { network: '169.254.0.0/16', purpose: 'link-local, where clouds tell their machines secrets', opens: 'named' },
  { network: '0.0.0.0/8', purpose: 'this host', opens: 'never' },
  { network: '10.0.0.0/8', purpose: 'private', opens: 'private' },
  { network: '100.64.0.0/10', purpose: 'shared between customers of a provider', opens: 'private' },
  { network: '127.0.0.0/8', purpose: 'this machine', opens: 'private' },
  { network: '172.16.0.0/12', purpose: 'private', opens: 'private' },
  { network: '192.0.0.0/24', purpose: 'reserved for protocols', opens: 'private' },
  { network: '192.0.2.0/24', purpose: 'for documentation', opens: 'private' },
  { network: '192.31.196.0/24', purpose: 'reserved for a service of name servers', opens: 'private' },
  { network: '192.52.193.0/24', purpose: 'a relay', opens: 'private' },
  { network: '192.88.99.0/24', purpose: 'a relay to IPv6', opens: 'never' },
  { network: '192.168.0.0/16', purpose: 'private', opens: 'private' },
  { network: '192.175.48.0/24', purpose: 'reserved for a service of name servers', opens: 'private' },
  { network: '198.18.0.0/15', purpose: 'for benchmarks', opens: 'private' },
  { network: '198.51.100.0/24', purpose: 'for documentation', opens: 'private' },
  { network: '203.0.113.0/24', purpose: 'for documentation', opens: 'private' },
  { network: '224.0.0.0/4', purpose: 'multicast', opens: 'never' },
  { network: '255.255.255.255/32', purpose: 'broadcast', opens: 'never' },
  { network: '240.0.0.0/4', purpose: 'reserved', opens: 'never' },
  { network: 'fd00:ec2::/32', purpose: 'what a cloud tells its machines', opens: 'named' },
  { network: 'fd20:ce::/32', purpose: 'what a cloud tells its machines', opens: 'named' },
  { network: '::1/128', purpose: 'this machine', opens: 'private' },
  { network: '::ffff:0:0/96', purpose: 'an IPv4 address inside', opens: 'never' },
  { network: '::/96', purpose: 'an IPv4 address inside, or this host', opens: 'never' },
  { network: '64:ff9b::/96', purpose: 'an IPv4 address inside', opens: 'never' },
  { network: '64:ff9b:1::/48', purpose: 'an IPv4 address inside', opens: 'never' },
  { network: '2002::/16', purpose: 'an IPv4 address inside', opens: 'never' },
  { network: '2001::/32', purpose: 'an IPv4 address inside', opens: 'never' },
  { network: '2001::/23', purpose: 'reserved for protocols', opens: 'private' },
  { network: '2001:db8::/32', purpose: 'for documentation', opens: 'private' },
  { network: '2620:4f:8000::/48', purpose: 'reserved for a service of name servers', opens: 'private' },
  { network: '3fff::/20', purpose: 'for documentation', opens: 'private' },
  { network: 'fc00::/7', purpose: 'private', opens: 'private' },
  { network: 'fe80::/10', purpose: 'link-local', opens: 'named' },
  { network: 'fec0::/10', purpose: 'private', opens: 'private' },
  { network: 'ff00::/8', purpose: 'multicast', opens: 'never' },
  // Of IPv6 only this eighth has been given out.
  { network: '::/3', purpose: 'reserved', opens: 'never' },
  { network: '4000::/2', purpose: 'reserved', opens: 'never' },
  { network: '8000::/1', purpose: 'reserved', opens: 'never' },
]

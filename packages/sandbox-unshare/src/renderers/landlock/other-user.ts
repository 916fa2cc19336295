import { textOrNull } from '@poundlock/state-files/node'

/** Belongs to no account: systemd leaves 60578 to 61183 unused. Source: `UIDS-GIDS.md` of systemd. */
const NUMBER = 60_999
/** `CAP_DAC_OVERRIDE` */
const OVERRIDE_BIT = 2n

/**
 * The user for commands of root, or `null` where root is so only by name: in a user namespace without that user it has
 * no more rights than the user that made the namespace.
 *
 * @param map the text of `/proc/self/uid_map`
 */
export function otherUserFor(uid: number, map = ownText('uid_map')): number | null {
  if (uid !== 0) return null
  const mapped = map
    .trim()
    .split('\n')
    .some((line) => {
      const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number)
      return NUMBER >= first && NUMBER < first + count
    })
  return mapped ? NUMBER : null
}

const ownText = (name: 'status' | 'uid_map'): string => textOrNull(`/proc/self/${name}`) ?? ''

/** CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_SETGID, CAP_SETUID, CAP_SETPCAP. Source: capabilities(7). */
const NEEDED_BITS = 0x1c3n

/** Why root cannot run commands as the stranger, with the remedy, or `null`. */
export function otherUserReason(otherUser: number | null, status = ownText('status')): string | null {
  if (otherUser === null || (effectiveBits(status) & NEEDED_BITS) === NEEDED_BITS) return null
  return (
    'Root lacks capabilities here with which it runs commands as a user that owns nothing (CHOWN, DAC_OVERRIDE, SETGID, ' +
    'SETUID, SETPCAP). Mend: run Poundlock as a normal user, or add them to the container (`--cap-add`).'
  )
}

/**
 * True where a user that is not root may write files of others: Poundlock itself is contained by another one, and its
 * commands need the same right for the same workspace.
 *
 * @param status the text of `/proc/self/status`
 */
export function ignoresModes(status = ownText('status')): boolean {
  return (effectiveBits(status) & OVERRIDE_BIT) !== 0n
}

function effectiveBits(status: string): bigint {
  return BigInt(`0x${/^CapEff:\s+(?<bits>[0-9a-f]+)$/m.exec(status)?.groups?.['bits'] ?? '0'}`)
}

/** How the gateway sends pushes (Web Push, RFC 8030). */
export interface PushSettings {
  /** Whether they hold the text of commands. The push service cannot read it; the lock screen of a phone shows it. */
  readonly commands: boolean
  /** `mailto:` or `https:`: whom the operators of a push service can write to. */
  readonly contact: string
  /** Hosts of push services whose addresses may be private, or whose port another than 443. */
  readonly privateHosts: readonly string[]
}

/** `gateway.push` of the configuration. */
export interface ConfiguredPush {
  readonly enabled?: boolean
  readonly commands?: boolean
  readonly contact?: string
  readonly privateHosts?: readonly string[]
}

/** Some push services take no push without an address. */
const PROJECT = 'https://github.com/poundlock/poundlock'

/** @returns `null` where no pushes are sent */
export const pushSettings = ({
  enabled = true,
  commands = false,
  contact = PROJECT,
  privateHosts = [],
}: ConfiguredPush): PushSettings | null => (enabled ? { commands, contact, privateHosts } : null)

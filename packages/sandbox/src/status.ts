import type { FileMode, NetworkAccess } from './policy.ts'

/** Whether this machine is itself a container, and by what that was recognised. */
export interface ContainerFacts {
  /** Whether any marker was found. */
  readonly inside: boolean
  /** For example `/.dockerenv`. */
  readonly markers: readonly string[]
}

/** One line of defence: it holds, or the reason why it does not. */
export type Defence = 'active' | 'off' | `unavailable: ${string}`

/**
 * The state of a sandbox on this machine. `active` is proven by a probe that ran here, never inferred from the presence
 * of a program.
 */
export interface SandboxStatus {
  /** Its name. */
  readonly backend: string
  /** Which of its ways of containing is used, where a backend has several and one of them works here. */
  readonly renderer?: string
  /** Whether containment was asked for. */
  readonly enabled: boolean
  /** Whether commands are contained as asked. */
  readonly active: boolean
  /** As the policy asks for it. */
  readonly filesystem: FileMode
  /** As the policy asks for it. */
  readonly network: NetworkAccess
  /** For example `user`, `mount`, `pid`. */
  readonly namespaces: readonly string[]
  /** For example `seccomp`, `no-new-privileges`, `limit:processes`. */
  readonly defences: Readonly<Record<string, Defence>>
  /** Whether this machine is itself a container. */
  readonly container: ContainerFacts
  /** Why it contains less than was asked, or nothing; empty when it contains all. Each with its remedy. */
  readonly fallbackReasons: readonly string[]
}

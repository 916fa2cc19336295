import type { ParsedConfig } from './document/parse-config.ts'

/** A configuration file and what it may do. */
export interface ConfigSource extends ParsedConfig {
  /**
   * `organisation`: what no user and no repository can loosen. `workspace` files came with a repository: they can
   * tighten, never loosen.
   */
  readonly kind: 'organisation' | 'user' | 'workspace'
  /** For a workspace's file: the user has trusted it with this content, so that its allow rules count. */
  readonly trusted?: boolean
}

/** A value and where it was set: `default`, or `file:line:column`. */
export interface Origin<T> {
  /** The value in force. */
  readonly value: T
  /** Where it was set. */
  readonly origin: string
}

/** A source and whether it may loosen what stands before it. */
export interface OrderedSource extends ConfigSource {
  readonly loosens: boolean
}

import type { PlannedEffect } from './command-plan.ts'

/**
 * What an "always allow" remembers of one command: enough to know the next one like it, and no more. It is plain JSON.
 *
 * `like`: the same program and subcommand with no other options and no other kinds of effects, below the same folder;
 * `exact`: the same words in the same folder, where it is not known what the command does.
 */
export type Grant = LikeGrant | ExactGrant

/** A script, or a program of the workspace, as it was when it was granted. */
export interface GrantedFile {
  /** Absolute. */
  readonly path: string
  /** SHA-256 in hexadecimal. */
  readonly hash: string
}

interface GrantedProgram {
  /** Absolute path of the program; the name of a builtin. */
  readonly program: string
  /** The command holds for this folder and below it. Absolute. */
  readonly folder: string
  /** The variables that are set for it, `NAME=value` in their order; absent where none is that counts. */
  readonly environment?: readonly string[]
  /** It holds while these are what they were; absent where the command names none. The host looks. */
  readonly files?: readonly GrantedFile[]
}

export interface LikeGrant extends GrantedProgram {
  readonly kind: 'like'
  /** The subcommand, for example `["commit"]`; empty for a program without any. */
  readonly subcommand: readonly string[]
  /** Names of options, without their values. */
  readonly options: readonly string[]
  readonly effects: readonly PlannedEffect['kind'][]
}

export interface ExactGrant extends GrantedProgram {
  readonly kind: 'exact'
  /** The words after the program. */
  readonly words: readonly string[]
  /** Where the command starts, absolute. Without it, it holds where the line has not moved. */
  readonly cwd?: string
}

/** What can be remembered of a command, with what that covers in words; or why nothing can. */
export type GrantOffer =
  | { readonly grant: Grant; readonly covers: string }
  | { readonly grant: null; readonly reason: string }

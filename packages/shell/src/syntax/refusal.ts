import type { Span } from './tree.ts'

/**
 * Why a source was not read:
 *
 * - `TOO_LONG`, `TOO_DEEP`: over `maxLength` or `maxDepth`
 * - `TOO_MANY`: more than 2,048 backtick substitutions, each a text of its own to be read; or more than 16,384 commands,
 *   a quarter of a higher `maxLength`
 * - `CONTROL_CHARACTER`, `LONE_SURROGATE`: characters that a shell, a terminal or UTF-8 would change on the way
 * - `UNTERMINATED`: a quote, an expansion, a here-document or a compound command has no end
 * - `SYNTAX`: the shell would reject it too
 * - `UNSUPPORTED`: the shell accepts it, and it is not opted in
 * - `AMBIGUOUS`: shells, versions or modes of one shell read it differently
 */
export type RefusalCode =
  | 'TOO_LONG'
  | 'TOO_DEEP'
  | 'TOO_MANY'
  | 'CONTROL_CHARACTER'
  | 'LONE_SURROGATE'
  | 'UNTERMINATED'
  | 'SYNTAX'
  | 'UNSUPPORTED'
  | 'AMBIGUOUS'

/** A source that was not read, with the place and the reason. Nothing may be concluded about what it would run. */
export interface Refusal {
  /** Why, for programs. */
  readonly code: RefusalCode
  /** Why, for people: one sentence with what was expected. */
  readonly message: string
  /** Where the reader stopped. */
  readonly span: Span
}

/** Carries a refusal out of the parser. Not an `Error`: a stack trace would cost more than the parse. */
export class RefusalSignal {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    this.refusal = refusal
  }
}

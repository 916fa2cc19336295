import type { Span } from '../syntax/tree.ts'
import type { ShellCommand, ShellEffect, ShellEffectKind, Unresolved, UnresolvedReason } from './model.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** A claim about a command while it is being made. */
export type CommandClaim = Writable<ShellCommand>

/** Collects what a walk finds. A rehearsal (a walk made only to see what changes) collects nothing. */
export class Claims {
  readonly commands: CommandClaim[] = []
  readonly unresolved: Unresolved[] = []
  readonly effects: ShellEffect[] = []
  /** Texts within the text that were read so far. */
  texts = 0
  /** Over zero: nothing is recorded. */
  rehearsals = 0

  /** Goes back to a point at which there were so many. */
  reset(commands: number, unresolved: number, effects: number): void {
    this.commands.length = commands
    this.unresolved.length = unresolved
    this.effects.length = effects
  }

  at(start: number, end: number): Span {
    return [start, end]
  }

  command(claim: CommandClaim): void {
    if (this.rehearsals === 0) this.commands.push(claim)
  }

  unresolve(reason: UnresolvedReason, message: string, span: Span): void {
    if (this.rehearsals === 0) this.unresolved.push({ reason, message, span })
  }

  effect(kind: ShellEffectKind, path: string | null, span: Span): void {
    if (this.rehearsals === 0) this.effects.push({ kind, path, span })
  }
}

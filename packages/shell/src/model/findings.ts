import { parseText } from '../syntax/parse.ts'
import type { Dialect, Span } from '../syntax/tree.ts'
import type { ShellCommand, ShellEffect, ShellEffectKind, Unresolved, UnresolvedReason } from './analysis.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** How many texts within the text are read, and how many characters in all, as often as they are walked. */
const MOST_TEXTS = 256
const MOST_CARRIED = 131_072

/** How many characters come out of values and braces at least before they are left open: as many as a source may have. */
const MOST_PRODUCED = 65_536

/**
 * Limits on the recorded commands, and on all visits of a command. A real script of 64 KiB has five hundred commands. A
 * longer source may have one for so many of its characters.
 */
const MOST_COMMANDS = 2048
const CHARACTERS_EACH = 32
const WALKS_EACH = 2

/** How many characters the braces of a source may become: what a shell makes of more fills its memory. */
const MOST_FROM_BRACES = 16_777_216

/** What a command of plain words surely prints where it starts, without the ends of its lines; else `null`. */
export type OutputOf = (words: readonly string[], directory: string | null) => string | null

/** What is known of the machine. */
export interface Surroundings {
  readonly outputOf?: OutputOf | undefined
  readonly isFolder?: ((directory: string) => boolean) | undefined
}

/** A record about a command while it is being made. */
export type CommandFinding = Writable<ShellCommand>

/** Collects what a walk finds. A rehearsal (a walk made only to see what changes) collects nothing. */
export class Findings {
  readonly commands: CommandFinding[] = []
  readonly unresolved: Unresolved[] = []
  readonly effects: ShellEffect[] = []
  /** While text that a word carried is walked: the span of the command that carries it. */
  placed: Span | null = null
  /** How many redirections open a descriptor that is open already, or a file that may be one. */
  reopened = 0
  /** True once an output is, or may be, something that was opened for reading. */
  outputsMayRead = false
  /** True once a redirection writes to an output by its name. */
  namesOutput = false
  private texts = 0
  private carried = 0
  private produced = 0
  private readonly mostProduced: number
  private readonly mostCommands: number
  private walked = 0
  private readonly parsed = new Map<string, ReturnType<typeof parseText>>()
  private fromBraces = 0

  /** So many characters come out of braces when the shell runs it. */
  multiplies(characters: number): void {
    this.fromBraces += characters
  }

  readonly outputOf: OutputOf | undefined
  private readonly isFolder: Surroundings['isFolder']
  /** Over zero: nothing is recorded. */
  rehearsals = 0
  /** There are too many commands: the walk is over, and what was not reached is not recorded. */
  overflows = false

  constructor(sourceLength: number, { outputOf, isFolder }: Surroundings = {}) {
    this.outputOf = outputOf
    this.isFolder = isFolder
    this.mostProduced = Math.max(MOST_PRODUCED, sourceLength)
    this.mostCommands = Math.max(MOST_COMMANDS, Math.floor(sourceLength / CHARACTERS_EACH))
  }

  /** Whether a `cd` that was just recorded surely succeeds: nothing ran before it that could remove the folder. */
  surelyEnters(directory: string): boolean {
    return (
      this.rehearsals === 0 &&
      this.commands.every(({ name }) => name === 'cd') &&
      this.isFolder !== undefined &&
      this.isFolder(directory)
    )
  }

  /** Goes back to a point at which there were so many. */
  reset(commands: number, unresolved: number, effects: number): void {
    this.commands.length = commands
    this.unresolved.length = unresolved
    this.effects.length = effects
  }

  at(start: number, end: number): Span {
    return this.placed ?? [start, end]
  }

  /** One more text within the text is about to be read: are there few enough of them? */
  mayReadText(text: string): boolean {
    this.carried += text.length
    return ++this.texts <= MOST_TEXTS && this.carried <= MOST_CARRIED
  }

  /** So many characters come out of values or braces: are they few enough, all in all? */
  mayProduce(characters: number): boolean {
    return (this.produced += characters) <= this.mostProduced
  }

  /** Reads the text of a process of its own. What a repeated walk comes by again is read once. */
  parse(text: string, dialect: Dialect, maxDepth: number): ReturnType<typeof parseText> {
    const key = dialect + text
    const known = this.parsed.get(key)
    if (known !== undefined) return known
    const parsed = parseText(text, dialect, maxDepth)
    this.parsed.set(key, parsed)
    return parsed
  }

  /** One more command is come by: are there few enough of them? */
  mayWalk(): boolean {
    if (++this.walked > WALKS_EACH * this.mostCommands) this.overflows = true
    return !this.overflows
  }

  /** False where it is one too many, and nothing more is to be recorded. */
  command(finding: CommandFinding): boolean {
    if (this.rehearsals > 0) return true
    if (this.commands.length >= this.mostCommands) this.overflows = true
    else this.commands.push(finding)
    return !this.overflows
  }

  /** What is left open, once the walk is over. */
  allUnresolved(source: Span): readonly Unresolved[] {
    if (this.fromBraces > MOST_FROM_BRACES) {
      const message = `braces become more than ${MOST_FROM_BRACES} characters, which fills the memory of the shell`
      return [...this.unresolved, { reason: 'too-many-commands', message, span: source }]
    }
    if (!this.overflows) return this.unresolved
    const message = `more than ${this.mostCommands} commands: those behind were not looked at`
    return [...this.unresolved, { reason: 'too-many-commands', message, span: source }]
  }

  unresolve(reason: UnresolvedReason, message: string, span: Span): void {
    if (this.rehearsals === 0) this.unresolved.push({ reason, message, span })
  }

  effect(kind: ShellEffectKind, path: string | null, span: Span): void {
    if (this.rehearsals === 0) this.effects.push({ kind, path, span })
  }
}

/** Agents whose permissions are read. */
export const RULE_SOURCES = ['claude-code', 'codex', 'gemini', 'openclaw', 'opencode'] as const
export type RuleSource = (typeof RULE_SOURCES)[number]

/** A command that a line is about, as the other agent matches it. */
export interface CommandSubject {
  readonly kind: 'command'
  /** The words of its pattern; none for every command. */
  readonly words: readonly string[]
  /**
   * `exact` is this command alone, `prefix` any further arguments too, `partial` any continuation of the last word too,
   * `inner` has a wildcard between its words (those behind it are left out), `unreadable` has characters that a rule
   * cannot hold (so have all words from there on, which are left out).
   */
  readonly form: 'exact' | 'prefix' | 'partial' | 'inner' | 'unreadable'
}

/** What a line of another agent's settings is about. */
export type Subject =
  | CommandSubject
  /** A pattern as `tools.fs` has them. `problem` says why it can deny, and not allow. */
  | {
      readonly kind: 'path'
      readonly access: 'read' | 'write'
      readonly pattern: string
      readonly note?: string
      readonly problem?: string
    }
  /** A name, `*.name`, or `*`. */
  | { readonly kind: 'host'; readonly host: string; readonly problem?: string }
  /** Whole tools, by our names; none where we have no such tool. */
  | { readonly kind: 'tool'; readonly tools: readonly string[]; readonly named: string }
  /** What the reader has settled already. `reach` says which allow lines it would have narrowed. */
  | { readonly kind: 'settled'; readonly mapping: Mapping; readonly reach: NarrowedSubjects }

export type NarrowedSubjects = 'command' | 'path' | 'host' | 'everything' | 'nothing'

/** One line of another agent's permissions. */
export interface ForeignLine {
  /** As it is shown: the entry itself. */
  readonly text: string
  /** The key or the line it stands at. */
  readonly at: string
  readonly action: 'allow' | 'ask' | 'deny' | 'setting'
  /** Of two lines for one call, the one with the higher rank decides there; of equal ones the strictest. */
  readonly rank: number
  readonly subject: Subject
  /** For the people who read our rule. */
  readonly reason?: string
  /** For one agent only. */
  readonly agent?: string
}

/** A change of `poundlock.json`: a value that is added to a list, or set. */
export type PolicyChange =
  | { readonly key: string; readonly add: unknown; readonly agent?: string }
  | { readonly key: string; readonly set: string; readonly agent?: string }

/** What became of a line. None lets more through here than it does there. */
export interface Mapping {
  readonly status: 'mapped' | 'tightened' | 'refused'
  readonly changes: readonly PolicyChange[]
  /** Why it is not the same, or why nothing has to be written; empty where it is the same. */
  readonly note: string
}

export interface ImportedLine extends Mapping {
  readonly line: ForeignLine
}

export const mapped = (changes: readonly PolicyChange[], note = ''): Mapping => ({ status: 'mapped', changes, note })
export const tightened = (changes: readonly PolicyChange[], note: string): Mapping => ({
  status: 'tightened',
  changes,
  note,
})
export const refused = (note: string): Mapping => ({ status: 'refused', changes: [], note })

/** A line that the reader has settled. */
export const settled = (
  text: string,
  at: string,
  mapping: Mapping,
  {
    action = 'setting',
    reach = 'nothing',
    rank = 0,
  }: Partial<Pick<ForeignLine, 'action' | 'rank'>> & {
    readonly reach?: NarrowedSubjects
  } = {},
): ForeignLine => ({ text, at, action, rank, subject: { kind: 'settled', mapping, reach } })

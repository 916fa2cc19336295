/** What is odd about a policy. */
export interface LintFinding {
  /** What is wrong, for programs. */
  readonly code:
    | 'shadowed'
    | 'unreachable'
    | 'contradictory'
    | 'over-broad'
    | 'runs-code'
    | 'ignored'
    | 'unused'
    | 'names-nothing'
    | 'not-kept'
  /** `warning`: it does not do what it seems to; `note`: worth a look. */
  readonly severity: 'warning' | 'note'
  /** The finding and its mend, for people. */
  readonly message: string
  /** As it was written. */
  readonly rule: string
  /** Where the rule stands: `file:line:column`, or the name of its layer. */
  readonly source: string
}

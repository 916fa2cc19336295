/** What is odd about a policy. */
export interface LintFinding {
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
  readonly message: string
  /** As it was written. */
  readonly rule: string
  readonly source: string
}

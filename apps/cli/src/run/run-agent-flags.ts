/** The options of `poundlock run`. */
export interface RunAgentFlags {
  readonly observe?: boolean
  readonly apiHost?: readonly string[]
  readonly pass?: readonly string[]
  readonly home?: string
  readonly workspace?: string
  readonly config?: string
  readonly agent?: string
  readonly session?: string
}

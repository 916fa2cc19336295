/** The options of `poundlock acp`. */
export interface AcpFlags {
  readonly apiHost?: readonly string[]
  readonly pass?: readonly string[]
  readonly home?: string
  readonly workspace?: string
  readonly config?: string
  readonly agent?: string
  readonly session?: string
}

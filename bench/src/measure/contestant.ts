/** One command that is measured from its spawn to its end. */
export interface Contestant {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly environment?: Readonly<Record<string, string>>
}

export interface Measurement {
  readonly name: string
  /** Milliseconds, in the order of the rounds. */
  readonly samples: readonly number[]
  readonly median: number
  readonly fastest: number
  readonly slowest: number
}

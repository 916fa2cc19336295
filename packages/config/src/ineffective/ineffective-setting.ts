/** A setting that stands in a file and changes nothing. */
export interface IneffectiveSetting {
  /** As it is written: `sandbox.egress`. */
  readonly key: string
  /** JSON Pointer into its document. */
  readonly pointer: string
  /** Absolute path of the file that has it. */
  readonly file: string
  /** `file:line:column`. */
  readonly origin: string
  /** Why it has no effect, and what would give it one: the rest of a sentence that begins with the key. */
  readonly message: string
  /** True where its owner relies on it: the file is refused. Else it is worth a warning. */
  readonly refused: boolean
}

/** The same before it is known in which file it stands. */
export type Ineffective = Pick<IneffectiveSetting, 'pointer' | 'message'> & { readonly refused?: true }

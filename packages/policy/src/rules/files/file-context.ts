import type { FileRules } from './file-rules.ts'
import type { GateFiles } from './gate-files.ts'

/** What the files that a call names are evaluated by, besides the call itself. */
export interface FileContext {
  /** `workspace`: files outside it are not read without asking. */
  readonly readScope: 'workspace' | 'all'
  readonly rules: FileRules
  readonly gates: GateFiles
  /** Whether there are rules on effects that ask or deny. */
  readonly hasEffectRules: boolean
}

import type { RecoveryData } from '../record-data.ts'
import { EMPTY_HEAD, parseRecord, type AuditHash, type AuditRecord, type ChainHead } from '../record.ts'
import type { AuditLine, AuditProblem, AuditProblemKind, Verification } from './verification.ts'

const MAX_PROBLEMS = 100

/** What a chain is verified with: the hash, and the head that is expected. */
export interface VerifierOptions {
  /** SHA-256, as the chain was made with; `@poundlock/audit/node` has that of Node. */
  readonly hash: AuditHash
  /** The hash of a head that was noted elsewhere: it has to be in the chain. */
  readonly anchor?: string
  /** Where the chain goes on from, when earlier records are kept elsewhere. Default: the beginning. */
  readonly start?: ChainHead
}

/** Checks a chain line by line in constant memory. */
export interface Verifier {
  accept(line: AuditLine): void
  /** For what no line shows. */
  report(problem: AuditProblem): void
  finish(): Verification
}

export function createVerifier(options: VerifierOptions): Verifier {
  return new ChainVerifier(options)
}

class ChainVerifier implements Verifier {
  readonly #options: VerifierOptions
  readonly #problems: AuditProblem[] = []
  #problemCount = 0
  #records = 0
  #head: ChainHead
  #isAnchored: boolean
  /** A line that is no record may be one that was torn: the record after it tells. */
  #unexplained: { readonly line: AuditLine; readonly problem: AuditProblem } | null = null
  #recoveries = 0

  constructor(options: VerifierOptions) {
    this.#options = options
    this.#head = options.start ?? EMPTY_HEAD
    this.#isAnchored = options.anchor === undefined || options.anchor === this.#head.hash
  }

  report(problem: AuditProblem): void {
    this.#problemCount++
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
  }

  accept(line: AuditLine): void {
    if (line.text === null) {
      this.#giveUpUnexplained()
      this.#unexplained = { line, problem: problemAt(line, 'garbage', null, 'The line is too long or not UTF-8.') }
    } else {
      const parsed = parseRecord(line.text, this.#options.hash)
      if ('record' in parsed) return this.#acceptRecord(line, parsed.record)
      this.#giveUpUnexplained()
      const { kind, message, claimed } = parsed.fault
      const problem = problemAt(line, kind, claimed?.seq ?? null, message)
      if (claimed !== undefined) {
        this.report(problem)
        // What follows was linked to what this line was, which its own hash still tells.
        this.#head = { seq: claimed.seq, hash: claimed.hash }
        return
      }
      this.#unexplained = { line, problem }
    }
    if (line.complete) return
    const message = `${line.bytes} bytes are left of record ${this.#head.seq + 1}, whose write was cut off; the next append accounts for them.`
    this.#unexplained = { line, problem: problemAt(line, 'torn', null, message) }
  }

  finish(): Verification {
    this.#giveUpUnexplained()
    if (!this.#isAnchored) {
      const message = `The noted head ${this.#options.anchor} is not in the chain: its end was cut off, or all of it replaced.`
      this.report({ line: 0, seq: null, kind: 'anchor', message })
    }
    return {
      ok: this.#problemCount === 0,
      records: this.#records,
      head: this.#head,
      recoveries: this.#recoveries,
      problems: this.#problems,
      problemCount: this.#problemCount,
    }
  }

  #acceptRecord(line: AuditLine, record: AuditRecord): void {
    this.#records++
    this.#explain(line, record)
    this.#link(line, record)
    if (line.complete) return
    const message = 'The record is whole, but its line has no end: a write was cut off, or the end was removed.'
    this.report(problemAt(line, 'torn', record.seq, message))
  }

  /** A recovery accounts for the torn line before it. */
  #explain(line: AuditLine, record: AuditRecord): void {
    if (record.type !== 'recovery') return this.#giveUpUnexplained()
    const { bytes, hash } = record.data as Partial<RecoveryData>
    const torn = this.#unexplained?.line
    if (torn !== undefined && torn.segment === line.segment && torn.bytes === bytes && torn.digest() === hash) {
      this.#recoveries++
      this.#unexplained = null
      return
    }
    this.#giveUpUnexplained()
    this.report(problemAt(line, 'recovery', record.seq, 'It recovers bytes that are not on the line before it.'))
  }

  #link(line: AuditLine, record: AuditRecord): void {
    const problem = linkProblem(this.#head, line, record)
    if (problem !== null) this.report(problem)
    this.#head = { seq: record.seq, hash: record.hash }
    if (record.hash === this.#options.anchor) this.#isAnchored = true
  }

  #giveUpUnexplained(): void {
    if (this.#unexplained !== null) this.report(this.#unexplained.problem)
    this.#unexplained = null
  }
}

/** Why a record does not follow the one at the head; `null` when it does. */
function linkProblem(head: ChainHead, line: AuditLine, { seq, prev }: AuditRecord): AuditProblem | null {
  const expected = head.seq + 1
  if (seq > expected) {
    const missing = seq - 1 === expected ? `Record ${expected} is` : `Records ${expected} to ${seq - 1} are`
    return problemAt(line, 'removed', seq, `${missing} missing before it.`)
  }
  if (seq === head.seq) return problemAt(line, 'duplicate', seq, `The record before it is number ${seq} too.`)
  if (seq < expected) {
    const message = `It follows record ${head.seq}: moved, repeated, or in the wrong segment.`
    return problemAt(line, 'out-of-order', seq, message)
  }
  if (prev === head.hash) return null
  return problemAt(line, 'broken-link', seq, `It was written after another record ${head.seq} than the one before it.`)
}

const problemAt = (line: AuditLine, kind: AuditProblemKind, seq: number | null, message: string): AuditProblem => ({
  line: line.number,
  ...(line.segment === undefined ? {} : { segment: line.segment }),
  seq,
  kind,
  message,
})

import type { RecoveryData } from '../record-data.ts'
import { EMPTY_HEAD, parseRecord, type AuditHash, type AuditRecord, type ChainHead } from '../record.ts'
import type { AuditLine, AuditProblem, AuditProblemKind, Verification } from './verification.ts'

const MAX_PROBLEMS = 100

export interface VerifierOptions {
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
  const problems: AuditProblem[] = []
  let problemCount = 0
  let records = 0
  let recoveries = 0
  let head = options.start ?? EMPTY_HEAD
  let anchored = options.anchor === undefined || options.anchor === head.hash
  // A line that is no record may be one that was torn: the record after it tells.
  let unexplained: { line: AuditLine; problem: AuditProblem } | null = null

  const report = (problem: AuditProblem): void => {
    problemCount++
    if (problems.length < MAX_PROBLEMS) problems.push(problem)
  }
  const at = (line: AuditLine, kind: AuditProblemKind, seq: number | null, message: string): AuditProblem => ({
    line: line.number,
    ...(line.segment === undefined ? {} : { segment: line.segment }),
    seq,
    kind,
    message,
  })
  const giveUpUnexplained = (): void => {
    if (unexplained !== null) report(unexplained.problem)
    unexplained = null
  }

  const explain = (line: AuditLine, record: AuditRecord): void => {
    if (record.type !== 'recovery') return giveUpUnexplained()
    const { bytes, hash } = record.data as Partial<RecoveryData>
    const torn = unexplained?.line
    if (torn !== undefined && torn.segment === line.segment && torn.bytes === bytes && torn.digest() === hash) {
      recoveries++
      unexplained = null
      return
    }
    giveUpUnexplained()
    report(at(line, 'recovery', record.seq, 'It recovers bytes that are not on the line before it.'))
  }

  const link = (line: AuditLine, record: AuditRecord): void => {
    const { seq } = record
    const expected = head.seq + 1
    if (seq > expected) {
      const missing = seq - 1 === expected ? `Record ${expected} is` : `Records ${expected} to ${seq - 1} are`
      report(at(line, 'removed', seq, `${missing} missing before it.`))
    } else if (seq === head.seq) {
      report(at(line, 'duplicate', seq, `The record before it is number ${seq} too.`))
    } else if (seq < expected) {
      report(at(line, 'out-of-order', seq, `It follows record ${head.seq}: moved, repeated, or in the wrong segment.`))
    } else if (record.prev !== head.hash) {
      report(at(line, 'broken-link', seq, `It was written after another record ${head.seq} than the one before it.`))
    }
    head = { seq, hash: record.hash }
    if (record.hash === options.anchor) anchored = true
  }

  return {
    report,
    accept(line) {
      if (line.text === null) {
        giveUpUnexplained()
        unexplained = { line, problem: at(line, 'garbage', null, 'The line is too long or not UTF-8.') }
      } else {
        const parsed = parseRecord(line.text, options.hash)
        if ('record' in parsed) {
          records++
          explain(line, parsed.record)
          link(line, parsed.record)
          if (line.complete) return
          const message = 'The record is whole, but its line has no end: a write was cut off, or the end was removed.'
          return report(at(line, 'torn', parsed.record.seq, message))
        }
        giveUpUnexplained()
        const { kind, message, claimed } = parsed.fault
        const problem = at(line, kind, claimed?.seq ?? null, message)
        if (claimed !== undefined) {
          report(problem)
          // What follows was linked to what this line was, which its own hash still tells.
          head = { seq: claimed.seq, hash: claimed.hash }
          return
        }
        unexplained = { line, problem }
      }
      if (line.complete) return
      const message = `${line.bytes} bytes are left of a write that was cut off; the next append accounts for them.`
      unexplained = { line, problem: at(line, 'torn', null, message) }
    },
    finish() {
      giveUpUnexplained()
      if (!anchored) {
        const message = `The noted head ${options.anchor} is not in the chain: its end was cut off, or all of it replaced.`
        report({ line: 0, seq: null, kind: 'anchor', message })
      }
      return { ok: problemCount === 0, records, head, recoveries, problems, problemCount }
    },
  }
}

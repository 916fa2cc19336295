import type { AuditLine, Verification } from './verification.ts'
import { createVerifier, type VerifierOptions } from './verifier.ts'

/**
 * Verifies a chain of records, one line at a time; the answer is always a value.
 *
 * It finds every changed byte, and every record that was removed, inserted, repeated or moved, except where records
 * are missing at the very end: for that, `anchor` takes the hash of a head that was noted elsewhere.
 *
 * @param lines without their line ends; a source of bytes hands on `AuditLine`s
 */
export async function verifyChain(
  lines: Iterable<string | AuditLine> | AsyncIterable<string | AuditLine>,
  options: VerifierOptions,
): Promise<Verification> {
  const verifier = createVerifier(options)
  let number = 0
  for await (const line of lines) {
    number++
    verifier.accept(typeof line === 'string' ? wholeLine(line, number, options) : line)
  }
  return verifier.finish()
}

function wholeLine(text: string, number: number, { hash }: VerifierOptions): AuditLine {
  return {
    text,
    number,
    complete: true,
    digest: () => hash(text),
    get bytes() {
      return utf8Length(text)
    },
  }
}

function utf8Length(text: string): number {
  let length = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return length
}

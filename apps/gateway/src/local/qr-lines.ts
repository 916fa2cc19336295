import { renderUnicodeCompact } from 'uqr'

/** A text as a QR code for a terminal, two rows of it in a line. The frame of four modules is part of it. */
export function qrLines(text: string): readonly string[] {
  return renderUnicodeCompact(text, { ecc: 'L', border: 4 }).split('\n')
}

import { encode, renderUnicodeCompact } from 'uqr'

/** A text as a QR code for a terminal, two rows of it in a line. The frame of four modules is part of it. */
export function qrLines(text: string): readonly string[] {
  return renderUnicodeCompact(text, { ecc: 'L', border: 4 }).split('\n')
}

/** A text as a QR code, a row each: `1` for a dark module, `0` for a light one. The frame is part of it. */
export function qrRows(text: string): string[] {
  return encode(text, { ecc: 'M', border: 4 }).data.map((row) => row.map(Number).join(''))
}

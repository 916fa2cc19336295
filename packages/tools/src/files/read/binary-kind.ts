/** What the first bytes of a file say that it is, and what to do with it. Source: file(1), its magic numbers. */
const KINDS: readonly (readonly [magic: string, what: string, remedy: string])[] = [
  ['%PDF-', 'a PDF', 'Use exec with pdftotext, if it is there.'],
  ['\x7fELF', 'a program', 'Use exec with file, nm or strings.'],
  ['PK\x03\x04', 'a zip archive, or a document made like one', 'Use exec with unzip -l, or unzip -p for one entry.'],
  ['\x1f\x8b', 'compressed with gzip', 'Use exec with zcat.'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd', 'Use exec with zstdcat.'],
  ['\xfd7zXZ\0', 'compressed with xz', 'Use exec with xzcat.'],
  ['BZh', 'compressed with bzip2', 'Use exec with bzcat.'],
  ['SQLite format 3\0', 'an SQLite database', 'Use exec with sqlite3.'],
]

/** Kinds of files with a signature, also those without a NUL byte at the beginning. */
export function binaryKind(head: Buffer): { readonly what: string; readonly remedy: string } | null {
  const found = KINDS.find(([magic]) => head.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1')))
  if (found !== undefined) return { what: found[1], remedy: found[2] }
  if (!head.includes(0)) return null
  return { what: 'binary: it has NUL bytes', remedy: 'Use exec with xxd, or with a program that knows its format.' }
}

/** Images that models take, by their first bytes. */
export function imageType(head: Buffer): string | null {
  const starts = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts('\xff\xd8\xff')) return 'image/jpeg'
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif'
  return starts('RIFF') && starts('WEBP', 8) ? 'image/webp' : null
}

/** An entry of an archive. Names are relative, without a slash in front. */
export type ArchiveEntry =
  | { readonly kind: 'folder'; readonly name: string; readonly mode: number }
  | { readonly kind: 'file'; readonly name: string; readonly mode: number; readonly content: Uint8Array }
  | { readonly kind: 'link'; readonly name: string; readonly to: string }

const BLOCK = 512
const LONGEST_NAME = 100
const LONGEST_PREFIX = 155
const TYPES = { file: '0', link: '2', folder: '5' } as const

/**
 * Writes an archive of files that belong to root and have no time, so that the same entries give the same bytes.
 * Format: POSIX.1-1988 ustar, pax(1).
 */
export function tarArchive(entries: readonly ArchiveEntry[]): Buffer {
  const parts: Buffer[] = []
  for (const entry of entries) {
    const content = entry.kind === 'file' ? Buffer.from(entry.content) : Buffer.alloc(0)
    parts.push(header(entry, content.length), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK))
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

function header(entry: ArchiveEntry, size: number): Buffer {
  const bytes = Buffer.alloc(BLOCK)
  const { prefix, name } = splitName(entry.kind === 'folder' ? `${entry.name}/` : entry.name)
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`
  bytes.write(name, 0, LONGEST_NAME)
  bytes.write(octal(entry.kind === 'link' ? 0o777 : entry.mode, 8), 100)
  bytes.write(octal(0, 8), 108)
  bytes.write(octal(0, 8), 116)
  bytes.write(octal(size, 12), 124)
  bytes.write(octal(0, 12), 136)
  bytes.write(' '.repeat(8), 148)
  bytes.write(TYPES[entry.kind], 156)
  if (entry.kind === 'link') bytes.write(fitting(entry.to, LONGEST_NAME), 157)
  bytes.write('ustar\x0000', 257, 'latin1')
  bytes.write(prefix, 345, LONGEST_PREFIX)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${octal(sum, 7)} `, 148)
  return bytes
}

function splitName(name: string): { readonly prefix: string; readonly name: string } {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return { prefix: '', name }
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (rest !== '' && Buffer.byteLength(rest) <= LONGEST_NAME)
      return { prefix: fitting(prefix, LONGEST_PREFIX), name: rest }
  }
  return { prefix: '', name: fitting(name, LONGEST_NAME) }
}

function fitting(text: string, length: number): string {
  if (Buffer.byteLength(text) <= length) return text
  throw new RangeError(`${JSON.stringify(text)} is too long for an archive of this format.`)
}

export interface TarEntry {
  readonly name: string
  readonly link?: string
  /** With the name in a header of its own, as GNU tar writes long ones. */
  readonly long?: boolean
}

/** A tar(5) archive of empty files and links. */
export function makeTar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, link, long }) => {
    const data = Buffer.alloc(512)
    data.write(name)
    const ahead = long === true ? [header('././@LongLink', 'L', '', Buffer.byteLength(name)), data] : []
    return [...ahead, header(name.slice(0, 99), link === undefined ? '0' : '2', link ?? '', 0)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function header(name: string, type: string, link: string, size: number): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0)
  block.write('0000644\0', 100)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('        ', 148)
  block.write(type, 156)
  block.write(link, 157)
  block.write('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** A zip archive of empty files. */
export function makeZip(names: readonly string[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const name of names) {
    const local = Buffer.alloc(30 + name.length)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    local.write(name, 30)
    const entry = Buffer.alloc(46 + name.length)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    entry.write(name, 46)
    locals.push(local)
    entries.push(entry)
    at += local.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(names.length, 8)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, list, end])
}

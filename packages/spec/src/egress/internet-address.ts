/** An address of the internet, as its bytes: 4 or 16. */
export type InternetAddress = readonly number[]

/**
 * Reads an address that is written in the one plain way: four decimal numbers without leading zeros, or IPv6 without a
 * zone. What inet_aton(3) takes besides (`0x7f.1`, `2130706433`, `0177.0.0.1`) is not an address here.
 *
 * @returns the bytes, or `null`
 */
export function parseInternetAddress(text: string): InternetAddress | null {
  return text.includes(':') ? parseVersion6(text) : parseVersion4(text)
}

/** The one way to write an address: RFC 5952 for IPv6. */
export function formatInternetAddress(address: InternetAddress): string {
  if (address.length === 4) return address.join('.')
  const groups = Array.from({ length: 8 }, (_, index) => (address[index * 2]! << 8) | address[index * 2 + 1]!)
  const [start, length] = longestZeros(groups)
  const write = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':')
  return length < 2 ? write(groups) : `${write(groups.slice(0, start))}::${write(groups.slice(start + length))}`
}

function parseVersion4(text: string): InternetAddress | null {
  const parts = text.split('.')
  const plain = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  return plain ? parts.map(Number) : null
}

function parseVersion6(text: string): InternetAddress | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  // An IPv4 address stands at the end, or not at all.
  const [head, tail] = halves.map((half, index) => parseGroups(half, index === halves.length - 1))
  if (!head || tail === null) return null
  if (tail === undefined) return head.length === 16 ? head : null
  const missing = 16 - head.length - tail.length
  return missing < 2 ? null : [...head, ...Array.from({ length: missing }, () => 0), ...tail]
}

function parseGroups(text: string, isLast: boolean): readonly number[] | null {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [index, group] of groups.entries()) {
    const embedded = isLast && index === groups.length - 1 ? parseVersion4(group) : null
    if (embedded) bytes.push(...embedded)
    else if (/^[\da-f]{1,4}$/i.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255)
    else return null
  }
  return bytes
}

function longestZeros(groups: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0]
  for (let start = 0; start < groups.length; start += 1) {
    let end = start
    while (groups[end] === 0) end += 1
    if (end - start > best[1]) best = [start, end - start]
  }
  return best
}

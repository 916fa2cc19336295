import { isUtf8 } from 'node:buffer'

/** Takes names that end in NUL, in pieces of any length. */
export class NameReader {
  /** Names that are not text: no rule could be asked about them. */
  unreadable = 0
  readonly #onName: (name: string) => void
  readonly #takeAll: ((names: string) => boolean) | undefined
  #rest: Buffer = Buffer.alloc(0)

  /**
   * @param onName takes one name
   * @param takeAll is offered several first, with NUL between them: where it takes them, that is true, none is taken alone
   */
  constructor(onName: (name: string) => void, takeAll?: (names: string) => boolean) {
    this.#onName = onName
    this.#takeAll = takeAll
  }

  take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const end = bytes.lastIndexOf(0)
    this.#rest = Buffer.from(bytes.subarray(end + 1))
    if (end < 0) return
    const whole = bytes.subarray(0, end)
    if (isUtf8(whole)) {
      const names = whole.toString('utf8')
      if (this.#takeAll?.(names) !== true) for (const name of names.split('\0')) this.#onName(name)
      return
    }
    for (let at = 0; at <= end;) {
      const next = bytes.indexOf(0, at)
      const name = bytes.subarray(at, next)
      if (isUtf8(name)) this.#onName(name.toString('utf8'))
      else this.unreadable++
      at = next + 1
    }
  }
}

/** The order of a walk: name by name, so that the content of a folder stays together. */
export function comparePaths(one: string, other: string): number {
  const [a, b] = [one.replaceAll('/', '\0'), other.replaceAll('/', '\0')]
  return a < b ? -1 : Number(a > b)
}

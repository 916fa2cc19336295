/** One thing wrong with a value. */
export interface ValidationIssue {
  /** JSON Pointer (RFC 6901) to the place; the empty string is the whole value. */
  readonly pointer: string
  /** A sentence: what is wrong and what was expected. */
  readonly message: string
}

const MOST_ISSUES = 20

/** Issues as they are found, none twice, and at most 20. */
export class IssueList {
  readonly list: ValidationIssue[] = []
  readonly #known = new Set<string>()
  /** Places where the value is of another kind than the schema is about. */
  readonly #otherKind = new Set<string>()

  get isEmpty(): boolean {
    return this.list.length === 0
  }

  get isFull(): boolean {
    return this.list.length >= MOST_ISSUES
  }

  /** @param kind `other-kind` where a value of another kind was meant */
  add(pointer: string, message: string, kind?: 'other-kind'): void {
    if (kind) this.#otherKind.add(pointer)
    const key = `${pointer}\0${message}`
    if (this.isFull || this.#known.has(key)) return
    this.#known.add(key)
    this.list.push({ pointer, message })
  }

  addAll(other: IssueList): void {
    for (const { pointer, message } of other.list) this.add(pointer, message)
    for (const pointer of other.#otherKind) this.#otherKind.add(pointer)
  }

  /** Whether the value at this place is of another kind than the schema is about. */
  isOfOtherKind(pointer: string): boolean {
    return this.#otherKind.has(pointer)
  }
}

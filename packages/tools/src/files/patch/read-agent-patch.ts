import { syntaxError } from './patch-error.ts'
import type { Hunk, HunkLine, PatchOperation } from './patch-operation.ts'
import { readPatchPath } from './read-patch-path.ts'

const HEADER = /^\*\*\* (Add File|Update File|Delete File): ?(.*)$/
const MOVE = /^\*\*\* Move to: ?(.*)$/
const SECTION_END = /^\*\*\* (?:Add File|Update File|Delete File|End Patch)/

/** Reads `*** Begin Patch` … `*** End Patch`, the format of coding agents. */
export function readAgentPatch(lines: readonly string[]): readonly PatchOperation[] {
  const reader = new AgentPatchReader(lines)
  return reader.read()
}

class AgentPatchReader {
  readonly #lines: readonly string[]
  #at = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  read(): readonly PatchOperation[] {
    while (this.#lines[this.#at]!.trim() === '') this.#at++
    this.#at++
    const operations: PatchOperation[] = []
    for (;;) {
      const line = this.#lines[this.#at]
      // A patch that was cut off could be applied to the half.
      if (line === undefined)
        throw syntaxError(this.#lines.length, '"*** End Patch" is missing, so that it may be cut off')
      if (line.trim() === '*** End Patch') break
      if (line.trim() === '') this.#at++
      else operations.push(this.#section(line))
    }
    const rest = this.#lines.findIndex((line, index) => index > this.#at && line.trim() !== '')
    if (rest >= 0) throw syntaxError(rest + 1, 'something stands behind "*** End Patch"')
    return operations
  }

  #section(line: string): PatchOperation {
    const [, verb, named] = HEADER.exec(line) ?? []
    if (named === undefined)
      throw syntaxError(this.#at + 1, `expected the header of a file, not ${JSON.stringify(line.slice(0, 80))}`)
    const path = readPatchPath(named, this.#at + 1)
    this.#at++
    if (verb === 'Delete File') return { kind: 'delete', path, hunks: null }
    return verb === 'Add File' ? this.#added(path) : this.#updated(path)
  }

  #added(path: string): PatchOperation {
    const content: string[] = []
    for (
      let line = this.#lines[this.#at];
      line !== undefined && !SECTION_END.test(line);
      line = this.#lines[++this.#at]
    ) {
      if (!line.startsWith('+')) {
        if (line.trim() === '' && this.#isRestBlank()) continue
        throw syntaxError(this.#at + 1, 'a line of an added file begins with +')
      }
      content.push(`${line.slice(1)}\n`)
    }
    return { kind: 'add', path, content: content.join(''), isProgram: null }
  }

  /** Whether only blank lines come before the next section. */
  #isRestBlank(): boolean {
    const next = this.#lines.findIndex((line, index) => index > this.#at && line.trim() !== '')
    return next < 0 || SECTION_END.test(this.#lines[next]!)
  }

  #updated(path: string): PatchOperation {
    const begin = this.#at
    const [, moved] = MOVE.exec(this.#lines[this.#at] ?? '') ?? []
    const moveTo = moved === undefined ? null : readPatchPath(moved, this.#at + 1)
    if (moveTo !== null) this.#at++
    const hunks: Hunk[] = []
    for (
      let line = this.#lines[this.#at];
      line !== undefined && !SECTION_END.test(line);
      line = this.#lines[this.#at]
    ) {
      if (line.trim() === '' && this.#isRestBlank()) this.#at++
      else hunks.push(this.#hunk())
    }
    if (hunks.length === 0 && moveTo === null) throw syntaxError(begin, 'the update changes nothing: it has no lines')
    return { kind: 'update', path, moveTo, hunks, isProgram: null }
  }

  #hunk(): Hunk {
    const patchLine = this.#at + 1
    const headers: string[] = []
    let startLine: number | null = null
    for (let line = this.#lines[this.#at]!; line.startsWith('@@'); line = this.#lines[++this.#at] ?? '') {
      const range = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(line)
      if (range !== null) startLine = Number(range[1])
      else if (line.slice(2).trim() !== '') headers.push(line.slice(2).replace(/^ /, '').replace(/ @@$/, ''))
    }
    const lines: HunkLine[] = []
    let isAtEnd = false
    for (let line = this.#lines[this.#at]; line !== undefined; line = this.#lines[++this.#at]) {
      if (line.startsWith('@@') || SECTION_END.test(line)) break
      if (line.trim() === '*** End of File') {
        isAtEnd = true
        this.#at++
        break
      }
      lines.push(readHunkLine(line, this.#at + 1))
    }
    if (lines.length === 0) throw syntaxError(patchLine, 'a change without lines')
    return { headers, startLine, lines, isAtEnd, patchLine }
  }
}

const KINDS: Readonly<Record<string, HunkLine['kind']>> = { ' ': 'context', '-': 'remove', '+': 'add' }

/** Reads a line of a change; one with nothing at all is an empty line whose blank was left out. */
export function readHunkLine(line: string, number: number): HunkLine {
  const kind = line === '' || line === '\r' ? 'context' : KINDS[line[0]!]
  if (kind === undefined) {
    throw syntaxError(number, `${JSON.stringify(line.slice(0, 80))} begins with neither a blank, + nor -`)
  }
  const text = line === '\r' ? line : line.slice(1)
  return text.endsWith('\r') ? { kind, text: text.slice(0, -1), end: '\r\n' } : { kind, text }
}

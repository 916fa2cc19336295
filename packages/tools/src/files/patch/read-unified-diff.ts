import { syntaxError } from './patch-error.ts'
import type { Hunk, HunkLine, PatchOperation } from './patch-operation.ts'
import { readHunkLine } from './read-agent-patch.ts'
import { readPatchPath } from './read-patch-path.ts'

const RANGE = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** What the lines before the changes of a file say of it. Source: git-diff(1), "generating patch text with -p". */
interface Section {
  readonly line: number
  oldPath: string | null
  newPath: string | null
  /** Both names of `diff --git`, where no other line has them. */
  names: readonly [string, string] | null
  kind: 'add' | 'delete' | 'update' | null
  renamedFrom: string | null
  renamedTo: string | null
  isProgram: boolean | null
  readonly hunks: Hunk[]
}

/** Reads the output of `diff -u` or `git diff`. */
export function readUnifiedDiff(lines: readonly string[]): readonly PatchOperation[] {
  const sections: Section[] = []
  let current: Section | null = null
  const begin = (line: number) => {
    current = {
      line,
      oldPath: null,
      newPath: null,
      names: null,
      kind: null,
      renamedFrom: null,
      renamedTo: null,
      isProgram: null,
      hunks: [],
    }
    sections.push(current)
    return current
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    const section = current as Section | null
    if (/\r[^]/.test(line)) throw syntaxError(at + 1, 'a carriage return stands within a line')
    if (line.startsWith('diff --git ')) begin(at + 1).names = readGitNames(line)
    else if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true) {
      const own = section === null || section.oldPath !== null || section.hunks.length > 0 ? begin(at + 1) : section
      readPaths(own, line, lines[at + 1]!, at + 1)
      at++
    } else if (line.startsWith('@@')) {
      if (section === null || section.newPath === null)
        throw syntaxError(at + 1, 'a change before the --- and +++ of its file')
      const { hunk, end } = readHunk(lines, at)
      section.hunks.push(hunk)
      at = end
      continue
    } else if (section !== null) readExtendedHeader(section, line, at + 1)
    else if (/^[+-]/.test(line)) throw syntaxError(at + 1, 'a changed line before the --- and +++ of its file')
    at++
  }
  return sections.map(operationOf)
}

function readGitNames(line: string): readonly [string, string] | null {
  const names = line.replace(/\r$/, '').split(' ').slice(2)
  const [from, to] = names
  const isPlain = !names.some((name) => /[\0-\x1F]/.test(name))
  return isPlain && names.length === 2 && from !== undefined && to !== undefined ? [from, to] : null
}

function readPaths(section: Section, from: string, to: string, line: number): void {
  const read = (text: string, at: number) => readPatchPath(text.slice(4).split('\t')[0]!, at)
  section.oldPath = read(from, line)
  section.newPath = read(to, line + 1)
  if (section.oldPath === '/dev/null') section.kind = 'add'
  if (section.newPath === '/dev/null') section.kind = 'delete'
}

function readExtendedHeader(section: Section, line: string, number: number): void {
  if (/^(?:---|\+\+\+)\s/.test(line)) throw syntaxError(number, 'a --- and a +++ come together')
  const isHeader = /^(?:old mode|new mode|new file mode|deleted file mode|rename|copy) /.test(line)
  if (isHeader && section.newPath !== null)
    throw syntaxError(number, 'such a line comes before the --- and +++ of its file')
  const [, sort, mode = ''] = /^(old|new|new file|deleted file) mode (\d{6})\r?$/.exec(line) ?? []
  if (sort !== undefined) {
    if (!mode.startsWith('100')) throw syntaxError(number, 'links and submodules cannot be patched')
    if (sort === 'new file') section.kind = 'add'
    if (sort === 'deleted file') section.kind = 'delete'
    if (sort.startsWith('new')) section.isProgram = mode === '100755'
  }
  const [, action, end, path = ''] = /^(rename|copy) (from|to) (.*)$/.exec(line) ?? []
  if (action === 'copy') throw syntaxError(number, 'copies cannot be patched: add the file with its content')
  if (action === 'rename' && path.trim() !== path.replace(/\r$/, '')) {
    throw syntaxError(number, 'the path begins or ends with a blank')
  }
  if (action === 'rename') section[end === 'from' ? 'renamedFrom' : 'renamedTo'] = readPatchPath(path, number)
  if (/^(?:GIT binary patch|Binary files )/.test(line)) throw syntaxError(number, 'binary files cannot be patched')
}

/** `a/x` and `b/x` are `x`, whatever folders there are; other paths are taken as they are. */
const stripPrefix = (path: string) => path.replace(/^[ab]\//, '')

function operationOf(section: Section): PatchOperation {
  const { line, kind, isProgram, hunks, renamedFrom, renamedTo } = section
  const oldPath = section.oldPath ?? section.names?.[0] ?? null
  const newPath = section.newPath ?? section.names?.[1] ?? null
  const read = (path: string) => stripPrefix(readPatchPath(path, line))
  if (renamedFrom !== null || renamedTo !== null) {
    const isWhole = renamedFrom !== null && renamedTo !== null && kind === null
    const isSame =
      (section.oldPath === null || read(section.oldPath) === renamedFrom) &&
      (section.newPath === null || read(section.newPath) === renamedTo)
    if (!isWhole || !isSame) throw syntaxError(line, 'it does not say plainly what is renamed to what')
    return { kind: 'update', path: renamedFrom, moveTo: renamedTo, hunks, isProgram }
  }
  if (oldPath === null || newPath === null) throw syntaxError(line, 'it does not say which file it is about')
  demandAgreement(section, line)
  if (kind === 'add') return { kind, path: read(newPath), content: addedContent(hunks), isProgram }
  if (kind === 'delete') return { kind, path: read(oldPath), hunks }
  if (hunks.length === 0 && isProgram === null) throw syntaxError(line, 'it changes nothing')
  return { kind: 'update', path: read(newPath), moveTo: null, hunks, isProgram }
}

/** All lines of a section must name one file, whichever of them a reader uses. */
function demandAgreement({ oldPath, newPath, names, kind }: Section, line: number): void {
  const agrees = (path: string | null, name: string | undefined, isNone: boolean) =>
    path === null ||
    ((path === '/dev/null') === isNone && (isNone || name === undefined || stripPrefix(path) === stripPrefix(name)))
  const isOne = agrees(oldPath, names?.[0], kind === 'add') && agrees(newPath, names?.[1], kind === 'delete')
  const isNamed = !names?.includes('/dev/null')
  if (!isOne || !isNamed) throw syntaxError(line, 'its lines are not about one and the same file')
}

function addedContent(hunks: readonly Hunk[]): string {
  const lines = hunks.flatMap((hunk) => {
    if (hunk.lines.some(({ kind }) => kind !== 'add')) {
      throw syntaxError(hunk.patchLine, 'a file that is added has only lines with +')
    }
    return hunk.lines
  })
  return lines.map(({ text, end = '\n' }) => text + end).join('')
}

function readHunk(lines: readonly string[], at: number): { readonly hunk: Hunk; readonly end: number } {
  const range = RANGE.exec(lines[at]!)
  const counted = range === null ? null : readCounted(lines, at, Number(range[2] ?? 1), Number(range[4] ?? 1))
  const { body, end } = counted ?? readToNextHeader(lines, at + 1)
  if (body.length === 0) throw syntaxError(at + 1, 'a change without lines')
  const heading = lines[at]!.slice(2).trim()
  const headers = range === null && heading !== '' ? [heading.replace(/ @@$/, '')] : []
  const startLine = range === null ? null : Number(range[1])
  return { hunk: { headers, startLine, lines: body, isAtEnd: false, patchLine: at + 1 }, end }
}

interface Body {
  readonly body: readonly HunkLine[]
  readonly end: number
}

/** As many lines as the header says; `null` when the lines do not match, since models count badly. */
function readCounted(lines: readonly string[], at: number, oldCount: number, newCount: number): Body | null {
  const body: HunkLine[] = []
  let [old, now, next] = [oldCount, newCount, at + 1]
  while (old > 0 || now > 0) {
    const line = lines[next]
    if (line === undefined || !/^(?:[ +\-\\]|\r?$)/.test(line) || (line === '' && next === lines.length - 1))
      return null
    if (!takeNoNewline(line, body)) {
      const read = readHunkLine(line, next + 1)
      if (read.kind !== 'add') old--
      if (read.kind !== 'remove') now--
      body.push(read)
    }
    next++
  }
  if (old < 0 || now < 0) return null
  if (takeNoNewline(lines[next] ?? '', body)) next++
  const after = lines[next] ?? ''
  return /^[ +-]/.test(after) && !endsHunk(lines, next) ? null : { body, end: next }
}

function readToNextHeader(lines: readonly string[], at: number): Body {
  const body: HunkLine[] = []
  let next = at
  for (; next < lines.length && !endsHunk(lines, next); next++) {
    const line = lines[next]!
    if (line === '' && lines.slice(next).every((rest) => rest === '')) break
    if (!takeNoNewline(line, body)) body.push(readHunkLine(line, next + 1))
  }
  return { body, end: next }
}

function endsHunk(lines: readonly string[], at: number): boolean {
  const line = lines[at]!
  return (
    /^(?:@@|diff --git |Index: |-- ?$)/.test(line) ||
    (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true)
  )
}

/** `\ No newline at end of file` is about the line before it. */
function takeNoNewline(line: string, body: HunkLine[]): boolean {
  if (!line.startsWith('\\')) return false
  const last = body.pop()
  if (last !== undefined) body.push({ kind: last.kind, text: last.text, end: '' })
  return true
}

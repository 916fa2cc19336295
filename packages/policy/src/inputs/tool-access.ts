import { type ToolEntry, findBuiltInTool } from '@poundlock/spec'
import type { FileAccess } from '../model/file-access.ts'

/** What the input of a tool call names. */
export interface ToolAccess {
  readonly files: readonly FileAccess[]
  readonly urls: readonly string[]
  /** Command lines that a third-party tool would run. */
  readonly commands?: readonly string[]
}

/** The files and addresses that a call of a built-in tool names; nothing for other tools. */
export function toolAccess(tool: string, input: unknown): ToolAccess {
  return accessOf(findBuiltInTool(tool), input)
}

/** The same for a tool that was looked up. */
export function accessOf(entry: ToolEntry | null, input: unknown): ToolAccess {
  if (entry === null) return NO_ACCESS
  const values = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  const files: FileAccess[] = entry.name === 'apply_patch' ? [...patchFiles(values)] : []
  let urls: readonly string[] = NO_ACCESS.urls
  for (const key in entry.inputs) {
    const use = entry.inputs[key]!
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    if (value === undefined) continue
    // A value that is not text cannot be read: an empty path asks.
    const text = typeof value === 'string' ? value : ''
    if (use === 'url') urls = [...urls, text]
    else files.push({ access: use, path: text })
  }
  if (input !== undefined && files.length + urls.length === 0 && mustName(entry)) {
    // Another reader of the input may find a name where this one finds none.
    const [use] = Object.values(entry.inputs)
    if (use === 'url') urls = ['']
    else if (use !== undefined) files.push({ access: use, path: '' })
  }
  if (entry.name === 'glob_search' && Object.hasOwn(values, 'pattern')) {
    const folder = patternFolder(values['pattern'])
    if (folder !== null) files.push({ access: 'read', path: folder })
  }
  return { files, urls }
}

/** Where a pattern looks when it leaves the folder of the call; empty when that is unknown. */
function patternFolder(pattern: unknown): string | null {
  if (typeof pattern !== 'string') return ''
  if (/(?:^|[/{,(|])\.\.(?:[/},)|]|$)|[{,(|][/~]|\\/.test(pattern)) return ''
  if (!/^[/~]/.test(pattern)) return null
  const fixed = pattern.replace(/[*?[{(!+@][^]*$/, '')
  return fixed.slice(0, fixed.lastIndexOf('/') + 1) || '/'
}

export const NO_ACCESS: ToolAccess = { files: [], urls: [] }

/** What a call must name; a search looks in the workspace where it names nothing. */
function mustName({ name }: ToolEntry): boolean {
  return !name.endsWith('_search')
}

/**
 * A patch names its files in its own text, and who applies it reads more than one format. One that names none, or that
 * names one in a way which another reader could take for another, is not read with certainty.
 */
function patchFiles(values: Readonly<Record<string, unknown>>): readonly FileAccess[] {
  const text = Object.values(values)
    .filter((value) => typeof value === 'string')
    .join('\n')
  const files: FileAccess[] = []
  // Quoted, a name can hold escapes.
  const use = (access: FileAccess['access'], path: string) =>
    files.push({ access, path: path.startsWith('"') ? '' : path })
  const write = (path: string) => use('write', path)
  /** `a/x` is `x`; of any other first folder it depends on who applies the patch. */
  const useStripped = (access: FileAccess['access'], path: string) => {
    const [, prefix = '', rest] = /^([^/]*)\/(.*)$/s.exec(path) ?? []
    if (rest === undefined || prefix === '') use(access, path)
    else {
      if (!/^[ab]$/.test(prefix)) use(access, path)
      use(access, rest)
    }
  }
  // What is moved away, or turns out to be removed by a later line, is deleted, too.
  let updated: string | null = null
  let diffed: readonly string[] = []
  // A dot stands for U+2028 too, which ends no line of a patch.
  for (const line of text.split(/\r\n?|\n/)) {
    const [, verb, named] = /^\s*\*\*\*\s+(Add File|Update File|Delete File|Move to):(.*)$/s.exec(line) ?? []
    if (named !== undefined) files.push({ access: verb === 'Delete File' ? 'delete' : 'write', path: named.trim() })
    if (verb === 'Move to' && updated !== null) use('delete', updated)
    if (named !== undefined && verb !== 'Move to') updated = verb === 'Update File' ? named.trim() : null
    const [, plain] = /^(?:---|\+\+\+|Index:)\s+([^\t]+)/.exec(line) ?? []
    if (plain !== undefined && plain.trim() !== '/dev/null') {
      useStripped('write', plain.trim())
      if (line.startsWith('---')) diffed = [plain.trim()]
    }
    const [, renames, renamed] = /^(rename|copy) (?:from|to) (.+)$/s.exec(line) ?? []
    if (renamed !== undefined) write(renamed)
    if (renamed !== undefined && renames === 'rename') use('delete', renamed)
    if (/^(?:deleted file mode |\+\+\+\s+\/dev\/null)/.test(line)) {
      for (const path of diffed) useStripped('delete', path)
    }
    // A mode, an empty file or a binary one has no other line that names it.
    const [, both] = /^diff --git (.+)$/s.exec(line) ?? []
    if (both !== undefined) {
      const [from, to, ...more] = both.split(' ')
      if (to === undefined || more.length > 0) write('')
      else {
        diffed = [from!, to]
        for (const path of diffed) useStripped('write', path)
      }
    }
  }
  return files.length > 0 ? files : [{ access: 'write', path: '' }]
}

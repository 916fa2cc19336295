import { findBuiltInTool, type ToolEntry } from '@poundlock/spec/vocabulary'
import type { FileAccess } from './file-access.ts'

/** What the input of a tool call names. */
export interface ToolAccess {
  readonly files: readonly FileAccess[]
  readonly urls: readonly string[]
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
  const urls: string[] = []
  for (const key in entry.inputs) {
    const use = entry.inputs[key]!
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    if (value === undefined) continue
    // What is no text names something that nobody can read; an empty path asks.
    const text = typeof value === 'string' ? value : ''
    if (use === 'url') urls.push(text)
    else files.push({ access: use, path: text })
  }
  if (entry.name === 'glob_search' && Object.hasOwn(values, 'pattern')) {
    const folder = patternFolder(values['pattern'])
    if (folder !== null) files.push({ access: 'read', path: folder })
  }
  return { files, urls }
}

/** Where a pattern looks when it leaves the folder that the call names; empty when that cannot be told. */
function patternFolder(pattern: unknown): string | null {
  if (typeof pattern !== 'string') return ''
  if (/(?:^|[/{,(|])\.\.(?:[/},)|]|$)|[{,(|][/~]|\\/.test(pattern)) return ''
  return /^[/~]/.test(pattern) ? pattern.replace(/[*?[{(!+@][^]*$/, '').replace(/[^/]*$/, '') || '/' : null
}

const NO_ACCESS: ToolAccess = { files: [], urls: [] }

/** A patch names its files in its own text. One that names none is not read with certainty. */
function patchFiles(values: Readonly<Record<string, unknown>>): readonly FileAccess[] {
  const text = Object.values(values)
    .filter((value) => typeof value === 'string')
    .join('\n')
  const files: FileAccess[] = []
  for (const line of text.split(/\r\n?|\n/)) {
    const [, verb, named] = /^\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/.exec(line) ?? []
    if (named !== undefined) files.push({ access: verb === 'Delete File' ? 'delete' : 'write', path: named.trim() })
    const [, plain] = /^(?:---|\+\+\+) (?:[ab]\/)?([^\t]+)/.exec(line) ?? []
    if (plain !== undefined && plain !== '/dev/null') files.push({ access: 'write', path: plain.trim() })
    const [, renamed] = /^(?:rename|copy) (?:from|to) (.+)$/.exec(line) ?? []
    if (renamed !== undefined) files.push({ access: 'write', path: renamed })
  }
  return files.length > 0 ? files : [{ access: 'write', path: '' }]
}

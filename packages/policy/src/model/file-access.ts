import { visibleText } from '@poundlock/spec'
import { normalisePath } from './paths.ts'

/** A file that a tool call would touch. */
export interface FileAccess {
  /** What is done to the file; `write` also makes and replaces it. */
  readonly access: 'read' | 'write' | 'delete'
  /** As the call names it. */
  readonly path: string
  /**
   * Where it really lies, symbolic links followed as far as the path exists. `null` when that could not be found out;
   * absent when links were not followed; then the path is used as written.
   */
  readonly real?: string | null
}

/**
 * The absolute path that a text stands for, or why it should not be taken for one: what another program, or another
 * system, would read as something else.
 */
export function readFilePath(
  text: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): { readonly path: string } | { readonly problem: string } {
  const problem = pathProblem(text)
  return problem === null ? { path: absolutePath(text, { cwd, home }) } : { problem }
}

/** The same for a text that has no problem. */
export function absolutePath(text: string, { cwd, home }: { readonly cwd: string; readonly home: string }): string {
  if (text.startsWith('/')) return normalisePath(text)
  return normalisePath(text === '~' || text.startsWith('~/') ? home + text.slice(1) : `${cwd}/${text}`)
}

/** Why a text should not be taken for a path, or `null`. */
export function pathProblem(text: string): string | null {
  if (text.trim() === '') return 'is empty'
  if (text.startsWith('-')) return 'begins with a dash, so that a program could take it for an option'
  // `\\host\share`, `\??\`, `//host/share`: opening it can hand out credentials.
  if (text.includes('\\') || text.startsWith('//')) return 'is the path of another system or machine'
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) return 'begins with a drive or a scheme'
  if (/^~[^/]/.test(text)) return 'names the home folder of another user'
  if (visibleText(text) !== text) return 'has characters that cannot be seen'
  return /[$`]/.test(text) ? 'has characters that a shell replaces' : null
}

/** The past participle of each access, for messages. */
export const DONE = { read: 'read', write: 'written', delete: 'deleted' } as const

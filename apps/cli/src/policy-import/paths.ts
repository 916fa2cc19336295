import type { Subject } from './foreign-line.ts'

type PathSubject = Extract<Subject, { kind: 'path' }>

/** Made of plain characters, and of wildcards that we have too. */
const PLAIN = /^[^[\]{}!\\]*$/

/**
 * A path as gitignore patterns name them: `//` starts at the root of the file system, `/` at the project, a name without
 * a slash is meant in every folder. Source: Claude Code's documentation of Read and Edit rules.
 */
export function gitignorePath(access: 'read' | 'write', text: string): PathSubject {
  const plain = PLAIN.test(text)
  const known = (plain ? text : widened(text)).replace(/(?<=.)\/$/, '')
  if (/^\.\.(?:\/|$)|\/\.\.(?:\/|$)/.test(known)) return unnamed(access, 'it names a folder above another')
  const pattern = known.startsWith('//')
    ? known.slice(1)
    : /^~(?:\/|$)/.test(known)
      ? known
      : known.startsWith('~')
        ? ''
        : inWorkspace(known)
  if (pattern === '') return unnamed(access, 'it names the home folder of another user')
  return {
    kind: 'path',
    access,
    pattern,
    ...(!plain && { problem: 'a class of characters, a brace or a negation in it has no counterpart here' }),
  }
}

function inWorkspace(text: string): string {
  const path = text.replace(/^(?:\.\/)+|^\/+/, '')
  if (path === '' || path === '.') return '**'
  return path.includes('/') || text.startsWith('/') || text.startsWith('./') || path === '**' ? path : `**/${path}`
}

/**
 * A path in which `*` stands for slashes too, `~` and `$HOME` for the home folder; the rest is in the workspace. Source:
 * OpenCode's documentation of permissions.
 */
export function globPath(access: 'read' | 'write', text: string, action: string): PathSubject {
  const plain = PLAIN.test(text)
  const home = (plain ? text : widened(text)).replace(/^\$HOME(?=\/|$)/, '~').replace(/^(?:\.\/)+/, '')
  if (/^\.\.(?:\/|$)|\/\.\.(?:\/|$)|^~[^/]/.test(home))
    return unnamed(access, 'it names a folder outside of the workspace')
  const wide = home.replaceAll(/\*+/g, '**')
  const inner = /\*(?!$)/.test(home)
  return {
    kind: 'path',
    access,
    pattern: action === 'allow' ? home.replaceAll(/\*{2,}(?!$)/g, '*') : wide,
    ...(action === 'allow' && inner && { note: 'a wildcard before other characters stays within one folder' }),
    ...(!plain && { problem: 'a class of characters, a brace or a negation in it has no counterpart here' }),
  }
}

/**
 * Whether a folder is named from the root or below `~`, and every character of its name means itself: a wildcard of ours
 * would stand for more folders than the one that it names there.
 */
export const isPlainFolder = (folder: unknown): folder is string =>
  typeof folder === 'string' &&
  /^(?:\/[^/]|~(?:\/|$))/.test(folder) &&
  !/[*?[\]{}!\\]|(?:^|\/)\.\.(?:\/|$)/.test(folder)

/** What denies may cover more: any character for a class, every file for what cannot be said. */
const widened = (text: string) =>
  text
    .replace(/^!/, '')
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/\[[^\]/]*\]/g, '?')
    .replaceAll(/\{[^}]*\}/g, '*')
    .replaceAll(/[[\]{}!]/g, '?')

const unnamed = (access: 'read' | 'write', problem: string): PathSubject => ({
  kind: 'path',
  access,
  pattern: '',
  problem,
})

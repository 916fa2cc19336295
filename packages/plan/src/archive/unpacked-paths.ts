import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PROTECTED_PATHS } from '@poundlock/spec'
import { followLinks } from '../links/follow-links.ts'
import type { ArchiveMember } from './archive-member.ts'
import { listArchive } from './list-archive.ts'
import { patchedNames } from './patched-names.ts'

const MAX_PATCH = 16 * 1024 * 1024
/** Folders of an archive that are looked at for links. */
const MAX_FOLDERS = 5000
/** The first names of what is protected: most members have none of them. */
const FIRST_NAMES: ReadonlySet<string> = new Set([
  '.git',
  ...PROTECTED_PATHS.map(({ path }) => path.toLowerCase().replace(/\/.*/s, '')),
])
const UNKNOWN: readonly null[] = [null]

/** A file, by its absolute path, or the text itself. */
export type Input =
  | { readonly file: string; readonly text?: undefined }
  | { readonly text: string; readonly file?: undefined }

/**
 * The files that would be written where an archive is unpacked or a patch applied, as far as they can be protected ones;
 * `null` among them where that cannot be told.
 *
 * @param source `null` where it is not known, or not there before the line runs
 * @param folder absolute; the one they are written to
 * @param strip how many leading folders are left out of each name
 */
export function unpackedPaths(
  kind: 'archive' | 'patch',
  source: Input | null,
  folder: string,
  strip: number,
): readonly (string | null)[] {
  if (source === null) return UNKNOWN
  if (kind === 'archive') {
    const members = source.file === undefined ? null : listArchive(source.file)
    return members === null ? UNKNOWN : targetsOf(members, folder, strip)
  }
  const names = source.file === undefined ? patchedNames(source.text) : readPatch(source.file)
  return names === null
    ? UNKNOWN
    : targetsOf(
        names.map((name) => ({ name })),
        folder,
        0,
      )
}

function targetsOf(members: readonly ArchiveMember[], folder: string, strip: number): readonly (string | null)[] {
  const found = new Set<string | null>()
  const folders = new Set<string>()
  const links = new Set<string>()
  const names: string[] = []
  for (const { name, link } of members) {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.')
    // Most programs leave such a member out; which do, its name does not say.
    if (parts.includes('..')) return UNKNOWN
    const kept = parts.slice(strip)
    if (kept.length === 0) continue
    const path = kept.join('/')
    names.push(path)
    if (mayBeProtected(path)) found.add(join(folder, path))
    for (let at = dirname(path); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at)
    if (link === undefined) continue
    links.add(path)
    if (link === null) return UNKNOWN
    // What is written by way of the link later, this line or another one, is where it leads to.
    const leads = resolve(folder, dirname(path), link)
    if (mayBeProtected(leads)) found.add(leads)
  }
  if (links.size > 0 && [...folders].some((path) => links.has(path))) return UNKNOWN
  if (folders.size > MAX_FOLDERS) return UNKNOWN
  for (const path of ['', ...folders]) {
    const real = followLinks(join(folder, path))
    if (real === null) return UNKNOWN
    if (real === join(folder, path)) continue
    for (const name of names)
      if (dirname(name) === (path || '.')) found.add(join(real, name.slice(path === '' ? 0 : path.length + 1)))
  }
  return [...found]
}

/** Whether one of its names is that of something protected, or may be to some file system: what is not ASCII may fold. */
const mayBeProtected = (path: string) =>
  path
    .split('/')
    .some((part) => FIRST_NAMES.has(part.toLowerCase().replace(/(?<![. ])[. ]+$/, '')) || /[^\x20-\x7e]/.test(part))

function readPatch(path: string): readonly string[] | null {
  try {
    const descriptor = openSync(path, 'r')
    try {
      const stat = fstatSync(descriptor)
      return stat.isFile() && stat.size <= MAX_PATCH ? patchedNames(readFileSync(descriptor, 'utf8')) : null
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
}

import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { lstatOrNull, namesIn, statOrNull } from '@poundlock/state-files/node'
import { absentFrom } from '@poundlock/workspace-guard'
import type { PathEntry, SystemFacts } from './mount-facts.ts'
import {
  HARMLESS_DEVICES,
  NETWORK_CONFIGURATION,
  SYSTEM_CONFIGURATION,
  SYSTEM_CONFIGURATION_PATTERNS,
  SYSTEM_FOLDERS,
} from './system-paths.ts'

/** Files up to this size are copied into the view: a copy costs less than a mount. */
const LARGEST_COPY = 32 * 1024
const READABLE_BY_ALL = 0o004

/** The kind of entry at a path of this host. An entry that cannot be read counts as missing. */
export function entryAt(path: string): PathEntry {
  const stats = lstatOrNull(path)
  if (stats === null) return 'missing'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isDirectory()) return 'folder'
  return stats.isFile() ? 'file' : 'other'
}

/** So many must be missing in a folder for it to be listed instead. */
const LEAST_LISTED = 4

/**
 * Looks up many paths at one moment: a folder in which several of them are missing is listed once. The answers are those of
 * the moment at which it is made.
 */
export function entriesNow(): (path: string) => PathEntry {
  const missing = new Map<string, number>()
  const listed = new Map<string, (name: string) => boolean>()
  return (path) => {
    const folder = dirname(path)
    if (listed.get(folder)?.(basename(path)) === true) return 'missing'
    const entry = entryAt(path)
    if (entry === 'missing') {
      const count = (missing.get(folder) ?? 0) + 1
      missing.set(folder, count)
      if (count === LEAST_LISTED) listed.set(folder, absentFrom(folder))
    }
    return entry
  }
}

/** Reads what of this host every command sees. Files that not everyone may read are left out. */
export function gatherSystemFacts(): SystemFacts {
  const folders: string[] = []
  const links: [string, string][] = []
  for (const path of SYSTEM_FOLDERS) {
    const entry = entryAt(path)
    if (entry === 'folder') folders.push(path)
    else if (entry === 'link') links.push([path, readlinkSync(path)])
  }
  const configuration = gatherConfiguration()
  return {
    folders,
    links,
    ...configuration,
    networkTexts: NETWORK_CONFIGURATION.flatMap((name) => {
      const content = readText(`/etc/${name}`)
      return content === null ? [] : [[`/etc/${name}`, content] as const]
    }),
    devices: HARMLESS_DEVICES.map((name) => `/dev/${name}`).filter(
      (path) => lstatOrNull(path)?.isCharacterDevice() === true,
    ),
  }
}

function gatherConfiguration(): Pick<SystemFacts, 'configurationBinds' | 'configurationLinks' | 'configurationTexts'> {
  const binds: [string, 'folder' | 'file', string][] = []
  const links: [string, string][] = []
  const texts: [string, string][] = []
  const versioned = namesIn('/etc').filter((name) =>
    SYSTEM_CONFIGURATION_PATTERNS.some((pattern) => pattern.test(name)),
  )
  for (const name of [...SYSTEM_CONFIGURATION, ...versioned]) {
    const path = `/etc/${name}`
    const stats = lstatOrNull(path)
    if (stats === null) continue
    if (stats.isSymbolicLink()) {
      const to = readlinkSync(path)
      if (staysVisible(resolve(dirname(path), to))) {
        links.push([path, to])
        continue
      }
    }
    const followed = statOrNull(path)
    if (followed === null || (followed.mode & READABLE_BY_ALL) === 0) continue
    // A link is followed here: while the view is built, it would lead elsewhere.
    if (followed.isDirectory()) binds.push([path, 'folder', realpathSync(path)])
    else if (followed.isFile() && followed.size > LARGEST_COPY) binds.push([path, 'file', realpathSync(path)])
    else {
      const content = readText(path)
      if (content !== null) texts.push([path, content])
    }
  }
  return { configurationBinds: binds, configurationLinks: links, configurationTexts: texts }
}

/** Links into `/usr` still work inside; others are replaced by their targets. */
function staysVisible(target: string): boolean {
  return target.startsWith('/usr/') || target.startsWith('/proc/')
}

/** The text of a small file that everyone may read, or `null`. Text with NUL bytes is not configuration. */
function readText(path: string): string | null {
  const stats = statOrNull(path)
  if (stats === null || !stats.isFile() || (stats.mode & READABLE_BY_ALL) === 0) return null
  if (stats.size > LARGEST_COPY) return null
  try {
    const content = readFileSync(path, 'utf8')
    return content.includes('\0') ? null : content
  } catch {
    // Inside a sandbox that judges by path, not all that is seen can be opened.
    return null
  }
}

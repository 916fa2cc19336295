import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { lstatOrNull, namesIn, statOrNull } from '@poundlock/state-files/node'
import { absentFrom } from '@poundlock/workspace-guard'
import type { PathEntry, SystemFacts } from './mount-facts.ts'
import {
  harmlessDevices,
  networkConfiguration,
  systemConfiguration,
  systemConfigurationPatterns,
  systemFolders,
} from './system-paths.ts'

/** Files up to this size are copied into the view: a copy costs less than a mount. */
const largestCopy = 32 * 1024
const readableByAll = 0o004

/** The kind of entry at a path of this host. An entry that cannot be read counts as missing. */
export function entryAt(path: string): PathEntry {
  const stats = lstatOrNull(path)
  if (stats === null) return 'missing'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isDirectory()) return 'folder'
  return stats.isFile() ? 'file' : 'other'
}

/** So many must be missing in a folder for it to be listed instead. */
const leastListed = 4

/**
 * The same, for the many questions of one moment: a folder in which several things are missing is listed once, and tells of the
 * others. The answers are those of the moment at which it is made.
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
      if (count === leastListed) listed.set(folder, absentFrom(folder))
    }
    return entry
  }
}

/** Reads what of this host every command sees. Files that not everyone may read are left out. */
export function gatherSystemFacts(): SystemFacts {
  const folders: string[] = []
  const links: [string, string][] = []
  for (const path of systemFolders) {
    const entry = entryAt(path)
    if (entry === 'folder') folders.push(path)
    else if (entry === 'link') links.push([path, readlinkSync(path)])
  }
  const configuration = gatherConfiguration()
  return {
    folders,
    links,
    ...configuration,
    networkTexts: networkConfiguration.flatMap((name) => {
      const content = readText(`/etc/${name}`)
      return content === null ? [] : [[`/etc/${name}`, content] as const]
    }),
    devices: harmlessDevices
      .map((name) => `/dev/${name}`)
      .filter((path) => lstatOrNull(path)?.isCharacterDevice() === true),
  }
}

function gatherConfiguration(): Pick<SystemFacts, 'configurationBinds' | 'configurationLinks' | 'configurationTexts'> {
  const binds: [string, 'folder' | 'file', string][] = []
  const links: [string, string][] = []
  const texts: [string, string][] = []
  const versioned = namesIn('/etc').filter((name) => systemConfigurationPatterns.some((pattern) => pattern.test(name)))
  for (const name of [...systemConfiguration, ...versioned]) {
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
    if (followed === null || (followed.mode & readableByAll) === 0) continue
    // A link is followed here: while the view is built, it would lead elsewhere.
    if (followed.isDirectory()) binds.push([path, 'folder', realpathSync(path)])
    else if (followed.isFile() && followed.size > largestCopy) binds.push([path, 'file', realpathSync(path)])
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
  if (stats === null || !stats.isFile() || (stats.mode & readableByAll) === 0) return null
  if (stats.size > largestCopy) return null
  try {
    const content = readFileSync(path, 'utf8')
    return content.includes('\0') ? null : content
  } catch {
    // Inside a sandbox that judges by path, not all that is seen can be opened.
    return null
  }
}

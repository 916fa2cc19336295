import { leadsThroughSkipped } from './skipped-folders.ts'

/**
 * Keys of a repository's configuration that only describe it. Everything else may name a program that git runs
 * (`core.fsmonitor`, `core.hooksPath`, `core.sshCommand`, `filter.*.clean`, `alias.*`, includes …), so it is not known
 * to be harmless.
 *
 * Source: git-config(1).
 */
const describing: Readonly<Record<string, readonly string[]>> = {
  core: [
    'repositoryformatversion',
    'filemode',
    'bare',
    'logallrefupdates',
    'ignorecase',
    'precomposeunicode',
    'symlinks',
    'autocrlf',
    'eol',
    'safecrlf',
    'quotepath',
    'sparsecheckout',
    'sparsecheckoutcone',
  ],
  remote: ['url', 'pushurl', 'fetch', 'push', 'mirror', 'tagopt', 'prune', 'promisor', 'partialclonefilter'],
  branch: ['remote', 'merge', 'rebase', 'pushremote', 'description'],
  user: ['name', 'email'],
  init: ['defaultbranch'],
  extensions: ['objectformat', 'refstorage', 'partialclone', 'preciousobjects'],
  submodule: ['url', 'active', 'branch', 'path', 'fetchrecursesubmodules', 'ignore'],
  pull: ['rebase', 'ff'],
  push: ['default', 'autosetupremote'],
  merge: ['ff', 'conflictstyle'],
  commit: ['gpgsign'],
  tag: ['gpgsign'],
  gc: ['auto'],
}

const header = /^\s*\[\s*(?<section>[a-z0-9-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\]\s*$/i
const entry = /^\s*(?<key>[a-z][a-z0-9-]*)\s*(?:=(?<value>.*))?$/i
const empty = /^\s*(?:[#;].*)?$/

/** What the text of a configuration does not say by itself. */
export interface ConfigurationPlace {
  /** Judges `core.worktree`, the folder that git checks files out to; none is fine unless given. */
  readonly mayWorkIn?: (folder: string) => boolean
  /**
   * Judges the address of a remote that is a path. A push runs the hooks of what lies there, so it must not be where
   * nobody looks for repositories.
   */
  readonly mayPushTo?: (path: string) => boolean
}

/**
 * True when every line of a repository's configuration is understood and none can make git run a program, or write
 * where it is not expected to.
 */
export function onlyDescribes(configuration: string, place: ConfigurationPlace = {}): boolean {
  const { mayWorkIn = () => false, mayPushTo = () => true } = place
  let keys: readonly string[] = []
  let section = ''
  for (const line of configuration.split('\n')) {
    if (empty.test(line)) continue
    const opened = header.exec(line)?.groups?.['section']
    if (opened !== undefined) {
      section = opened.toLowerCase()
      keys = describing[section] ?? []
      continue
    }
    const found = entry.exec(line)?.groups
    const key = found?.['key']?.toLowerCase()
    const value = found?.['value'] ?? ''
    if (section === 'core' && key === 'worktree' && isPlain(value) && mayWorkIn(value.trim())) continue
    if (key === undefined || !keys.includes(key)) return false
    // A value that goes on in the next line, or a transport that is a command line (`ext::sh -c …`).
    if (value.endsWith('\\') || /^\s*"?\s*(?:ext|fd)::/i.test(value)) return false
    if (section !== 'remote' || !key.endsWith('url')) continue
    const path = /^\s*(?:file:\/\/)?(?<path>[^:]*?)\s*$/.exec(value)?.groups?.['path']
    if (path !== undefined && (!isPlain(path) || leadsThroughSkipped(path) || !mayPushTo(path))) return false
  }
  return true
}

/** Without quotes, comments and escapes, which would make it another one. */
const isPlain = (value: string): boolean => !/["#;\\]/.test(value)

/** Schemes that git speaks by itself, without a helper on PATH. Source: git-fetch(1), GIT URLS. */
const OWN_SCHEMES: ReadonlySet<string> = new Set([
  'https',
  'http',
  'ssh',
  'git',
  'git+ssh',
  'ssh+git',
  'ftp',
  'ftps',
  'file',
])

/**
 * True for the address of a repository, or its name, by which git starts no program but ssh: no `ext::sh -c …`, no scheme
 * of a helper, nothing that a program takes for an option. Source: gitremote-helpers(7).
 */
export function isPlainAddress(text: string): boolean {
  const address = text.trim()
  if (/^[\w.+-]*::/.test(address) || address.startsWith('-')) return false
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(address)
  if (scheme) return OWN_SCHEMES.has(scheme[1]!.toLowerCase()) && !/^(?:[^@/]*@)?-/.test(scheme[2]!)
  return !/^(?:[^/:@]+@)?-/.test(address) && !/[\n\0]/.test(address)
}

/** The folder that an address names on this machine, as written; `null` where it names another machine, or a remote. */
export function pathOfAddress(text: string): string | null {
  const address = text.trim()
  const file = /^file:\/\/(?:localhost)?(\/.*)$/is.exec(address)
  if (file) return file[1]!
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || /^[\w.+-]*::/.test(address)) return null
  // `host:path`, unless a slash comes first. Source: git: connect.c, url_is_local_not_ssh.
  if (/^[^/]*:/.test(address)) return null
  return address === '' ? null : address
}

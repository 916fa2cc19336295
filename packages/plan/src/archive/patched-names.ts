/** Lines of a patch that name a file: unified and context diffs, their index, and what git writes besides. patch(1) */
const NAMES = /^(?:--- |\+\+\+ |\*\*\* |Index: |rename (?:from|to) |copy (?:from|to) |diff --git )(.+)$/

/**
 * The files that a patch names, each also without its leading folders: how many of them patch(1) leaves out, an option
 * or a guess says. `null` when a name is written in a way that is not read here, or when it holds a script for ed(1).
 */
export function patchedNames(text: string): readonly string[] | null {
  const names = new Set<string>()
  for (const line of text.split('\n')) {
    const found = NAMES.exec(line.replace(/\r$/, ''))?.[1]
    if (found === undefined) {
      // `1,5c`, `3d`, `7a`: a diff that is a script for ed(1).
      if (/^\d+(?:,\d+)?[acd]$/.test(line)) return null
      continue
    }
    if (found.includes('"')) return null
    // A date may stand behind the name, and the name may have a blank.
    for (const part of [found.replace(/\t.*$/, ''), ...found.split(/\s/)]) {
      for (let rest = part; ; rest = rest.slice(rest.indexOf('/') + 1)) {
        if (rest !== '') names.add(rest)
        if (!rest.includes('/')) break
      }
    }
  }
  return [...names]
}

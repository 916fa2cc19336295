/** Modes that let only the owner write, and give no file the rights of its owner. chmod(1) */
const PLAIN_MODE = /^(?:0?[4-7][0145]{2}|[ugoa]*[-+][rxX]+|u[-+=][rwxX]+)$/

/** The option of mkdir(1), mkfifo(1) and install(1), also abbreviated or behind others that take no value. */
const MODE_OPTION = /^(?:-[a-zA-Z]*?m|--m(?:o(?:de?)?)?(?:=|$))/

export const isPlainMode = (mode: string | null | undefined): boolean => mode != null && PLAIN_MODE.test(mode)

/** Whether every mode that the words name is plain; `false` where it stands in none of them. */
export function namesPlainModes(words: readonly (string | null)[]): boolean {
  const modes = words.flatMap((word, at) => {
    const found = word === null ? null : MODE_OPTION.exec(word)
    if (word === null || found === null) return []
    return [word.slice(found[0].length) || words[at + 1]]
  })
  return modes.length > 0 && modes.every(isPlainMode)
}

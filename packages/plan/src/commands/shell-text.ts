/** The shells whose text the analysis reads, by the names under which the system has them. */
const SHELL = /^(?:(?:\/usr)?\/bin\/)?(?:ba|da)?sh$/
/** Options that leave nothing open. `-x` expands PS4, which runs what is in it. bash(1), dash(1) */
const OPTIONS = /^-[eun]*$/

/**
 * True for a shell that is given its commands as a text of the line, and does nothing else: `bash -c 'ls | wc -l'`. The
 * analysis claims each command of the text by itself, or says that it could not read it. With operands behind the
 * text, what it runs may be one of them.
 */
export function onlyRunsText(name: string | null, argv: readonly (string | null)[]): boolean {
  if (name === null || !SHELL.test(name)) return false
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index]
    if (word == null) return false
    if (/^-[eun]*c[eun]*$/.test(word)) {
      const text = argv[index + 1]
      return text != null && !/^[-+]/.test(text) && argv.length === index + 2
    }
    if (!OPTIONS.test(word)) return false
  }
  return false
}

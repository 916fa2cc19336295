/**
 * Environment variables that a call or a line may set without a word: they change how a program talks, not what runs
 * or what it reads. A prefix ends in `*`. Lists of dangerous names keep losing, so this one names what is harmless.
 */
export const HARMLESS_ENVIRONMENT: readonly string[] =
  // language and time: locale(7), tzset(3)
  (
    'LANG LANGUAGE LC_* TZ ' +
    // terminal: term(7), no-color.org, bixense.com/clicolors
    'TERM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE ' +
    // how much a program says
    'CI DEBUG VERBOSE RUST_BACKTRACE RUST_LOG PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE NODE_ENV GIT_TERMINAL_PROMPT ' +
    // where a local server listens
    'PORT HOST'
  ).split(' ')

/** True when `name` is in the list, where an entry that ends in `*` stands for every name that starts so. */
export function isListed(name: string, list: readonly string[]): boolean {
  // What is no name of a variable could carry a second one: `LC_ALL=C PATH`.
  if (!/^\w+$/.test(name)) return false
  return list.some((entry) =>
    entry.endsWith('*') ? entry.length > 1 && name.startsWith(entry.slice(0, -1)) : entry === name,
  )
}

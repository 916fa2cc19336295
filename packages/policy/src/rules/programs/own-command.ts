import type { PlannedCommand } from '../../model/command-plan.ts'

/** Commands of Poundlock that change what is allowed, or answer for a person. docs/cli.md */
const FOR_PEOPLE: Readonly<Record<string, ReadonlySet<string>>> = {
  approvals: new Set(['resolve', 'watch', 'serve', 'get', 'set', 'allowlist', 'grants']),
  policy: new Set(['trust', 'distrust', 'import', 'shadow']),
  mcp: new Set(['trust', 'login', 'add', 'remove', 'import']),
  try: new Set(['apply']),
  gateway: new Set(['run', 'reload', 'stop', 'install', 'uninstall', 'pair', 'connect', 'use', 'forget']),
  devices: new Set(['approve', 'reject', 'rename', 'rotate', 'revoke']),
  node: new Set(['run', 'pair', 'install', 'uninstall']),
  nodes: new Set(['approve', 'reject', 'remove', 'rename', 'label', 'drain']),
  agent: new Set(['run', 'chat', 'resume', 'stop', 'list', 'show']),
  run: new Set(['claude', 'codex', 'gemini', 'opencode']),
  acp: new Set(['gemini', 'opencode']),
}
/**
 * `run` and `acp` start an agent of any name, with the logins and hosts that it needs, or observed only; `undo` writes what stood
 * in the workspace once; `diff` shows it; `learn` reads the transcripts of other sessions and writes rules.
 */
const WHOLE_FOR_PEOPLE: ReadonlySet<string | null | undefined> = new Set(['run', 'acp', 'undo', 'diff', 'learn'])
/** Options by which its other commands do. */
const OPTIONS_FOR_PEOPLE = /^--(?:directive|install|uninstall)(?:=|$)/

/** Behind `--`, these have a command line of another program. */
const TAKES_COMMAND: ReadonlySet<string | null> = new Set(['exec', 'check', 'parse'])
/** Options that may stand before them and take no value. */
const PLAIN_OPTIONS: ReadonlySet<string | null> = new Set(['--json'])

/** Its program and its bundle, however they are spelt, and what a package runner calls them. */
const PROGRAM = /^(?:npm:)?(?:poundlock(?:\.(?:[cm]?[jt]s|exe|cmd|bat|ps1))?|@poundlock\/cli)(?:@.*)?$/i
/** Whatever lies in its package. */
const IN_PACKAGE = /(?:^|\/)@poundlock\/cli(?:@[^/]*)?\//i
/** Programs that are handed code, or a line for a shell, in one word. */
const RUNNERS =
  /^(?:npx|npm|pnpm|pnpx|yarn|yarnpkg|bunx?|corepack|node(?:js)?|deno|tsx|python[\d.]*|perl|ruby|php|(?:ba|da|z|k|fi)?sh)$/

/**
 * What a line would do to Poundlock itself that only people do. Words for people count without the name as well, behind a
 * program that is only known when the line runs, and, where another command names the program, behind every program that
 * may be it: a copy, a link, an interpreter that reads it.
 */
export function ownLine(commands: readonly PlannedCommand[]): string | null {
  // Most lines do not hold the name at all.
  if (!commands.some((command) => command.name === null || holdsName(command))) return null
  for (const command of commands) {
    const own = ownCommand(command)
    if (own !== null) return own
  }
  const naming = commands.filter(({ argv }) => argv.some(isProgram))
  for (const command of commands) {
    const mayBeIt = naming.length > 0 && !naming.includes(command) && mayStart(command)
    if (command.name !== null && !mayBeIt) continue
    const pair = pairForPeople(command.argv.slice(1))
    if (pair !== null) return pair
  }
  return null
}

function holdsName({ argv, resolved, real, script, realScript }: PlannedCommand): boolean {
  return argv.some(hasName) || hasName(resolved) || hasName(real) || hasName(script) || hasName(realScript)
}

function mayStart({ builtin, passive, profile }: PlannedCommand): boolean {
  const starts = profile?.known !== true || profile.effects.some(({ kind }) => kind === 'execute')
  return !builtin && passive !== true && starts
}

function pairForPeople(given: readonly (string | null)[]): string | null {
  const words = given.filter((word) => word?.startsWith('-') !== true)
  for (const [index, word] of words.entries()) {
    const next = words[index + 1]
    if (typeof word !== 'string' || typeof next !== 'string' || !Object.hasOwn(FOR_PEOPLE, word)) continue
    if (FOR_PEOPLE[word]!.has(next)) return `poundlock ${word} ${next}`
  }
  return null
}

/**
 * What a command would do to Poundlock itself that only people do, as they write it; else `null`. Also where another
 * program is given its name: one that starts it.
 */
export function ownCommand(command: PlannedCommand): string | null {
  const { name, argv, script, realScript, resolved, real } = command
  // By a link, its program may have any name.
  if ([resolved, real].some(isProgram)) return forPeople(argv.slice(1))
  if ([script, realScript].some(isProgram)) return forPeople(argv.slice(2))
  const end = mayStart(command) ? argv.length : 1
  for (let at = 0; at < end; at++) {
    const word = argv[at]!
    const found = isProgram(word) ? forPeople(argv.slice(at + 1)) : null
    if (found !== null) return found
  }
  if (name === null || !RUNNERS.test(name.slice(name.lastIndexOf('/') + 1))) return null
  for (const word of argv) {
    if (!hasName(word) || !/\W/.test(word)) continue
    const words = word.split(/[\s"'`()[\],;|&]+/).filter(Boolean)
    const at = words.length < 2 ? -1 : words.findIndex(isProgram)
    const found = at < 0 ? null : forPeople(words.slice(at + 1))
    if (found !== null) return found
  }
  return null
}

/** What stands behind its name. */
function forPeople(given: readonly (string | null)[]): string | null {
  const first = given.findIndex((word) => !PLAIN_OPTIONS.has(word))
  const last = TAKES_COMMAND.has(given[first] ?? null) ? given.indexOf('--') : -1
  const own = last < 0 ? given : given.slice(0, last)
  const option = own.find((word) => word !== null && OPTIONS_FOR_PEOPLE.test(word))
  if (option) return `poundlock ${option}`
  const words = own.filter((word) => word === null || !word.startsWith('-'))
  if (WHOLE_FOR_PEOPLE.has(words[0])) return `poundlock ${words[0]}`
  if (words[0] === 'init' || words[0] === 'uninstall') return `poundlock ${words[0]}`
  for (const [index, word] of words.entries()) {
    const commands = word !== null && Object.hasOwn(FOR_PEOPLE, word) ? FOR_PEOPLE[word]! : null
    const next = words[index + 1]
    // What is only known at run time can be any of them.
    if (commands && (next === null || (next !== undefined && commands.has(next))))
      return `poundlock ${word} ${next ?? ''}`.trim()
  }
  return words[0] === null ? 'poundlock' : null
}

const isProgram = (word: string | null | undefined) =>
  hasName(word) && (PROGRAM.test(baseName(word)) || IN_PACKAGE.test(word))

const hasName = (word: string | null | undefined): word is string =>
  typeof word === 'string' && word.length >= 'poundlock'.length && /poundlock/i.test(word)

/** `@poundlock/cli` is one name, and so is what lies in its folder; Nix names a package behind `#`. */
const baseName = (word: string) =>
  /(?:^|\/)((?:npm:)?@poundlock\/cli(?:@[^/]*)?)$/.exec(word)?.[1] ??
  word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('#')) + 1)

import type { PlannedCommand } from '../request.ts'

/** Commands of Poundlock that change what is allowed, or answer for a person. docs/cli.md */
const FOR_PEOPLE: Readonly<Record<string, ReadonlySet<string>>> = {
  approvals: new Set(['resolve', 'watch', 'serve', 'get', 'set', 'allowlist', 'grants']),
  policy: new Set(['trust', 'distrust']),
  mcp: new Set(['trust', 'login', 'add', 'remove', 'import']),
  try: new Set(['apply']),
}
/** Options by which its other commands do. */
const OPTIONS_FOR_PEOPLE = /^--(?:directive|install|uninstall)(?:=|$)/

/** Its program and its bundle, however they are spelt. */
const PROGRAM = /^(?:poundlock(?:\.[cm]?js|\.exe|\.cmd|\.ps1)?|@poundlock\/cli(?:@.*)?)$/i
/** How far before its name that of a program can stand which starts it: `pnpm --silent dlx @poundlock/cli`. */
const LATEST = 8

/**
 * What a command would do to Poundlock itself that only people do, as they write it; else `null`. Also where another
 * program is given its name: one that starts it.
 */
export function ownCommand({ argv, profile, builtin, passive }: PlannedCommand): string | null {
  const mayStart = !builtin && passive !== true && profile?.known !== true
  let at = 0
  const end = Math.min(argv.length, mayStart ? LATEST : 1)
  while (at < end && !isProgram(argv[at]!)) at++
  if (at === end) return null
  const given = argv.slice(at + 1)
  const last = given.indexOf('--')
  const own = last < 0 ? given : given.slice(0, last)
  const option = own.find((word) => word !== null && OPTIONS_FOR_PEOPLE.test(word))
  if (option) return `poundlock ${option}`
  const words = own.filter((word) => word === null || !word.startsWith('-'))
  for (const [index, word] of words.entries()) {
    const commands = word !== null && Object.hasOwn(FOR_PEOPLE, word) ? FOR_PEOPLE[word]! : null
    const next = words[index + 1]
    // What is only known at run time can be any of them.
    if (commands && (next === null || (next !== undefined && commands.has(next))))
      return `poundlock ${word} ${next ?? ''}`.trim()
  }
  return words[0] === null ? 'poundlock' : null
}

/** Most words do not hold the name at all. */
const isProgram = (word: string | null) =>
  word !== null && word.length >= 'poundlock'.length && /poundlock/i.test(word) && PROGRAM.test(baseName(word))

/** `@poundlock/cli` is one name, and so is what lies in its folder. */
const baseName = (word: string) =>
  /(?:^|\/)(@poundlock\/cli(?:@[^/]*)?)$/.exec(word)?.[1] ?? word.slice(word.lastIndexOf('/') + 1)

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
  const at = argv.slice(0, mayStart ? LATEST : 1).findIndex((word) => word !== null && PROGRAM.test(baseName(word)))
  if (at < 0) return null
  const given = argv.slice(at + 1)
  const end = given.indexOf('--')
  const own = end < 0 ? given : given.slice(0, end)
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

/** `@poundlock/cli` is one name, and so is what lies in its folder. */
const baseName = (word: string) =>
  /(?:^|\/)(@poundlock\/cli(?:@[^/]*)?)$/.exec(word)?.[1] ?? word.slice(word.lastIndexOf('/') + 1)

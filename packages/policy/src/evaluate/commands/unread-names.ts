import type { CommandPlan } from '../../model/command-plan.ts'
import { normalisePath } from '../../model/paths.ts'
import type { RequestContext } from '../../model/request.ts'

/** Source: limits.h(0p), PATH_MAX on Linux. */
const LONGEST_PATH = 4096
/** What stands between the name of an option, a key or another path, and a path. */
const PARTS = /[=:,@]/

/**
 * The files that could be meant by words of which it is not known what the command does with them, absolute: each word,
 * and what stands in it behind the name of an option.
 */
export function unreadNames({ commands }: CommandPlan, { cwd, home }: RequestContext): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { profile, passive, builtin, argv, cwd: moved } of commands) {
    if (passive === true || profile?.known === true || (builtin && profile === undefined)) continue
    const folder = moved === undefined ? cwd : moved
    for (const word of argv.slice(1)) {
      if (word === null || word.length > LONGEST_PATH) continue
      for (const text of partsOf(word)) {
        if (text.startsWith('/')) found.add(normalisePath(text))
        else if (text.startsWith('~/')) found.add(normalisePath(home + text.slice(1)))
        else if (folder !== null) found.add(normalisePath(`${folder}/${text}`))
      }
    }
  }
  return found
}

/** `file`, `--option=file`, `-ofile`, `@file`, `file:/there`. */
function partsOf(word: string): readonly string[] {
  const parts = PARTS.test(word) ? word.split(PARTS) : []
  const attached = /^-[A-Za-z](?=[^-])/.test(word) ? [word.slice(2)] : []
  return [...attached, ...parts, word].filter((text) => text !== '' && text !== '.')
}

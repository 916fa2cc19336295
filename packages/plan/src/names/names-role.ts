import type { NamesRole } from '@poundlock/policy'
import type { ProfileWord } from '@poundlock/profiles'
import type { CommandWord } from '@poundlock/shell/analysis'
import type { LineTree } from '../line/line-tree.ts'
import { isHandedName } from './handing.ts'

/**
 * Commands that print names of files which they found, with the options under which they print nothing else: a format,
 * a prefix or a separator of one's choice could make other names of them. From git-ls-files(1), git-diff(1), find(1),
 * fd(1), rg(1), grep(1), ls(1).
 */
const FINDERS: readonly { readonly words: readonly string[]; readonly needs?: RegExp; readonly options: RegExp }[] = [
  { words: ['git', 'ls-files'], options: /^(?:--|-[comdkuz]+|--(?:cached|others|modified|deleted|exclude-standard))$/ },
  {
    words: ['git', 'diff'],
    needs: /^--name-only$/,
    options: /^(?:--|-z|--(?:name-only|cached|staged|relative|diff-filter=[A-Z]+))$/,
  },
  {
    words: ['find'],
    options:
      /^-(?:i?(?:name|path|wholename|regex)|regextype|type|xtype|maxdepth|mindepth|not|o|or|a|and|newer|[acm](?:time|min)|daystart|size|empty|perm|user|group|[ug]id|nouser|nogroup|links|inum|readable|writable|executable|x?dev|mount|depth|true|false|print|print0|prune|quit|\d+[a-zA-Z]?)$/,
  },
  {
    words: ['fd'],
    options: /^(?:-[eHIutLpa0gdsiF]+|--(?:glob|max-depth|extension|hidden|no-ignore|type|follow|print0))$/,
  },
  {
    words: ['rg'],
    needs: /^(?:-l|--files|--files-with-matches)$/,
    options: /^(?:--|-[lgiwFtTuS.0]+|--(?:null|hidden|files|files-with-matches|glob|type|hidden|glob=.*|type=.*))$/,
  },
  {
    words: ['grep'],
    needs: /^(?:-[a-km-zA-KM-Z]*[lL][a-zA-Z]*|--files-with-matches)$/,
    options: /^(?:--|-[rRlLiwEFvnsxHPZz]+|--(?:files-with-matches|null|include=.*|exclude=.*|exclude-dir=.*))$/,
  },
  {
    words: ['git', 'grep'],
    needs: /^(?:-[a-km-zA-KM-Z]*[lL][a-zA-Z]*|--(?:files-with-matches|name-only))$/,
    options: /^(?:--|-[lLziwEFvnI]+|--(?:files-with-matches|name-only|null|untracked))$/,
  },
  { words: ['ls'], options: /^(?:--|-[1aArtSRd]+)$/ },
]

const FINDING: ReadonlySet<string> = new Set(FINDERS.map(({ words }) => words[0]!))

/** Options behind which another command stands. */
const BEHIND: Readonly<Record<string, RegExp>> = {
  find: /^-exec(?:dir)?$/,
  fd: /^(?:-[xX]|--exec(?:-batch)?)$/,
}

/** Commands that pass lines on as they are, or leave some out, with the options that keep it so. */
const FILTERS: Readonly<Record<string, RegExp>> = {
  head: /^-(?:n|\d+)$/,
  tail: /^-(?:n|\d+)$/,
  sort: /^-[ruzVf]+$/,
  uniq: /^$/,
  tac: /^$/,
  shuf: /^$/,
  grep: /^-[vEFiwx]+$/,
}

/** The part of a command where a line hands on names of files; `undefined` when it may print or take anything else. */
export function namesRole(
  known: readonly (string | null)[],
  words: readonly ProfileWord[],
  line: LineTree,
): NamesRole | undefined {
  const isDynamic = (word: ProfileWord) => word === null || (typeof word === 'object' && typeof word.text !== 'string')
  if (words.some(isDynamic)) {
    return words.every((word) => !isDynamic(word) || isWholeName(word, line)) ? 'takes' : undefined
  }
  const program = known[0] ?? ''
  if (!FINDING.has(program) && !Object.hasOwn(FILTERS, program)) return undefined
  // Behind -exec stands another command.
  const behind = BEHIND[program]
  const end = behind === undefined ? -1 : known.findIndex((word) => word !== null && behind.test(word))
  const options = known
    .slice(1, end < 0 ? undefined : end)
    .filter((word): word is string => word !== null && /^-./.test(word))
  for (const finder of FINDERS) {
    if (!finder.words.every((word, index) => known[index] === word)) continue
    const needed = finder.needs === undefined || options.some((option) => finder.needs!.test(option))
    if (needed && options.every((option) => finder.options.test(option))) return 'finds'
  }
  const filter = Object.hasOwn(FILTERS, program) ? FILTERS[program] : undefined
  return filter && options.every((option) => filter.test(option)) ? 'filters' : undefined
}

/** `"$f"`, `{}`, or what xargs appends: one whole name. A pattern stands for names by itself. */
function isWholeName(word: ProfileWord, line: LineTree): boolean {
  if (word === null || typeof word === 'string' || typeof word.pattern === 'string') return true
  return 'span' in word && isHandedName(word as CommandWord, line)
}

import { analyzeShell, type AnalyzedShell, type CommandWord } from '../../src/analysis/index.ts'
import type { Observation, Trial } from './oracle.ts'

/** What the analysis failed to record; empty when it is sound for this observation. */
export function unclaimed(trial: Trial, observation: Observation): string[] {
  const analysis = claimsOf(trial)
  if (analysis === null) return []
  const missed: string[] = []
  for (const argv of observation.ran) {
    if (!analysis.commands.some((command) => matches(command.words, argv))) missed.push(`ran ${JSON.stringify(argv)}`)
  }
  // These write files by themselves, which their argument profiles have to say.
  // The others find the real programs without the PATH of the seal.
  if (/\b(?:flock|script|nohup)\b|-f(?:print|ls)|\bfind\b|command -p|\/s?bin\/|\benv\b.*-/s.test(trial.text))
    return missed
  const writes = analysis.effects.filter(({ kind }) => kind === 'file-write').map(({ path }) => path)
  if (!writes.includes(null)) {
    const written = new Set(writes.map((path) => normalized(path ?? '')))
    for (const file of observation.files) if (!written.has(file)) missed.push(`wrote ${file}`)
  }
  return missed
}

const DIALECTS = { bash: 'bash', dash: 'posix', zsh: 'zsh', 'zsh-options': 'zsh' } as const

/** The analysis if it records to be complete, else null. */
export function claimsOf(trial: Trial): AnalyzedShell | null {
  const analysis = analyzeShell(trial.text, { dialect: DIALECTS[trial.shell] })
  return analysis.ok && analysis.complete ? analysis : null
}

function normalized(path: string): string {
  const segments: string[] = []
  for (const segment of (path.startsWith('/') ? path : `/w/${path}`).split('/')) {
    if (segment === '..') segments.pop()
    // The other name of a folder.
    else if (segment === 'l' && segments.length === 1) segments.push('d', 'd')
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/').replace(/^w\//, '')
}

/** Does what ran fit the record? A null word is any one word, a splitting one any number. */
function matches(words: readonly CommandWord[], argv: readonly string[]): boolean {
  const [head, ...rest] = words
  const name = argv[0] ?? ''
  if (head?.text == null || head.text.slice(head.text.lastIndexOf('/') + 1) !== name.slice(name.lastIndexOf('/') + 1)) {
    return false
  }
  return fits(rest, 0, argv, 1)
}

function fits(words: readonly CommandWord[], word: number, argv: readonly string[], argument: number): boolean {
  const next = words[word]
  if (next === undefined) return argument === argv.length
  if (next.text !== null) return next.text === argv[argument] && fits(words, word + 1, argv, argument + 1)
  if (!next.splits) {
    const given = argv[argument]
    const fitting = given !== undefined && given.startsWith(next.prefix) && (!next.integer || /^-?\d+$/.test(given))
    return fitting && fits(words, word + 1, argv, argument + 1)
  }
  for (let taken = argument; taken <= argv.length; taken++) if (fits(words, word + 1, argv, taken)) return true
  return false
}

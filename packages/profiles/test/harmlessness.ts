import { profileCommand, type ProfileEffect, type ProfileResult, type ProfileWord } from '../src/index.ts'

/** Does it stay below the folder it works in? */
function isInside(target: string | null): boolean {
  return target !== null && !/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(target)
}

/** Nothing but reading inside the workspace, in all that it runs too. */
export function isHarmless(result: ProfileResult): boolean {
  return (
    result.known &&
    result.effects.every(({ kind, target }) => kind === 'file-read' && isInside(target)) &&
    result.runs.every((argv) => isHarmless(profileCommand(argv)))
  )
}

/** What a rule that names the command may cover: no code, file or host that the arguments chose. */
export function isPlain(result: ProfileResult): boolean {
  const plain = ({ kind, target, origin }: ProfileEffect) =>
    kind === 'execute'
      ? origin === 'workspace' || target === 'compiler'
      : kind === 'file-read' ||
        (kind === 'file-write' ? isInside(target) : kind === 'network' || kind === 'process' || kind === 'environment')
  return result.known && result.effects.every(plain) && result.runs.every((argv) => isPlain(profileCommand(argv)))
}

/** Splits at blanks; `NULL` is a word of which nothing is known. For tests whose words need no quotes. */
export function words(line: string): ProfileWord[] {
  return line.split(' ').map((word) => (word === 'NULL' ? null : word))
}

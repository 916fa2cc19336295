import { normalize, resolve } from 'node:path'
import { SYSTEM_PATH } from './executables.ts'

/** What a file must be called for an interpreter to surely run it, when its first word names it. */
const FILES = new Map<string, RegExp>()
for (const [names, file] of [
  // bash(1): a name without a slash may be found through PATH
  ['sh bash dash zsh ksh mksh ash', /\//],
  ['python pypy perl ruby php lua luajit', /\.\w+$/],
  // nodejs.org/api/cli.html: without its ending, another file or folder may be meant
  ['node nodejs deno bun tsx ts-node', /\.[cm]?[jt]sx?$/],
] as const) {
  for (const name of names.split(' ')) FILES.set(name, file)
}

/** Descriptors and what the kernel makes up are no files. */
const NO_FILE = /^\/(?:dev|proc|sys)\//

/**
 * The file that an interpreter runs, absolute, where it is given nothing else before it: `bash scripts/x.sh` is
 * `./scripts/x.sh`. `null` for every other command.
 *
 * @param where the folder that it starts in; `null` when that is not certain
 * @param resolved the program that was found for the name
 */
export function namedScript(
  name: string,
  argv: readonly (string | null)[],
  where: string | null,
  resolved: string | null,
): string | null {
  const program = name.slice(name.lastIndexOf('/') + 1)
  const last = program.charCodeAt(program.length - 1)
  const names = FILES.get(last >= 48 && last <= 57 ? program.replace(/(?<![\d.])[\d.]+$/, '') : program)
  if (names === undefined) return null
  const file = argv[1]
  if (where === null || resolved === null || typeof file !== 'string' || /^[-+]|^$|\0/.test(file)) return null
  if (!names.test(file)) return null
  // A program of that name elsewhere is another program.
  if (name !== program && !SYSTEM_PATH.some((folder) => normalize(name) === `${folder}/${program}`)) return null
  const script = resolve(where, file)
  return NO_FILE.test(script) ? null : script
}

/**
 * Files that an interpreter may run where it is not certain which one it runs, or as what: `bash -x scripts/x.sh`,
 * `source scripts/x.sh`. Absolute, for the rules that deny them: as if each was started by its path.
 */
export function possibleScripts(
  name: string,
  argv: readonly (string | null)[],
  where: string | null,
): readonly string[] {
  const program = name.slice(name.lastIndexOf('/') + 1)
  if (program !== '.' && program !== 'source' && !FILES.has(program.replace(/(?<![\d.])[\d.]+$/, ''))) return []
  const words: string[] = []
  for (let at = 1; at < argv.length && words.length < 2; at++) {
    const word = argv[at]
    if (typeof word === 'string' && !/^[-+]/.test(word)) words.push(word)
  }
  // One may be the value of an option, which is no name of a script without a dot or a slash; what follows two are arguments.
  return words.filter((word) => /[./]/.test(word)).map((word) => resolve(where ?? '/', word))
}

import { normalize, resolve } from 'node:path'
import { SYSTEM_PATH } from './executables.ts'

/** Interpreters that run the file that their first word names, and what a file must be called for that to be certain. */
const INTERPRETERS: readonly (readonly [name: RegExp, file: RegExp])[] = [
  // bash(1): a name without a slash may be found through PATH
  [/^(?:ba|da|z|k|mk|a)?sh$/, /\//],
  [/^(?:python|pypy|perl|ruby|php|lua|luajit)[\d.]*$/, /\.\w+$/],
  // nodejs.org/api/cli.html: without its ending, another file or folder may be meant
  [/^(?:node|nodejs|deno|bun|tsx|ts-node)$/, /\.[cm]?[jt]sx?$/],
]

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
  const file = argv[1]
  if (where === null || resolved === null || typeof file !== 'string' || /^[-+]|^$|\0/.test(file)) return null
  const program = name.slice(name.lastIndexOf('/') + 1)
  const row = INTERPRETERS.find(([names]) => names.test(program))
  if (row === undefined || !row[1].test(file)) return null
  // A program of that name elsewhere is another program.
  if (name !== program && !SYSTEM_PATH.some((folder) => normalize(name) === `${folder}/${program}`)) return null
  const script = resolve(where, file)
  return NO_FILE.test(script) ? null : script
}

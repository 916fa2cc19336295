import { visibleText } from '@poundlock/spec'
import { findCode } from '../commands/code-source.ts'
import { interpreterOf } from '../commands/interpreters.ts'
import { programName, runsOtherCode } from '../commands/programs.ts'
import { isWithin, normalisePath } from '../commands/protected-paths.ts'
import type { PlannedCommand } from '../request.ts'
import type { Grant, GrantOffer } from './grant.ts'

/**
 * The narrowest grant that will hold for the next command like this one.
 *
 * @param folder where it may be used again: the workspace, absolute
 */
export function deriveGrant(command: PlannedCommand, folder: string): GrantOffer {
  const { name, argv, resolved, builtin, environment } = command
  if (name === null || argv.includes(null)) return refuse('a word of it is only known at run time')
  const words = argv as readonly string[]
  if (environment.length > 0) return refuse(`it sets ${environment.join(', ')}`)
  const program = builtin ? name : resolved
  if (program === null) return refuse(`${visibleText(name)} was not found`)
  const place = { program, folder: normalisePath(folder) }
  const exact: GrantOffer = {
    grant: { kind: 'exact', ...place, words: words.slice(1) },
    covers: `exactly this command, below ${place.folder}`,
  }
  if (runsOtherCode(name) || runsOtherCode(program)) {
    return namesAFile(command) ? exact : refuse(`${visibleText(name)} runs other code, which is never granted as such`)
  }
  const shape = shapeOf(command)
  if (shape === null) return exact
  const text = [name, ...shape.subcommand].join(' ')
  const options =
    shape.options.length === 0 ? 'without options' : `with no other options than ${shape.options.join(' ')}`
  return { grant: { kind: 'like', ...place, ...shape }, covers: `${text} ${options}, below ${place.folder}` }
}

const refuse = (reason: string): GrantOffer => ({ grant: null, reason })

/** True when a grant holds for a command that starts in `cwd`. */
export function grantCovers(grant: Grant, command: PlannedCommand, cwd: string): boolean {
  const { name, argv, resolved, builtin, environment } = command
  if (name === null || environment.length > 0) return false
  if ((builtin ? name : resolved) !== grant.program || !isWithin(normalisePath(cwd), grant.folder)) return false
  if (grant.kind === 'exact') {
    return argv.length === grant.words.length + 1 && grant.words.every((word, index) => argv[index + 1] === word)
  }
  const shape = shapeOf(command)
  return (
    shape !== null &&
    shape.subcommand.length === grant.subcommand.length &&
    shape.subcommand.every((word, index) => word === grant.subcommand[index]) &&
    shape.options.every((option) => grant.options.includes(option)) &&
    shape.effects.every((effect) => grant.effects.includes(effect))
  )
}

/** Programs whose first words say what they do. */
const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'git npm pnpm yarn bun cargo go docker podman kubectl gh glab pip pip3 systemctl brew apt dotnet turbo nx uv poetry'.split(
    ' ',
  ),
)

/** What stays the same from one command to the next like it; `null` when it is not known what it does. */
function shapeOf({ argv, profile, name }: PlannedCommand) {
  if (profile?.known !== true || !profile.words) return null
  // Options before the subcommand are part of what was granted.
  const options = new Set<string>()
  for (const word of argv.slice(1)) {
    if (word === null) return null
    if (word === '--') break
    if (/^-./.test(word)) options.add(optionName(word))
  }
  const program = name!.slice(name!.lastIndexOf('/') + 1)
  const second = profile.words[1]
  const subcommand = WITH_SUBCOMMANDS.has(program) && typeof second === 'string' ? [second] : []
  const effects = [...new Set(profile.effects.map((effect) => effect.kind))]
  return { subcommand, options: [...options], effects }
}

/** `--format=x` is `--format`, `-A10` is `-A`; a number alone is a count. */
function optionName(word: string): string {
  if (word.startsWith('--')) return word.replace(/=.*/s, '')
  return word.replace(/(?<=^-[A-Za-z])[^A-Za-z].*/s, '').replace(/^-\d+$/, '-N')
}

/** An interpreter that is given a file of code can be granted for exactly that. */
function namesAFile({ name, argv }: PlannedCommand): boolean {
  const interpreter = interpreterOf(programName(name!))
  // The first word of a multiplexer is a program, not a file.
  return (
    interpreter !== null &&
    !/^(?:busybox|toybox)$/.test(programName(name!)) &&
    findCode(interpreter, argv.slice(1)).from === 'file'
  )
}

import { isWithin, visibleText } from '@poundlock/spec'
import type { PlannedCommand, PlannedEffect } from '../../model/command-plan.ts'
import type { Grant, GrantOffer } from '../../model/grant.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import { showValue } from '../../model/show-value.ts'
import { isSecretFile } from '../paths/secret-files.ts'
import { findCode } from '../programs/code-source.ts'
import { HARMLESS_ENVIRONMENT, isListed } from '../programs/environment-names.ts'
import { isHarmlessVariant } from '../programs/harmless-variants.ts'
import { interpreterOf } from '../programs/interpreters.ts'
import { programName, runsOtherCode } from '../programs/programs.ts'
import { saysByVerb } from './subcommand-verbs.ts'

/**
 * The narrowest grant that will hold for the next command like this one.
 *
 * @param folder where it may be used again: the workspace, absolute
 * @param cwd where the line starts, absolute
 * @param listed names of variables that may be set: the value of each is a part of the grant
 */
export function deriveGrant(
  command: PlannedCommand,
  folder: string,
  cwd = folder,
  listed: readonly string[] = HARMLESS_ENVIRONMENT,
): GrantOffer {
  const { name, argv, resolved, builtin, environment, settings } = command
  if (name === null || argv.includes(null)) return refuse('one of its words is only known at run time')
  const words = argv as readonly string[]
  // It is only named in what another command may run, and is never run by itself.
  if (command.passive === true && !builtin && command.profile === undefined) return refuse('another command runs it')
  const set = environment.filter((variable) => settings === undefined || !isListed(variable, listed))
  if (set.length > 0) return refuse(`it sets ${visibleText(set.join(', '))}`)
  const program = builtin ? name : resolved
  if (program === null) return refuse(`${visibleText(name)} was not found`)
  const place = { program, folder: normalisePath(folder), ...(settings && { environment: settings }) }
  const exact = exactOffer(place, words, startOf(command, cwd))
  if ((runsOtherCode(name) || runsOtherCode(program)) && !isWhollyKnown(command)) {
    return namesAFile(command) || onlyAsks(command) || buildsHere(command)
      ? exact
      : refuse(`${visibleText(name)} runs other code, so it cannot be granted as such`)
  }
  const shape = shapeOf(command, place.folder)
  if (shape === null) return exact
  const text = asWritten([...(settings ?? []), name, ...shape.subcommand])
  const options =
    shape.options.length === 0 ? 'without options' : `with no other options than ${shape.options.join(' ')}`
  return { grant: { kind: 'like', ...place, ...shape }, covers: `${text} ${options}, below ${place.folder}` }
}

/** A grant for exactly these words in exactly this folder, whatever is known of the program. Parameters as `deriveGrant`. */
export function deriveExactGrant(
  command: PlannedCommand,
  folder: string,
  cwd = folder,
  listed: readonly string[] = HARMLESS_ENVIRONMENT,
): GrantOffer {
  const offer = deriveGrant(command, folder, cwd, listed)
  if (offer.grant === null || offer.grant.kind === 'exact') return offer
  const { program, folder: within, environment } = offer.grant
  return exactOffer(
    { program, folder: within, ...(environment && { environment }) },
    command.argv as readonly string[],
    startOf(command, cwd),
  )
}

function exactOffer(
  place: Pick<Grant, 'program' | 'folder' | 'environment'>,
  words: readonly string[],
  start: string | null,
): GrantOffer {
  if (start === null) return refuse('where it starts is only known at run time')
  return {
    grant: { kind: 'exact', ...place, words: words.slice(1), cwd: start },
    covers: `exactly ${asWritten([...(place.environment ?? []), ...words])}, in ${start}`,
  }
}

/** So much of a command says which one it is; the question about it shows it in full. */
const SHOWN = 120

function asWritten(words: readonly string[]): string {
  const text = words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : showValue(word))).join(' ')
  return text.length <= SHOWN
    ? text
    : `${text.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, '')}… (${text.length} characters)`
}

const refuse = (reason: string): GrantOffer => ({ grant: null, reason })

/** The same words do something else elsewhere: `node scripts/build.js` behind `cd vendor`. */
const startOf = (command: PlannedCommand, cwd: string): string | null =>
  command.cwd === undefined ? normalisePath(cwd) : command.cwd === null ? null : normalisePath(command.cwd)

/** True when a grant holds for a command of a line that starts in `cwd`. */
export function grantCovers(grant: Grant, command: PlannedCommand, cwd: string): boolean {
  const { name, argv, resolved, builtin, settings, environment } = command
  // Where a value is not known, it is a name alone, which no grant has.
  if (name === null || (settings ?? environment).join('\0') !== (grant.environment ?? []).join('\0')) return false
  const start = startOf(command, cwd)
  if ((builtin ? name : resolved) !== grant.program || start === null || !isWithin(start, grant.folder)) return false
  if (grant.kind === 'exact') {
    if (grant.cwd === undefined ? command.cwd !== undefined : grant.cwd !== start) return false
    return argv.length === grant.words.length + 1 && grant.words.every((word, index) => argv[index + 1] === word)
  }
  const shape = shapeOf(command, grant.folder)
  return (
    shape !== null &&
    shape.subcommand.length === grant.subcommand.length &&
    shape.subcommand.every((word, index) => word === grant.subcommand[index]) &&
    shape.options.every((option) => grant.options.includes(option)) &&
    // Without the limiting option it does more: `tsc --noEmit`, `rsync -n`, `git add --dry-run`.
    (shape.effects.every((effect) => effect === 'file-read') ||
      grant.options.every((option) => !HOLDS_BACK.test(option) || shape.options.includes(option))) &&
    shape.effects.every((effect) => grant.effects.includes(effect))
  )
}

/** Options under which a program does less than without them. */
const HOLDS_BACK =
  /^(?:-[A-Za-hj-mo-z]*[ni][A-Za-z]*|--(?:dry[-_]?run|noEmit|no-emit|check|diff|list(?:-only)?|just-print|recon|question|simulate|no-act|no-commit|no-clobber|no-overwrite\w*|keep-old-files|skip-old-files|ignore-existing|update|interactive|one-file-system|preserve-root|max-delete|frozen\w*|locked|offline|ignore-scripts)(?:[-=].*)?)$/

/** Programs whose words start things elsewhere, or only ask how things stand there. */
const ELSEWHERE: ReadonlySet<string> = new Set(['docker', 'podman', 'kubectl', 'systemctl', 'psql', 'mysql', 'mariadb'])

/** `docker ps`: all that it does is known, and it starts nothing but its own pagers and helpers. */
function onlyAsks({ name, profile }: PlannedCommand): boolean {
  return (
    ELSEWHERE.has(programName(name!)) &&
    profile?.known === true &&
    profile.effects.every(
      ({ kind, origin }) =>
        kind === 'file-read' || kind === 'network' || kind === 'process' || (kind === 'execute' && origin === 'helper'),
    )
  )
}

/** `docker build .`: what the Dockerfile of the workspace says, as `make` does; no other context, no file of the host. */
const buildsHere = ({ name, profile }: PlannedCommand): boolean =>
  /^(?:docker|podman)$/.test(programName(name!)) &&
  profile?.known === true &&
  profile.words?.[1] === 'build' &&
  profile.effects.every(({ kind, origin }) => kind !== 'execute' || origin === 'workspace')

/** Their operands choose what is looked at or tested, and never the host: that is the same each time, or a registry. */
const CHOOSES = /^(?:cargo (?:test|check|build|clippy)|go (?:test|build|vet)|gh (?:pr|issue|run|release|workflow))$/

/** Programs whose first words say what they do. */
const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'git npm pnpm yarn bun mise cargo go docker podman kubectl gh glab pip pip3 systemctl brew apt dotnet turbo nx uv poetry'.split(
    ' ',
  ),
)

/** Their first operand says what they do: another mode, another owner is another command. */
const BY_OPERAND: ReadonlySet<string> = new Set(
  (
    'chmod chown chgrp make gmake cmake ninja meson bazel bazelisk mvn mvnw gradle gradlew just task go-task rake tox nox ' +
    'mix lerna mage sbt swift dart flutter stack cabal dune zig crystal nim terraform tofu helm bundle composer alembic ' +
    'prisma pulumi cypress poetry pdm hatch pipenv hugo next nuxt nuxi astro vite rspec phpunit pest buf hg jj'
  ).split(' '),
)

/**
 * What stays the same from one command to the next like it; `null` when only the same words are like it: where it is not
 * known what it does, where its operands decide who or what is hit (an address, a process, what is deleted, a working
 * tree that git changes), and where it leaves the folder.
 */
function shapeOf(command: PlannedCommand, folder: string) {
  const { argv, profile, name } = command
  if (profile?.known !== true || !profile.words) return null
  const program = programName(name!)
  if (BY_OPERAND.has(program)) return null
  const sameHost = CHOOSES.test(`${program} ${profile.words[1]}`)
  const isHit = (effect: PlannedEffect) =>
    !(sameHost && effect.kind === 'network' && effect.sends !== true) && isHitByOperand(effect, program, folder)
  if (profile.effects.some(isHit)) return null
  // What may show passwords in this form, or names a file of secrets, also one in a commit or an archive.
  if (profile.effects.every(({ kind }) => kind === 'file-read') && !isHarmlessVariant(command, false)) return null
  if (argv.some((word) => namesSecret(word, folder))) return null
  const runsWorkspace = profile.effects.some((effect) => effect.kind === 'execute' && effect.origin === 'workspace')
  // Options before the subcommand are part of what was granted.
  const options = new Set<string>()
  for (const word of argv.slice(1)) {
    if (word === null) return null
    // What stands behind `--` is for the script that the workspace defines.
    if (word === '--' && !runsWorkspace) break
    if (/^-./.test(word)) options.add(optionName(word))
  }
  const effects = [...new Set(profile.effects.map((effect) => effect.kind))]
  return { subcommand: subcommandOf(program, profile.words), options: [...options], effects }
}

const namesSecret = (word: string | null, folder: string): boolean =>
  word
    ?.split(/[=:@,]/)
    .some((part) => part !== '' && isSecretFile(foldName(normalisePath(`${folder}/${part}`)), folder, folder)) === true

function isHitByOperand(effect: PlannedEffect, program: string, folder: string): boolean {
  const { kind, path, origin, repository } = effect
  switch (kind) {
    case 'network':
    case 'process':
    case 'privilege':
    case 'file-delete':
      return true
    case 'execute':
      return origin === 'argument' || origin === 'download'
    case 'file-write':
      if (program === 'git' && repository !== true) return true
      break
    default:
  }
  if (kind === 'environment' || path === null || !path.startsWith('/')) return false
  const file = normalisePath(path)
  // What was shown to a person was this file of secrets, or none.
  return !isWithin(file, folder) || (effect.lists !== true && isSecretFile(foldName(file), folder, folder))
}

function subcommandOf(program: string, words: readonly (string | null)[]): readonly string[] {
  if (!WITH_SUBCOMMANDS.has(program) || typeof words[1] !== 'string') return []
  const [, first, second] = words
  return saysByVerb(program, first) && typeof second === 'string' ? [first, second] : [first]
}

/** Programs that can run others, and do not with most arguments: then their profile knows all that they do. */
const MAY_BE_KNOWN: ReadonlySet<string> = new Set(['find', 'fd', 'make', 'gmake'])

function isWhollyKnown({ name, argv, profile }: PlannedCommand): boolean {
  const starts = argv.some((word) => word !== null && /^(?:-exec|-ok|-x$|-X$|--exec)/.test(word))
  return MAY_BE_KNOWN.has(programName(name!)) && profile?.known === true && !starts
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

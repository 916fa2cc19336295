import { type CommandPlan, HARMLESS_ENVIRONMENT, type PlannedCommand } from '@poundlock/policy'

/**
 * What a line does with the hosts that it contacts, as far as profiles tell: it `fetches`; it is not known (`unknown`),
 * so that it may send what it can read; or it `sends` data of this machine, or changes something there.
 */
export type NetworkUse = 'fetches' | 'unknown' | 'sends'

/** From the least to the most. */
const NETWORK_USES: readonly NetworkUse[] = ['fetches', 'unknown', 'sends']

/** What does no less: an answer about one of these holds for a line of that use too. */
export const coveringUses = (use: NetworkUse): readonly NetworkUse[] => NETWORK_USES.slice(NETWORK_USES.indexOf(use))

/** The most that a command of a line does. Which of them opens a connection is not known while it runs. */
export function networkUse({ refusal, complete, effects, commands }: CommandPlan): NetworkUse {
  const isUnclear =
    refusal !== null ||
    !complete ||
    effects.some(({ kind, path }) => kind === 'network' || (kind === 'environment' && !isHarmless(path)))
  const uses = commands.flatMap((command) => useOf(command) ?? [])
  if (uses.includes('sends')) return 'sends'
  return isUnclear || uses.length === 0 || uses.includes('unknown') ? 'unknown' : 'fetches'
}

/** The same of one command; `null` where it contacts nothing. */
export function useOf(command: PlannedCommand): NetworkUse | null {
  const { argv, profile, passive } = command
  const effects = profile?.effects ?? []
  const network = effects.filter(({ kind }) => kind === 'network')
  if (network.some(({ sends }) => sends === true) || sendsByOption(command) || publishes(command)) return 'sends'
  // With arguments that are not known, they may send a file or a password.
  if (profile?.known !== true) return passive === true ? null : isDownload(command) ? 'sends' : 'unknown'
  if (effects.some(({ kind, origin }) => kind === 'execute' && origin !== 'helper')) return 'unknown'
  if (network.length === 0) return null
  // A word that is only known at run time may hold what was read: `curl "https://example.org/$(cat x)"`. So may a file of
  // addresses (`wget -i list`), and variables may say another host or a password (`GH_HOST=example.org gh pr list`).
  const isOpen = argv.includes(null) || !command.environment.every(isHarmless)
  return isOpen || (isDownload(command) && network.some(({ path }) => path === null)) ? 'unknown' : 'fetches'
}

/** Without a name, it may be any. */
const isHarmless = (name: string | null): boolean =>
  HARMLESS_ENVIRONMENT.some((entry) => entry === name || (entry === 'LC_*' && /^LC_\w+$/.test(name ?? '')))

const isDownload = ({ name }: PlannedCommand): boolean => /(?:^|\/)(?:curl|wget)$/.test(name ?? '')

/** What only a person may run, so that no profile tells more of it. Sources: the manuals of each. */
const PUBLISHES = new RegExp(
  `^(?:${[
    '(?:npm|pnpm|yarn|bun|cargo|uv|poetry|pdm|hatch|flit|vsce|ovsx|dart|flutter|mvn|gradle) (?:.* )?(?:publish|deploy)',
    '(?:npm|pnpm|cargo) (?:.* )?(?:unpublish|deprecate|dist-tag|owner|access|token|yank)',
    '(?:twine|python3? -m twine) (?:upload|register)|gh (?:release|gist) (?:create|upload|edit)',
    '(?:gem|helm|conan|dotnet|git|docker|podman|skopeo) (?:.* )?push',
    '(?:aws s3|gsutil|gcloud storage|rclone) (?:.* )?(?:cp|mv|sync|copy|copyto|move|rsync)',
    '(?:nc|ncat|netcat|socat|telnet|ftp|sftp|lftp|sendmail|mail|mailx|mutt|http|https|xh)',
  ].join('|')})(?: |$)`,
)

const publishes = ({ name, argv }: PlannedCommand): boolean => {
  const [, ...words] = argv.filter((word) => word === null || !/^-(?!m$)/.test(word))
  return PUBLISHES.test([(name ?? '').replace(/.*\//, ''), ...words.map((word) => word ?? '')].join(' '))
}

const DATA = /^(?:-d|--data(?:-\w+)?|--json|-F|--form(?:-string)?|-T|--upload-file|--(?:post|body)-(?:data|file))$/
const METHOD = /^(?:-X|--request|--method)$/
const FETCHING_METHODS = /^(?:GET|HEAD|OPTIONS)$/i

/** Passwords that stand in the line, in a file of settings, or that another program gives. curl(1), wget(1), rsync(1) */
const LOGIN = new RegExp(
  `^(?:${[
    '-u|--user|--oauth2-bearer|--aws-sigv4|--proxy-(?:user|password)|-b|--cookie|-[a-zA-Z]*K|--config',
    '--(?:http-|ftp-)?(?:user|password)|--ask-password|--use-askpass|--password-file',
  ].join('|')})(?:=|$)`,
)
/** Text that stands in the line goes out as well, which a rule for the program means. curl(1), wget(1) */
function sendsByOption(command: PlannedCommand): boolean {
  const { name, argv, profile } = command
  if (!isDownload(command) && !/(?:^|\/)rsync$/.test(name ?? '')) return false
  const options = profile?.options ?? argv.flatMap((word) => word ?? [])
  if (options.some((option) => LOGIN.test(option))) return true
  if (options.some((option) => DATA.test(option)) && !options.includes('-G') && !options.includes('--get')) return true
  if (!options.some((option) => METHOD.test(option))) return false
  return !argv.some((word, index) => {
    const [, glued] = /^(?:-X|--request=|--method=)(.+)$/.exec(word ?? '') ?? []
    const before = argv[index - 1]
    return FETCHING_METHODS.test(glued ?? (typeof before === 'string' && METHOD.test(before) ? (word ?? '') : ''))
  })
}

import type { PlannedCommand } from '../../model/command-plan.ts'
import { isPlainMode, namesPlainModes } from './file-modes.ts'
import { isHarmlessGit } from './git-variants.ts'
import { type IsHarmless, without } from './harmless-form.ts'

/** A mode that is given as an option, and no other owner. mkdir(1), install(1) */
const makesOwn: IsHarmless = (words, options) =>
  without('-o', '--owner', '-g', '--group')(words, options) &&
  (without('-m', '--mode')(words, options) || namesPlainModes(words))

/** Settings of go whose value can be an address with a password. go help environment, go help goauth */
const GO_ADDRESS = /^(?:GOPROXY|GOAUTH|GOSUMDB|GOFLAGS|GOVCS)$/

/**
 * Programs that read further files and hosts that their input names: `.so` of groff(7), includes of pandoc(1), lists of
 * ffmpeg-formats(1), images of dot(1), `#include` of C, whose lines stand in the messages; ImageMagick takes a file for
 * what it holds, whatever its name is (CVE-2016-3717).
 */
const READS_WHAT_INPUT_NAMES =
  'groff nroff troff pandoc ffmpeg ffprobe dot neato twopi circo fdp sfdp clang-tidy cppcheck ' +
  'convert magick mogrify composite identify montage compare'

/** Programs whose settings in the workspace name files that they write: `write-changes` of codespell(1), `output_file` of radon. */
const WRITES_WHAT_SETTINGS_NAME = 'codespell radon'

/** Columns of ps(1) that hold no arguments of programs, which can be passwords. */
const PS_COLUMNS =
  /^(?:pid|ppid|pgid|sid|tid|user|uid|comm|stat|state|s|time|etime|etimes|pcpu|%cpu|pmem|%mem|rss|vsz|tty|ni|pri|psr|start|lstart|nlwp)(?:=[a-z]*)?$/

/** Without options of BSD style, which show whole command lines, and with `-o` for columns without them. ps(1) */
const showsNoArguments: IsHarmless = (words) =>
  words.slice(1).every((word, at, all) => {
    if (/^-[oO]$/.test(all[at - 1] ?? '')) return word?.split(',').every((column) => PS_COLUMNS.test(column)) === true
    if (/^-[puUCtgG]$/.test(all[at - 1] ?? '')) return true
    return word !== null && /^-(?:[AeadNT]+|[oOpuUCtgG]|-no-headers?)$/.test(word)
  })

/** Subcommands of systemctl(1) that show no processes and no environments. */
const SYSTEMCTL_STATES = /^(?:is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers|list-sockets)$/

const PROGRAMS: Readonly<Record<string, IsHarmless>> = {
  ...Object.fromEntries(
    `${READS_WHAT_INPUT_NAMES} ${WRITES_WHAT_SETTINGS_NAME}`.split(' ').map((name) => [name, () => false]),
  ),
  // What is shown there may be anything that the user does elsewhere.
  tmux: (words) => /^(?:-V|ls|list-\w+|ls\w|has(?:-session)?)$/.test(words[1] ?? ''),
  go: (words) =>
    words[1] !== 'env' || (words.length > 2 && words.slice(2).every((name) => name !== null && !GO_ADDRESS.test(name))),
  // What the system notes is no file of the workspace.
  logger: () => false,
  chmod: (words) => isPlainMode(words.find((word, at) => at > 0 && word?.startsWith('-') !== true)),
  mkdir: makesOwn,
  mkfifo: makesOwn,
  install: makesOwn,
  rsync: without('--chmod', '--chown', '--usermap', '--groupmap'),
  // What lies in an archive has no name in the workspace, and may hold secrets: to list it needs no rule.
  unzip: without('-p', '-c'),
  tar: without('-O', '--to-stdout'),
  gtar: without('-O', '--to-stdout'),
  ar: without('-p'),
  // Jobs of the user, which lie outside of any workspace and often hold passwords.
  crontab: () => false,
  // The arguments of other processes, and the files that they have open. A pattern for whole lines finds them out.
  ps: showsNoArguments,
  pgrep: without('-a', '--list-full', '-f', '--full'),
  lsof: () => false,
  top: () => false,
  htop: () => false,
  w: () => false,
  pstree: () => false,
  systemctl: (words) => SYSTEMCTL_STATES.test(words[1] ?? ''),
  // What it copies has no end where that is a device.
  dd: () => false,
}

/** Whether a command whose effects are harmless is so in this form too. */
export function isHarmlessVariant({ name, profile }: PlannedCommand, writes: boolean): boolean {
  const program = name?.replace(/.*\//, '') ?? ''
  if (program === 'git') return isHarmlessGit(profile, writes)
  const words = profile?.words
  return !Object.hasOwn(PROGRAMS, program) || (words != null && PROGRAMS[program]!(words, profile?.options ?? []))
}

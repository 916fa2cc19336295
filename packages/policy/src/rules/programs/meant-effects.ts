import type { PlannedCommand, PlannedEffect } from '../../model/command-plan.ts'

/** What a rule that names a command surely means it to do, besides reading. Everything else has to be asked for. */
type Meant = 'change' | 'network' | 'helper' | 'process'

/**
 * Commands whose very purpose is to change files, to use the network or to start a program of the system. An allow rule
 * for `touch` means that files are made; one for `sort` does not mean `sort -o`. A subcommand stands after its program.
 */
const MEANT: Readonly<Record<Meant, ReadonlySet<string>>> = {
  change: new Set(
    (
      'touch mkdir rmdir rm cp mv ln install tee truncate dd split csplit shred mktemp chmod chown chgrp patch nohup ' +
      'tar unzip zip gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd rsync scp sftp ' +
      '7z cpio lz4 bsdtar dos2unix unix2dos sponge ar strip objcopy gcc g++ cc c++ clang clang++ rustc javac ' +
      'ffmpeg convert magick mogrify composite pdftotext black isort autopep8 yapf rustfmt dprint coverage pg_dump mysqldump ' +
      'make cmake ninja npm pnpm yarn bun deno npx cargo go pip pip3 uv poetry mvn gradle tsc vue-tsc ng vitest jest eslint prettier ruff ' +
      'mypy pytest turbo nx dotnet bundle rake composer docker podman wget python python3 node pre-commit ' +
      'curl pandoc dot gofmt goimports gofumpt shfmt clang-format clang-tidy biome oxlint oxfmt stylelint rubocop phpcbf ' +
      'sqlfluff csvclean codespell typos golangci-lint ast-grep buf markdownlint markdownlint-cli2 rspec phpunit pest phpstan psalm ' +
      'ctest meson bazel bazelisk mvnw gradlew just mise task go-task tox nox mix lerna mage webpack vite rollup esbuild tsup ' +
      'tsdown swc babel next nuxt nuxi astro hugo mkdocs sphinx-build doxygen asciidoctor asciidoctor-pdf typst latexmk ' +
      'pdflatex xelatex lualatex latex pdftex plantuml protoc ctags universal-ctags swift ghc zig dart flutter stack cabal ' +
      'dune sbt crystal nim kotlinc poetry pdm hatch pipenv cypress pulumi bandit terraform tofu alembic prisma hg jj openssl yq playwright opa svgo pyupgrade semgrep'
    ).split(' '),
  ),
  network: new Set(
    (
      'curl wget ssh scp sftp rsync nc ncat ping dig host nslookup npm pnpm yarn bun deno npx pre-commit pip pip3 uv poetry cargo go mvn ' +
      'gradle docker podman gh glab helm kubectl aws gcloud az bundle composer dotnet turbo bazel bazelisk mvnw gradlew tox nox mix next nuxt nuxi astro hugo swift zig ' +
      'brew buf golangci-lint dart flutter stack cabal sbt typst svn terraform tofu alembic prisma trivy vite poetry pdm hatch pipenv cypress pulumi semgrep psql mysql mariadb redis-cli valkey-cli'
    ).split(' '),
  ),
  helper: new Set(
    (
      'ssh scp sftp rsync man docker podman tar zip less more go cargo npm pnpm yarn bun make mvn gradle dotnet tsc ' +
      'vitest pytest turbo nx gh kubectl systemctl journalctl bat batcat gcc g++ cc c++ clang clang++ rustc ' +
      'ghc protoc plantuml actionlint zgrep zegrep zfgrep bzgrep xzgrep zcat zless zmore zdiff zcmp'
    ).split(' '),
  ),
  process: new Set(
    'kill pkill killall skill snice renice ionice fuser less more wget tmux screen docker podman nerdctl docker-compose'.split(
      ' ',
    ),
  ),
}

/** What only a rule that says the subcommand means. */
const SAID: Readonly<Partial<Record<Meant, ReadonlySet<string>>>> = {
  process: new Set(['terraform plan', 'tofu plan']),
}

/** The same for subcommands of git, from giteveryday(7). */
const MEANT_OF_GIT: Readonly<Record<Meant, ReadonlySet<string>>> = {
  change: new Set(
    (
      'add am apply archive bisect branch checkout cherry-pick clean clone commit config fetch format-patch gc init merge ' +
      'mv notes prune pull push rebase reset restore revert rm sparse-checkout stash submodule switch tag update-index ' +
      'update-ref worktree remote maintenance'
    ).split(' '),
  ),
  network: new Set('clone fetch ls-remote pull push remote submodule'.split(' ')),
  helper: new Set('clone fetch ls-remote pull push submodule commit merge rebase'.split(' ')),
  process: new Set(),
}

/**
 * Subcommands of git that only list without further arguments: a rule for `git branch` means the list of branches; one
 * for `git worktree add` or for all of `git` means more.
 */
const LISTS: ReadonlySet<string> = new Set('branch tag remote worktree submodule notes config'.split(' '))
/** Words below a subcommand that only show what is there. */
const SHOWS: ReadonlySet<string> = new Set('list show status get get-all get-regexp get-url view log'.split(' '))

const PACKS: ReadonlySet<string> = new Set(['tar', 'zip'])

const KIND: Partial<Readonly<Record<PlannedEffect['kind'], Meant>>> = {
  'file-write': 'change',
  'file-delete': 'change',
  network: 'network',
  process: 'process',
}

/** Options that send something, so that a rule which says one means it. curl(1), wget(1) */
const SENDS =
  /^(?:-T|--upload-file|-F|--form|-d|--data(?:-\w+)?|--json|-X|--request|-x|--proxy|--post-file|--body-file|--method|-b|--cookie|--load-cookies|-n|--netrc(?:-\w+)?|-E|--cert(?:ificate)?|--(?:private-)?key|--negotiate|--ntlm|--delegation)(?:=|$)/

/** Words for what is sent to a forge: `gh pr create` means that a text goes there. gh(1) */
const WRITES_TO_FORGE = /^(?:create|comment)$/

/**
 * True when a rule for a program that fetches means as well that files go to others: it says where, or by which option.
 * One for git means what its subcommands do.
 *
 * @param words the words of the rule behind the program
 */
export const isSentAsWritten = ({ path }: PlannedEffect, { name }: PlannedCommand, words: readonly string[]): boolean =>
  /(?:^|\/)git$/.test(name ?? '') ||
  words.some(
    (word) =>
      SENDS.test(word) ||
      (path !== null && path !== '' && word.includes(path)) ||
      (path === 'api.github.com' && WRITES_TO_FORGE.test(word)),
  )

/**
 * True when a rule that allows the command by name includes this effect.
 *
 * @param words the words of the rule behind the program
 */
export function isMeant(effect: PlannedEffect, { name, profile }: PlannedCommand, words: readonly string[]): boolean {
  // Who lets commits be made does not mean that they are signed.
  if (effect.kind === 'execute' && effect.path === 'gpg') return false
  const meant = effect.kind === 'execute' && effect.origin === 'helper' ? 'helper' : KIND[effect.kind]
  if (meant === undefined) return true
  const program = (name ?? '').slice((name ?? '').lastIndexOf('/') + 1)
  // What is packed stays: `tar --remove-files`, `zip -m`.
  if (effect.kind === 'file-delete' && PACKS.has(program)) return false
  if (program !== 'git') return MEANT[meant].has(program) || SAID[meant]?.has(`${program} ${words[0]}`) === true
  const [subcommand = '', verb] = words
  if (verb === undefined ? LISTS.has(subcommand) : SHOWS.has(verb)) return false
  return MEANT_OF_GIT[meant].has(profile?.words?.[1] ?? '')
}

/** Whether a rule of the program and these words alone means anything but that it reads. */
export const meansMoreThanReading = (command: PlannedCommand, words: readonly string[]): boolean =>
  MORE_THAN_READING.some((effect) => isMeant(effect, command, words))

const MORE_THAN_READING: readonly PlannedEffect[] = [
  { kind: 'file-write', path: null },
  { kind: 'file-delete', path: null },
  { kind: 'network', path: null },
  { kind: 'process', path: null },
  { kind: 'execute', path: null, origin: 'helper' },
]

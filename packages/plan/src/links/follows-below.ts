import type { PlannedCommand } from '@poundlock/policy'

/**
 * `option`: an option makes it follow links below a folder that it reads; `always`: it does so by itself; `assumed`: nothing
 * is known of it, so that it may.
 */
export type Following = 'option' | 'always' | 'assumed' | null

/** Programs with the options that make them follow the links below a folder. From their manual pages. */
const FOLLOWS: Readonly<Record<string, RegExp>> = {
  grep: /^(?:-[A-Za-z]*R[A-Za-z]*|--deref.*)$/,
  egrep: /^(?:-[A-Za-z]*R[A-Za-z]*|--deref.*)$/,
  fgrep: /^(?:-[A-Za-z]*R[A-Za-z]*|--deref.*)$/,
  rg: /^(?:-[A-Za-z.0]*L[A-Za-z.0]*|--follow)$/,
  fd: /^(?:-[A-Za-z0-9]*L[A-Za-z0-9]*|--follow)$/,
  ag: /^(?:-[A-Za-z]*f[A-Za-z]*|--follow)$/,
  ack: /^--follow$/,
  find: /^-(?:L|follow)$/,
  tree: /^-[A-Za-z]*l[A-Za-z]*$/,
  tar: /^(?:-?[A-Za-z]*h[A-Za-z]*|--deref.*)$/,
  bsdtar: /^(?:-?[A-Za-z]*[hL][A-Za-z]*|--deref.*)$/,
  cp: /^(?:-[A-Za-z]*L[A-Za-z]*|--deref.*)$/,
  rsync: /^(?:-[A-Za-z]*[Lk][A-Za-z]*|--copy-.*)$/,
  cloc: /^--?follow.*$/,
}

/** Programs that follow them without being asked to, with the options against it. diff(1), zip(1), scp(1) */
const ALWAYS: Readonly<Record<string, RegExp>> = {
  diff: /^--no-deref/,
  zip: /^(?:-[A-Za-z]*y[A-Za-z]*|--symlinks)$/,
  scp: /^(?!)/,
  '7z': /^-snl$/,
  '7za': /^-snl$/,
  '7zz': /^-snl$/,
  jar: /^(?!)/,
  helm: /^(?!)/,
  ctags: /^--links=no$/,
}

/**
 * Programs that leave the links below a folder alone, by their manual pages or sources, and compilers, which tell of what
 * they read no more than a fault in it.
 */
const KEEPS: ReadonlySet<string> = new Set(
  `git hg svn jj fossil mv ln rm du ls dir vdir chown chgrp chmod stat cd cat head tail wc nl sort uniq cut
   gzip gunzip zcat bzip2 bunzip2 bzcat xz unxz xzcat zstd unzstd zstdcat unzip
   docker podman buildah terraform tofu packer pulumi
   tokei scc typos codespell cspell gitleaks trivy semgrep ast-grep sg hadolint shellcheck shfmt actionlint eza exa lsd
   go gofmt goimports staticcheck cargo rustc gcc g++ cc c++ clang clang++ clang-format clang-tidy ghc javac kotlinc
   protoc buf dart zig deno esbuild tsc pdflatex xelatex lualatex latexmk typst dotnet opa man
   black ruff isort radon bandit yamllint sqlfluff uv poetry pip npm pnpm yarn bun`.split(/\s+/),
)

/** Whether a command follows links below the folders that it reads. */
export function followsBelow({ name, argv }: PlannedCommand): Following {
  const program = (name ?? '').slice((name ?? '').lastIndexOf('/') + 1)
  const options = argv.slice(1)
  const row = Object.hasOwn(FOLLOWS, program) ? FOLLOWS[program] : undefined
  if (row !== undefined) return options.some((word) => word !== null && row.test(word)) ? 'option' : null
  const against = Object.hasOwn(ALWAYS, program) ? ALWAYS[program] : undefined
  if (against === undefined) return KEEPS.has(program) ? null : 'assumed'
  return options.some((word) => word !== null && against.test(word)) ? null : 'always'
}

import type { Dialect } from '../syntax/tree.ts'
import type { OptionGrammar } from './options.ts'

/** A program that reads shell code from `-c`, a file or its standard input. */
export interface ShellRow extends OptionGrammar {
  /** How its code is analysed; null for shells that are not read. */
  readonly dialect: Dialect | null
}

const SET_OPTIONS = 'abefhkmnptuvxCEHPT'

/** Shells by the last part of their name. Sources: bash(1), dash(1), busybox ash; the others are not read. */
export const shellTable = (): Readonly<Record<string, ShellRow>> => ({
  // `sh` is dash on one system and bash on another: read as POSIX, where what they disagree on is refused
  sh: { dialect: 'posix', short: `${SET_OPTIONS}csilVIo:`, long: '' },
  dash: { dialect: 'posix', short: `${SET_OPTIONS}csilVIo:`, long: '' },
  ash: { dialect: 'posix', short: `${SET_OPTIONS}csilVIo:`, long: '' },
  bash: {
    dialect: 'bash',
    short: `${SET_OPTIONS}csilrDo:O:`,
    long: 'noprofile norc posix restricted verbose noediting login debug debugger dump-strings dump-po-strings pretty-print protected rcfile= init-file= help version',
  },
  rbash: { dialect: null, short: '', long: '' },
  zsh: { dialect: null, short: '', long: '' },
  ksh: { dialect: null, short: '', long: '' },
  ksh93: { dialect: null, short: '', long: '' },
  mksh: { dialect: null, short: '', long: '' },
  fish: { dialect: null, short: '', long: '' },
  csh: { dialect: null, short: '', long: '' },
  tcsh: { dialect: null, short: '', long: '' },
  yash: { dialect: null, short: '', long: '' },
  pwsh: { dialect: null, short: '', long: '' },
  nu: { dialect: null, short: '', long: '' },
})

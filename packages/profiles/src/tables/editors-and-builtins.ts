import { flags, unevaluatedValues, values } from '../engine/option-row.ts'
import { type CommandTable, leftToPerson } from '../engine/table.ts'
import { knownText } from '../model/word.ts'
import { runsOperands } from './coreutils-system.ts'

const BASH = 'bash(1) SHELL BUILTIN COMMANDS'
const builtin = (operands: CommandTable['operands'] = 'nothing'): CommandTable => ({
  source: BASH,
  raw: true,
  operands,
})

/** Commands of the shell itself that are read as text, and what they evaluate is for the analysis of the shell to find. */
const evaluates = leftToPerson(BASH, 'a command of the shell that changes or runs what follows', 'EXECUTES_CODE')

/** `export A=b`: names only; a subscript is evaluated. */
const assigns: CommandTable = {
  source: BASH,
  raw: true,
  ownOperands: true,
  refine: (call) => {
    for (const { word, at } of call.operands) {
      const prefix = knownText(word) ?? (typeof word === 'object' && word ? (word.prefix ?? '') : '')
      const name = /^([A-Za-z_]\w*)(?:=|$)/.exec(prefix)
      const certain = name !== null && (knownText(word) !== null || prefix.includes('='))
      if (prefix === '-p' || prefix === '-x' || prefix === '-r') continue
      if (!certain)
        return { code: 'DYNAMIC_ARGUMENT', message: `${call.program}: the name of the variable is not known`, at }
      call.effects.push({ kind: 'environment', target: name[1] as string })
    }
    if (call.operands.length === 0)
      call.effects.push({ kind: 'environment', target: null, note: 'prints all variables' })
  },
}

/** Masks with which only the owner can write. */
const PRIVATE_MASK = /^(?:--|-[pS]{1,2}|0?[0-7]?[2367][2367])$/

const vim: CommandTable = {
  source: 'vim(1), GTFOBins vim: modelines and commands run programs',
  style: 'long',
  plus: 'unevaluated',
  options: [
    flags('--version --help -h', 'flag'),
    flags('-c -S -s -u -e -E -es -Es -O -o -p -R -d -n -w -W -l -nw --batch --eval --cmd', 'code'),
  ],
  ownOperands: true,
  refine: (call) =>
    call.operands.length === 0 && call.options.length > 0
      ? undefined
      : { code: 'EXECUTES_CODE', message: `${call.program}: an editor runs any command that its arguments name` },
}

/** Editors, multiplexers, and commands of the shell itself. */
export const editorsAndBuiltins: Readonly<Record<string, CommandTable>> = {
  'vim vi nvim view vimdiff ex ed nano emacs emacsclient pico micro helix hx code subl open xdg-open start': vim,
  tmux: {
    source: 'tmux(1)',
    style: 'posix',
    options: [flags`-V`, values`-L`, unevaluatedValues`-S -f -c`],
    subcommands: {
      'ls list-sessions lsw list-windows lsp list-panes lsc list-clients has has-session info showmsgs': {
        source: 'tmux(1): a format may run a command with #()',
        options: [flags`-a -s`, values`-t`, unevaluatedValues`-F -f`],
      },
      'capture-pane capturep': {
        source: 'tmux(1)',
        options: [flags`-a -e -p -q -C -J -N -P`, values`-t -S -E -b`],
      },
      'kill-session kill-window kill-pane kill-server': {
        source: 'tmux(1)',
        options: [flags`-a -C`, values`-t`],
        always: [{ kind: 'process', target: null }],
      },
    },
  },
  'cd pushd popd': {
    source: BASH,
    style: 'posix',
    options: [flags`-L -P -e -@ -n`],
    // Only whether it is there: no name in it, and no file.
    operands: { first: ['list'] },
  },
  'dirs exit return break continue shift ulimit times suspend logout': builtin(),
  umask: {
    source: 'umask(1p): takes away rights of what is made from then on',
    raw: true,
    ownOperands: true,
    refine: (call) => {
      const wide = call.operands.find(({ word }) => !PRIVATE_MASK.test(knownText(word) ?? ''))
      if (wide === undefined) return
      return { code: 'NOT_EVALUATED', message: 'umask: may let others write what is made from then on', at: wide.at }
    },
  },
  type: { source: BASH, style: 'posix', options: [flags`-a -f -P -p -t`], operands: 'nothing' },
  hash: {
    source: BASH,
    style: 'posix',
    options: [flags`-l -r -t -d`, unevaluatedValues`-p`],
    operands: 'nothing',
  },
  command: {
    source: BASH,
    style: 'posix',
    options: [flags('-v -V', 'flag'), flags('-p', 'flag')],
    ownOperands: true,
    refine: (call) => (call.has('-v -V') ? undefined : runsOperands(call)),
  },
  builtin: { source: BASH, raw: true, ownOperands: true, refine: (call) => runsOperands(call) },
  'export readonly': assigns,
  set: {
    source: `${BASH}: options that only make the shell stricter`,
    raw: true,
    ownOperands: true,
    refine: (call) => {
      const words = call.operands.map(({ word }) => knownText(word))
      const strict = words.every(
        (word) => word !== null && /^(?:[-+][euo]+|pipefail|errexit|nounset|noglob)$/.test(word),
      )
      if (strict && words.length > 0) return
      return { code: 'NOT_EVALUATED', message: 'set: an option of the shell that changes how the rest is read' }
    },
  },
  'eval source . exec trap alias unalias enable complete compgen compopt mapfile readarray bind fc coproc shopt declare typeset local let read unset getopts caller history':
    evaluates,
}

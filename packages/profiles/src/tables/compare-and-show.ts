import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { DELETES_HERE } from '../engine/usual-effects.ts'
import { knownText, wordTarget } from '../model/word.ts'

const pager = (source: string, more: Partial<CommandTable> = {}): CommandTable => ({
  source,
  numeric: true,
  plus: 'position',
  options: [
    flags`--help --version -a -A -c -C -d -e -E -f -F -g -G -i -I -J -m -M -n -N -q -Q -r -R -s -S -u -U -V -w -W -X -l -p -? --RAW-CONTROL-CHARS --quit-if-one-screen --no-init --chop-long-lines --LINE-NUMBERS --ignore-case --squeeze-blank-lines`,
    values`-b -h -j -x -y -z -D -#`,
    unevaluatedValues`-k -o -O -t -T --log-file --tag-file`,
  ],
  operands: 'read',
  // On a terminal, keys make a pager run programs; LESSOPEN runs a program for each file.
  always: [{ kind: 'process', target: null, note: 'interactive on a terminal' }],

  ...more,
})

/** `@file` stands for the options and operands in the file. binutils(1) */
function readsResponseFile(call: Invocation): ProfileRefusal | undefined {
  const file = call.operands.find(({ word }) => knownText(word)?.startsWith('@'))
  return file && { code: 'NOT_EVALUATED', message: `${call.program}: reads its arguments from a file`, at: file.at }
}

/** What compares files, shows them, and finds out what they are. */
export const compareAndShow: Readonly<Record<string, CommandTable>> = {
  'diff colordiff': {
    source: 'diff(1)',
    numeric: true,
    options: [
      flags`--help --version -v --normal -q --brief -s --report-identical-files -c -C0 -u -e --ed -n --rcs -y --side-by-side --left-column --suppress-common-lines -p --show-c-function -t --expand-tabs -T --initial-tab -l --paginate --no-dereference -N --new-file -P --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case -i --ignore-case -E --ignore-tab-expansion -Z --ignore-trailing-space -b --ignore-space-change -w --ignore-all-space -B --ignore-blank-lines --strip-trailing-cr -a --text -d --minimal -H --speed-large-files --suppress-blank-empty`,
      flags('-r --recursive', 'flag'),
      optionals`--context --unified --color`,
      values`-C -U --label -F --show-function-line -I --ignore-matching-lines -W --width --tabsize --line-format --old-line-format --new-line-format --unchanged-line-format --old-group-format --new-group-format --unchanged-group-format --changed-group-format --GTYPE-group-format --LTYPE-line-format -D --ifdef -x --exclude -S --starting-file --palette --horizon-lines`,
      values`-L`,
      values('-X --exclude-from', 'read'),
      values('--from-file --to-file', 'read-tree'),
    ],
    operands: 'read-tree',
    refine: (call) => {
      if (call.has('-l --paginate')) call.executes('pr', 'helper')
    },
  },
  diff3: command('diff3(1)', 'read', [
    flags`--help --version -A --show-all -e --ed -E --show-overlap -3 --easy-only -x --overlap-only -X -i -m --merge -a --text --strip-trailing-cr -T --initial-tab -v`,
    values`-L --label`,
    values('--diff-program', 'run'),
  ]),
  sdiff: command('sdiff(1)', 'read-tree', [
    flags`--help --version -i --ignore-case -E --ignore-tab-expansion -Z --ignore-trailing-space -b --ignore-space-change -W --ignore-all-space -B --ignore-blank-lines --strip-trailing-cr -a --text -l --left-column -s --suppress-common-lines -t --expand-tabs -d --minimal -H --speed-large-files`,
    values`-I --ignore-matching-lines -w --width --tabsize`,
    unevaluatedValues`-o --output`,
    values('--diff-program', 'run'),
  ]),
  cmp: {
    source: 'cmp(1)',
    options: [
      flags`--help --version -b --print-bytes -l --verbose -s --quiet --silent -v`,
      values`-i --ignore-initial -n --bytes`,
    ],
    operands: { first: ['read', 'read', 'nothing', 'nothing'] },
  },
  patch: {
    source: 'patch(1); ed scripts in a patch: CVE-2018-1000156',
    options: [
      flags`--help --version -l --ignore-whitespace -c --context -n --normal -u --unified -N --forward -R --reverse -E --remove-empty-files -f --force -t --batch -s --quiet --silent --verbose --binary -b --backup --backup-if-mismatch --no-backup-if-mismatch --posix -T --set-time -Z --set-utc --follow-symlinks -v`,
      flags('--dry-run', 'flag'),
      flags('-e --ed', 'unevaluated'),
      // Starts co, get or cleartool.
      unevaluatedValues`-g --get`,
      values`-p --strip -F --fuzz -V --version-control -Y --basename-prefix -z --suffix -D --ifdef --read-only --reject-format --quoting-style`,
      optionals`--merge`,
      values('-B --prefix -r --reject-file -o --output', 'write'),
      values('-d --directory', 'folder'),
      values('-i --input', 'read'),
    ],
    operands: { first: ['change', 'read'] },
    refine: (call) => {
      if (call.has('--dry-run') || call.has('--help --version')) return
      // Which files, the patch says.
      const given = call.value('-i --input') ?? call.operands[1]?.word
      // A file that is named first is changed, whatever the patch says.
      const unpacks =
        call.operands.length > 0
          ? {}
          : {
              unpacks: {
                kind: 'patch',
                from: given === undefined ? '-' : call.path(knownText(given)),
                strip: 0,
              } as const,
            }
      call.effects.push({
        kind: 'file-write',
        target: call.path('.'),
        recursive: true,
        note: 'what the patch names',
        ...unpacks,
      })
      call.effects.push({ ...DELETES_HERE, target: call.path('./?*.*'), note: 'what the patch names' })
    },
  },
  file: {
    source: 'file(1)',
    options: [
      flags`--help --version -b --brief --apple --extension --mime-encoding --mime-type -i --mime -I -k --keep-going -l --list -L --dereference -h --no-dereference -n --no-buffer -N --no-pad -p --preserve-date -0 --print0 -r --raw -s --special-files -S --no-sandbox -v -E -d --debug -c --checking-printout`,
      values`-F --separator -e --exclude --exclude-quiet -P --parameter`,
      flags('-z --uncompress -Z --uncompress-noreport', 'helper', 'decompressors'),
      values('-f --files-from', 'read'),
      values('-m --magic-file', 'read'),
      flags('-C --compile', 'unevaluated'),
    ],
    operands: 'read',

    refine: (call) => {
      if (call.has('-f --files-from')) call.effects.push({ kind: 'file-read', target: null })
    },
  },
  strings: {
    source: 'strings(1)',
    numeric: true,
    options: [
      flags`--help --version -a --all -d --data -f --print-file-name -o -w --include-all-whitespace -v -V`,
      values`-n --bytes -t --radix -e --encoding -T --target -s --output-separator -U --unicode`,
    ],
    operands: 'read',
    refine: readsResponseFile,
  },
  'hexdump hd': command('hexdump(1)', 'read', [
    flags`--help --version -b --one-byte-octal -c --one-byte-char -C --canonical -d --two-bytes-decimal -o --two-bytes-octal -x --two-bytes-hex -v --no-squeezing -V -h`,
    optionals`-L --color`,
    values`-e --format -n --length -s --skip`,
    values('-f --format-file', 'read'),
  ]),
  xxd: {
    source: 'xxd(1): behind the first operand every word is an operand; the second is written',
    style: 'long-posix',
    options: [
      flags`-a -autoskip -b -bits -C -capitalize -d -e -E -EBCDIC -h -help -i -include -p -ps -postscript -plain -u -uppercase -v -version -t`,
      values`-c -cols -g -groupsize -l -len -n -name -o -offset -s -seek -R`,
      flags('-r -revert', 'flag'),
    ],
    plus: 'nothing',
    operands: { first: ['read', 'write'] },
  },
  column: {
    source: 'column(1)',
    options: [
      flags`--help --version -t --table -d --table-noheadings -e --table-header-repeat -m --table-maxout -J --json -L --keep-empty-lines -x --fillrows -n2 -V -h -K`,
      values`-n --table-name -N --table-columns -E --table-noextreme -H --table-hide -R --table-right -T --table-truncate -W --table-wrap -O --table-order -r --tree -i --tree-id -p --tree-parent -o --output-separator -s --separator -l --table-columns-limit -C --table-column -S --use-spaces`,
      { names: '-c --output-width', takes: 1, does: 'flag' },
    ],
    operands: 'read',
    refine: (call) => {
      const width = call.value('-c --output-width')
      if (width === undefined || (typeof width === 'string' && /^\d{1,5}$/.test(width))) return
      return { code: 'NOT_EVALUATED', message: 'column: a width that fills the memory' }
    },
  },
  'colrm look': { source: 'colrm(1), look(1)', options: [flags`--help --version -a -d -f`], operands: 'read' },
  iconv: command('iconv(1)', 'read', [
    flags`--help --version -c -l --list -s --silent --verbose`,
    values`-f --from-code -t --to-code --byte-subst --widechar-subst --unicode-subst`,
    values('-o --output', 'write'),
  ]),
  'bat batcat': {
    source: 'bat(1)',
    style: 'exact',
    numeric: true,
    options: [
      flags`--help --version -h -V -A --show-all -p --plain -d --diff -L --list-languages --list-themes -P -u --unbuffered -n --number -f --force-colorization --no-config`,
      values`-l --language -H --highlight-line --file-name --diff-context --tabs --wrap --terminal-width --color --italic-text --decorations --theme --style -r --line-range -m --map-syntax --ignored-suffix --nonprintable-notation --squeeze-limit`,
      { names: '--paging', takes: 1, does: 'flag' },
      values('--pager', 'run'),
    ],
    operands: 'read',
    refine: (call) => {
      const paging = call.value('--paging')
      const pages = paging !== undefined && paging !== 'never'
      if (pages) call.executes('pager', 'helper')
    },
  },
  delta: {
    source: 'delta(1)',
    style: 'exact',
    options: [
      flags`--help --version -s --side-by-side -n --line-numbers --dark --light --navigate --color-only --raw --no-gitconfig --hyperlinks`,
      values`-w --width --syntax-theme --features --file-style --hunk-header-style --true-color --wrap-max-lines --tabs`,
      { names: '--paging', takes: 1, does: 'flag' },
      values('--pager', 'run'),
    ],
    operands: 'read-tree',
    refine: (call) => {
      if (call.value('--paging') !== 'never') call.executes('pager', 'helper')
    },
  },
  less: pager('less(1), GTFOBins less'),
  more: pager('more(1), GTFOBins more'),
  man: {
    source: 'man(1), GTFOBins man',
    options: [
      flags`--help --version -f --whatis -k --apropos -w --where --path -W --where-cat -a --all -i --ignore-case -I --match-case --names-only --no-subpages -7 --ascii --no-hyphenation --no-justification -u --update -d --debug`,
      values`-s -S --sections -e --extension -L --locale -R --recode --encoding -E -m --systems`,
      values('-M --manpath', 'read-tree'),
      values('-P --pager', 'run'),
      unevaluatedValues`-H --html -T --troff-device -X --gxditview -t --troff -p --preprocessor -C --config-file -l --local-file -r --prompt -Z --ditroff -K --global-apropos`,
    ],
    operands: 'nothing',
    always: [{ kind: 'execute', target: 'pager', origin: 'helper' }],
  },
  'whatis apropos': command('whatis(1), apropos(1)', 'nothing', [
    flags`--help --version -d -v -r --regex -w --wildcard -l --long -e --exact -a --and`,
    values`-s --sections -m --systems -L --locale`,
  ]),
  'tokei cloc scc': {
    source: 'tokei(1), cloc(1), scc',
    style: 'exact',
    options: [
      flags`--help --version -h -f --files --hidden --no-ignore --by-file --quiet --json --csv`,
      values`-t --type --exclude-lang --include-lang`,
      unevaluatedValues`-e --exclude --exclude-dir -i`,
      values('-o --output', 'flag'),
    ],
    refine: (call) => {
      // tokei(1): a format; to the others it is a file.
      const output = call.value('-o --output')
      const isFormat =
        call.program === 'tokei' && /^(?:json|yaml|cbor)$/.test(output === undefined ? '' : (wordTarget(output) ?? ''))
      if (output !== undefined && !isFormat) call.effects.push({ kind: 'file-write', target: wordTarget(output) })
    },
    operands: { rest: 'read-tree', none: [{ kind: 'file-read', target: '.', recursive: true }] },
  },
  'lscpu lsblk lsusb lspci lsmem free vmstat iostat mpstat': {
    source: 'lscpu(1), lsblk(8), free(1), vmstat(8) and kin',
    style: 'exact',
    options: [
      flags`--help --version -a -b -c -C -d -D -e -f -h -H -i -J -k -l -m -M -n -N -O -p -P -r -S -t -T -v -V -w -x -y -z --all --bytes --human --json --list --noheadings --mega --giga --kilo --si --total --wide --online --offline --extended --parse --fs`,
      values`-o --output --seconds --count`,
      // Seconds between two looks, or a folder that stands for the system.
      values('-s', 'read'),
    ],
    operands: 'nothing',
  },
}

import { flags, helpAndVersion, optionals, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'

/** A filter of files whose options only shape the output. */
function filter(source: string, flagNames: string, valueNames = '', more: Partial<CommandTable> = {}): CommandTable {
  const options = [helpAndVersion, flags(flagNames)]
  if (valueNames !== '') options.push(values(valueNames))
  return { source, operands: 'read', ...more, options: [...options, ...(more.options ?? [])] }
}

const checksum = filter(
  'sha256sum(1), md5sum(1), cksum(1)',
  '-b --binary --tag -t --text -z --zero --ignore-missing --quiet --status --strict -w --warn --raw --base64 --untagged --debug',
  '-a --algorithm -l --length',
  // The names of the files to read stand in the file.
  { options: [flags('-c --check', 'read', '')], refine: readsNamedFiles },
)

function readsNamedFiles(call: Parameters<NonNullable<CommandTable['refine']>>[0]): undefined {
  const index = call.effects.findIndex(({ target }) => target === '')
  if (index >= 0) call.effects[index] = { kind: 'file-read', target: null, note: 'files named in the list' }
}

const encoding = filter(
  'base64(1), base32(1), basenc(1)',
  '-d --decode -D -i --ignore-garbage --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --base58',
  '-w --wrap -b',
)

/** coreutils: what reads text and writes it to standard output. */
export const coreutilsText: Readonly<Record<string, CommandTable>> = {
  cat: filter(
    'cat(1)',
    '-A --show-all -b --number-nonblank -e -E --show-ends -n --number -s --squeeze-blank -t -T --show-tabs -u -v --show-nonprinting',
  ),
  tac: filter('tac(1)', '-b --before -r --regex', '-s --separator'),
  rev: filter('rev(1)', '-h -V -0 --zero'),
  nl: filter(
    'nl(1)',
    '-p --no-renumber',
    '-b --body-numbering -d --section-delimiter -f --footer-numbering -h --header-numbering -i --line-increment -l --join-blank-lines -n --number-format -s --number-separator -v --starting-line-number -w --number-width',
  ),
  head: filter('head(1)', '-q --quiet --silent -v --verbose -z --zero-terminated', '-c --bytes -n --lines', {
    numeric: true,
  }),
  tail: filter(
    'tail(1)',
    '-F -q --quiet --silent --retry -v --verbose -z --zero-terminated --debug -r',
    '-c --bytes -n --lines --max-unchanged-stats --pid -s --sleep-interval -b',
    // `---disable-inotify` and `--presume-input-pipe` are undocumented switches of the same kind.
    { numeric: true, plus: 'nothing', options: [flags`-f`, optionals`--follow`] },
  ),
  wc: filter('wc(1)', '-c --bytes -m --chars -l --lines -L --max-line-length -w --words --debug', '--total', {
    options: [values('--files0-from', 'read')],
    refine: readsListedFiles,
  }),
  sort: {
    source: 'sort(1), GTFOBins sort',
    numeric: true,
    plus: 'nothing',
    options: [
      flags`--help --version -b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g --general-numeric-sort -i --ignore-nonprinting -M --month-sort -h --human-numeric-sort -n --numeric-sort -R --random-sort -r --reverse -V --version-sort -c -C --debug -m --merge -s --stable -u --unique -z --zero-terminated`,
      optionals`--check`,
      values`--sort --batch-size -k --key -S --buffer-size -t --field-separator --parallel`,
      values('--random-source --files0-from', 'read'),
      values('-T --temporary-directory', 'write-tree'),
      values('-o --output', 'output'),
      values('--compress-program', 'run'),
    ],
    operands: 'read',

    refine: readsListedFiles,
  },
  uniq: {
    source: 'uniq(1): uniq [OPTION]... [INPUT [OUTPUT]]',
    numeric: true,
    options: [
      flags`--help --version -c --count -d --repeated -D -i --ignore-case -u --unique -z --zero-terminated`,
      optionals`--all-repeated --group`,
      values`-f --skip-fields -s --skip-chars -w --check-chars`,
    ],
    operands: { first: ['read', 'output'] },
  },
  cut: filter(
    'cut(1)',
    '--complement -n -s --only-delimited -z --zero-terminated',
    '-b --bytes -c --characters -d --delimiter -f --fields --output-delimiter -O',
  ),
  paste: filter('paste(1)', '-s --serial -z --zero-terminated', '-d --delimiters'),
  join: filter(
    'join(1)',
    '-i --ignore-case --check-order --nocheck-order --header -z --zero-terminated',
    '-a -e -j -o -t -v -1 -2',
  ),
  comm: filter('comm(1)', '-1 -2 -3 --check-order --nocheck-order --total -z --zero-terminated', '--output-delimiter'),
  tr: {
    source: 'tr(1)',
    options: [flags`--help --version -c -C --complement -d --delete -s --squeeze-repeats -t --truncate-set1`],
    operands: { first: ['nothing', 'nothing'] },
  },
  fold: filter('fold(1)', '-b --bytes -s --spaces -c --characters', '-w --width', { numeric: true }),
  fmt: filter(
    'fmt(1)',
    '-c --crown-margin -s --split-only -t --tagged-paragraph -u --uniform-spacing',
    '-g --goal -p --prefix -w --width',
    { numeric: true },
  ),
  expand: filter('expand(1)', '-i --initial', '-t --tabs', { numeric: true }),
  unexpand: filter('unexpand(1)', '-a --all --first-only', '-t --tabs', { numeric: true }),
  od: filter(
    'od(1)',
    '-v --output-duplicates --traditional -a -b -c -d -D -e -f -F -h -H -i -I -l -L -o -O -s -x -X -B',
    '-A --address-radix --endian -j --skip-bytes -N --read-bytes -t --format',
    { options: [optionals`-S --strings -w --width`], plus: 'nothing' },
  ),
  pr: filter(
    'pr(1)',
    '-a --across -c --show-control-chars -d --double-space -f -F --form-feed -J --join-lines -m --merge -r --no-file-warnings -t --omit-header -T --omit-pagination -v --show-nonprinting',
    '--pages --columns -D --date-format -h --header -l --length -N --first-line-number -o --indent -w --width -W --page-width',
    {
      numeric: true,
      plus: 'nothing',
      options: [optionals`-e --expand-tabs -i --output-tabs -n --number-lines -s --separator -S --sep-string`],
    },
  ),
  ptx: filter(
    'ptx(1): writes its second operand with -G',
    '-A --auto-reference -C --copyright -O -r --references -R --right-side-refs -T -f --ignore-case --typeset-mode',
    '-F --flag-truncation -M --macro-name --format -S --sentence-regexp -W --word-regexp -g --gap-size -w --width',
    {
      options: [
        flags('-G --traditional', 'unevaluated'),
        values('-b --break-file -i --ignore-file -o --only-file', 'read'),
      ],
    },
  ),
  tsort: filter('tsort(1)', '-w'),
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum': checksum,
  sum: filter('sum(1)', '-r -s --sysv'),
  'base64 base32 basenc': encoding,
  numfmt: command('numfmt(1)', 'nothing', [
    flags`--help --version --debug --grouping -z --zero-terminated`,
    optionals`--header`,
    values`-d --delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to --to-unit --unit-separator`,
  ]),
  shuf: command('shuf(1)', 'read', [
    flags`--help --version -e --echo -r --repeat -z --zero-terminated`,
    values`-i --input-range -n --head-count --random-seed`,
    values('--random-source', 'read'),
    values('-o --output', 'output'),
  ]),
  tee: command('tee(1)', 'output', [
    flags`--help --version -a --append -i --ignore-interrupts -p`,
    optionals`--output-error`,
  ]),
  split: {
    source: 'split(1), GTFOBins split',
    numeric: true,
    options: [
      flags`--help --version -d -e --elide-empty-files -u --unbuffered --verbose -x`,
      optionals`--numeric-suffixes --hex-suffixes`,
      values`-a --suffix-length --additional-suffix -b --bytes -C --line-bytes -l --lines -n --number -t --separator`,
      values('--filter', 'shell'),
    ],
    operands: { first: ['read', 'nothing'] },
    refine: (call) => {
      const prefix = call.operands[1]?.word
      const start = prefix === undefined ? 'x' : typeof prefix === 'string' ? prefix : null
      call.effects.push({ kind: 'file-write', target: start === null ? null : `${start}*`, glob: true })
    },
  },
  csplit: {
    source: 'csplit(1): writes xx00, xx01, …',
    options: [
      flags`--help --version -k --keep-files --suppress-matched -s --quiet --silent -z --elide-empty-files`,
      values`-b --suffix-format -n --digits`,
      values('-f --prefix', 'flag'),
    ],
    operands: { first: ['read'], rest: 'nothing' },
    refine: (call) => {
      const prefix = call.has('-b --suffix-format') ? null : (call.value('-f --prefix') ?? 'xx')
      call.effects.push({ kind: 'file-write', target: typeof prefix === 'string' ? `${prefix}*` : null, glob: true })
    },
  },
}

/** `--files0-from=F`: the files to read are named in F. */
function readsListedFiles(call: Parameters<NonNullable<CommandTable['refine']>>[0]): undefined {
  if (call.has('--files0-from')) {
    call.effects.push({ kind: 'file-read', target: null, note: 'files named in the list' })
  }
}

import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, type OptionRow, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { READS_HERE, WRITES_HERE } from '../engine/usual-effects.ts'
import { knownText, wordTarget } from '../model/word.ts'

/** Commands of sqlite3 that show something. Others run programs (.shell), read files (.read), write them (.once, .output). */
const SQLITE_SHOWS =
  /^\.(?:tables|schema|indexes|indices|databases|dbinfo|headers?|mode|width|fullschema|stats|timer|nullvalue|separator|eqp|changes|show|dump|help|version|quit|exit|limit|lint|sha3sum)(?:[ \t][\w.%"'*|,;: \t-]*)?$/
/** A statement that only reads. */
const READING_SQL = /^\s*(?:select|with|explain|values|pragma\s+[\w.]+\s*(?:\([\w"' .]*\)\s*)?(?:;|$))/i
/** What reaches files and code from within a statement, or changes the database behind `with`. sqlite.org, loadext, cli */
const REACHING_SQL =
  /\b(?:load_extension|readfile|writefile|edit|fts3_tokenizer|zipfile|fsdir|lsmode|attach|detach|vacuum|insert|update|delete|replace|create|drop|alter|reindex|into|copy|install|load|export|import|read_\w+|glob\s*\(|\w+_scan|getenv|shell)\b|'[^']*\.(?:csv|parquet|json|db|sqlite|txt)'|https?:/i

function evaluateSql(call: Invocation): ProfileRefusal | undefined {
  const [database, ...statements] = call.operands
  if (database !== undefined) {
    const text = wordTarget(database.word)
    if (text === null || /^file:|\?|:\/\//.test(text)) {
      return {
        code: 'NOT_EVALUATED',
        message: `${call.program}: ${text ?? 'a name'} may set how it is opened`,
        at: database.at,
      }
    }
    if (text !== ':memory:') call.effects.push({ kind: 'file-read', target: text })
  }
  if (statements.length === 0) {
    if (call.has('--help --version -version -help')) return undefined
    return { code: 'STDIN_IS_CODE', message: `${call.program}: runs what it reads from standard input` }
  }
  for (const { word, at } of statements) {
    const text = knownText(word)
    const parts =
      text?.startsWith('.') === true ? [text] : (text?.split(';').filter((part) => part.trim() !== '') ?? [null])
    for (const part of parts) {
      const shows =
        part !== null &&
        (part.startsWith('.') ? SQLITE_SHOWS.test(part) : READING_SQL.test(part) && !REACHING_SQL.test(part))
      if (!shows) return { code: 'EXECUTES_CODE', message: `${call.program}: a statement that does more than read`, at }
    }
  }
  return undefined
}

const sqlite: CommandTable = {
  source: 'sqlite3(1), sqlite.org/cli.html; duckdb: command line',
  style: 'long',
  options: [
    flags`--help --version -header -noheader -csv -json -line -list -column -table -markdown -box -html -tabs -ascii -quote -readonly -bail -batch -safe -echo -stats -version -help -safe -nofollow -memtrace -utf8`,
    values`-separator -newline -nullvalue -mode -maxsize -lookaside -pagecache -mmap -heap`,
    unevaluatedValues`-cmd -c -s -init -f -file -A -archive -vfs -zip -append -deserialize -unsigned -interactive -storage-version -ui`,
  ],
  ownOperands: true,
  refine: evaluateSql,
}

const csv = (flagNames: string, valueNames: string, more: Partial<CommandTable> = {}): CommandTable => ({
  source: 'csvkit: common arguments',
  style: 'gnu',
  operands: 'read',
  ...more,
  options: [
    helpAndVersion,
    flags(
      `-h -V -v -t -b -H -S -l -Z -I --tabs --no-doublequote --no-header-row --skipinitialspace --linenumbers --zero --no-inference --blanks --add-bom --verbose ${flagNames}`,
    ),
    values(
      `-d --delimiter -q --quotechar -u --quoting -p --escapechar -z --maxfieldsize -e --encoding -L --locale --date-format --datetime-format --null-value -K --skip-lines -y --snifflimit ${valueNames}`,
    ),
    ...(more.options ?? []),
  ],
})

const csvReads = csv(
  '-n -x -i -r -a --names --not-columns --delete-empty-rows --invert-match --any-match --reverse --type --nulls --unique --min --max --sum --mean --median --stdev --len --count --freq --csv --json --outer --left --right --stream --filenames --ignore-case --dry-run',
  '-c --columns -C --not-columns -m --match --regex -g --groups --group-name --max-rows --max-columns --max-column-width --freq-count --decimal-format -D --out-delimiter --out-tabs -k --key --lat --lon --indent --sheet --format --max-precision',
  { options: [values('-f --file', 'read'), values('-s --schema', 'read')] },
)

/** First operand: what it does; the files follow the options. xsv, qsv: usage */
const TABLE_VERBS =
  'cat count fixlengths flatten fmt frequency headers index input join reverse sample search select slice sort stats table transpose'
const xsvOptions: readonly OptionRow[] = [
  flags`--help --version -n -i -c -r -N -R -e -v -u --no-headers --just-names --intersect --everything --mode --median --cardinality --nulls --invert-match --ignore-case --numeric --reverse --condensed --quote-always --crlf --ascii --left --right --full --cross --no-case --unique --unicode`,
  values`-d --delimiter -s --select -l --limit -j --jobs -t --out-delimiter -w --width -p --pad --start --end -i --index --len -c --condense --quote --escape --separator --length --flag --seed`,
  values('-o --output', 'write'),
]

const html = (source: string, options: readonly OptionRow[], more: Partial<CommandTable> = {}): CommandTable => ({
  source,
  style: 'exact',
  operands: 'nothing',
  ...more,
  options: [helpAndVersion, ...options],
})

const XML_LOOKS =
  '--noout --format --nowarning --noblanks --nonet --html --htmlout --xmlout --debug --timing --repeat --recover --huge --wellformed --stream --sax --push --memory --nocdata --nsclean --nodefdtd --dropdtd --quiet --pedantic --compress --c14n --c14n11 --exc-c14n --canonical --version'

/** Tools that read records, tables and documents and answer a question about them. */
export const recordsAndQueries: Readonly<Record<string, CommandTable>> = {
  'sqlite3 duckdb': sqlite,
  mlr: {
    source: 'mlr(1): --prepipe, -s and --load run or load; put, filter, tee, split and case read a language or write',
    style: 'long-posix',
    options: [
      flags`--version --help --icsv --ijson --ijsonl --itsv --ixtab --inidx --ipprint --imd --ocsv --ojson --ojsonl --otsv --oxtab --onidx --opprint --omd --csv --json --jsonl --tsv --xtab --nidx --pprint --c2j --c2t --c2p --c2m --c2d --c2n --c2x --c2l --j2c --j2t --j2p --j2m --j2x --t2c --t2j --t2p --t2m --csvlite --icsvlite --implicit-csv-header --headerless-csv-output --headerless-csv-input --allow-ragged-csv-input --barred --right --no-auto-flatten --no-auto-unflatten -N -S -A -O -n --quote-all --quote-original --jvstack --no-jvstack --gzin --zin --bz2in --zstdin -C -M --no-color --always-color`,
      values`--ifs --ofs --fs --ips --ops --ps --irs --ors --rs --nr-progress-mod --records-per-batch --ofmt --fflatsep --oflatsep --key-color --value-color --fail-color --pass-comments-with --skip-comments-with --tz`,
      values('--from', 'read'),
    ],
    ownOperands: true,
    refine: evaluateMiller,
  },
  'csvcut csvgrep csvsort csvstat csvlook csvjoin csvstack csvformat csvjson in2csv': csvReads,
  // It writes NAME_out.csv and NAME_err.csv.
  csvclean: { ...csvReads, always: [WRITES_HERE] },
  xsv: {
    source: 'xsv: usage; split and partition write',
    style: 'exact',
    options: [flags`--help --version --list`],
    subcommands: {
      [TABLE_VERBS]: {
        source: 'xsv: usage',
        options: xsvOptions,
        ownOperands: true,
        refine: readsFiles,
      },
    },
  },
  qsv: {
    source: 'qsv: usage; luau, py, foreach, fetch and template run code or contact others',
    style: 'exact',
    options: [flags`--help --version --list`],
    subcommands: {
      [`${TABLE_VERBS} dedup behead rename replace fill enum safenames`]: {
        source: 'qsv: usage',
        options: xsvOptions,
        ownOperands: true,
        refine: readsFiles,
      },
    },
  },
  'gojq jaq': {
    source: 'gojq, jaq: command line; a filter reads files only by options that are not here',
    style: 'exact',
    options: [
      flags`--help --version -r -c -n -s -e -R -S -j -C -M -h -v --raw-output --compact-output --null-input --slurp --exit-status --raw-input --sort-keys --join-output --color-output --monochrome-output --tab --yaml-input --yaml-output --stream --ascii-output`,
      values`--indent`,
      { names: '--arg --argjson', takes: 2, does: 'nothing' },
      { names: '--slurpfile --rawfile', takes: 2, does: 'read' },
      unevaluatedValues`-f --from-file -L -i --in-place`,
    ],
    operands: { first: ['nothing'], rest: 'read' },
    refine: (call) => {
      const text = knownText(call.operands[0]?.word ?? null)
      const reaches =
        text === null ||
        /\benv\b|\$ENV|\binput_filename\b|\bimport\b|\binclude\b|\$__prog|\bdebug\b|\binputs?\s*\(/.test(text)
      return reaches
        ? { code: 'NOT_EVALUATED', message: `${call.program}: a filter that reads more than its input` }
        : undefined
    },
  },
  dasel: html(
    'dasel: command line',
    [
      flags`-n --pretty --compact --null --escape-html --colour`,
      values`-r --read -w --write -s --selector -p --parser`,
      values('-f --file', 'read'),
      unevaluatedValues`-o --out -v --value -t --type`,
    ],
    {
      refine: (call) =>
        /^(?:put|delete)$/.test(knownText(call.operands[0]?.word ?? '') ?? 'put')
          ? { code: 'NOT_EVALUATED', message: 'dasel: changes the file' }
          : undefined,
    },
  ),
  'htmlq pup': html('htmlq, pup: command line', [
    flags`-t -w -p -i -l -n -h -V --text --ignore-whitespace --pretty --detect-base --color --plain --pre --number --limit`,
    values`-a --attribute -r --remove-nodes -b --base --indent --charset`,
    values('-f --filename --file', 'read'),
    values('-o --output', 'write'),
  ]),
  xmllint: {
    source: 'xmllint(1): --shell takes commands, entities and schemas lead to other files',
    style: 'long',
    options: [
      helpAndVersion,
      flags(XML_LOOKS),
      values`--xpath --encode --pattern --maxmem --pretty`,
      values('--schema --relaxng --dtdvalid --schematron', 'read'),
      values('--output -o', 'write'),
      unevaluatedValues`--shell --path --noent --loaddtd --dtdattr --valid --postvalid --xinclude --catalogs --nocatalogs --load-trace --dtdvalidfpi`,
    ],
    operands: 'read',
  },
  'eza exa lsd': {
    source: 'eza(1)',
    style: 'exact',
    options: [
      flags`--help --version -l -a -A -R -T -1 -G -F -x -r -d -D -f -b -B -g -h -H -i -M -m -n -o -O -S -u -U -Z -@ --long --all --almost-all --recurse --tree --oneline --grid --across --classify --reverse --list-dirs --only-dirs --only-files --binary --bytes --group --header --inode --links --modified --numeric --octal-permissions --blocksize --accessed --created --changed --no-permissions --no-filesize --no-user --no-time --no-git --git --git-ignore --git-repos --git-repos-no-status --icons --no-icons --hyperlink --group-directories-first --group-directories-last --show-symlinks --no-quotes --smart-group --total-size --dereference --extended --context --no-symlink --mounts -X`,
      optionals`--color --colour --icons --classify --hyperlink --color-scale`,
      values`-L --level -s --sort -I --ignore-glob -t --time --time-style -w --width --depth --color-scale-mode --absolute --date --size --permission --blocks`,
      values('--config-file', 'read'),
    ],
    operands: { rest: 'read-tree', none: [READS_HERE] },
  },
  difft: {
    source: 'difft(1)',
    style: 'exact',
    options: [
      flags`--help --version --skip-unchanged --check-only --ignore-comments --list-languages --missing-as-empty --exit-code --strip-cr`,
      values`--display --color --syntax-highlight --width --tab-width --context --background --sort-paths --byte-limit --graph-limit --parse-error-limit --override`,
    ],
    operands: 'read-tree',
  },
  hexyl: {
    source: 'hexyl(1)',
    style: 'exact',
    options: [
      flags`--help --version -v -p -P -C --no-squeezing --plain --no-position --no-characters --characters`,
      values`-n --length --bytes -c -s --skip --block-size -o --display-offset --border --color --panels -g --group-size --endianness -b --base --terminal-width --character-table --color-scheme`,
    ],
    operands: 'read',
  },
}

/** Verbs of mlr that only rearrange records. The verbs that read a language (put, filter) can run programs by it. */
const MILLER_VERBS =
  /^(?:cat|head|tail|sort|cut|count|count-distinct|count-similar|uniq|stats1|stats2|merge-fields|nothing|label|rename|reorder|regularize|rename|having-fields|top|step|tac|unsparsify|sec2gmt|sec2gmtdate|fill-down|fill-empty|flatten|unflatten|group-by|group-like|decimate|histogram|json-parse|json-stringify|least-frequent|most-frequent|nest|nidx|reshape|sample|bootstrap|shuffle|seqgen|sparsify|summary|altkv|bar|fraction|grep|gap|format-values|template|utf8-to-latin1|latin1-to-utf8|sec2str|strptime|split-join|splitax)$/

function evaluateMiller(call: Invocation): ProfileRefusal | undefined {
  let isVerb = true
  for (const { word, at } of call.operands) {
    const text = knownText(word)
    if (isVerb && (text === null || !MILLER_VERBS.test(text))) {
      return {
        code: 'EXECUTES_CODE',
        message: `mlr: nothing is known about the verb ${text ?? 'that is only known at run time'}`,
        at,
      }
    }
    isVerb = text === 'then'
    if (isVerb) continue
    // A file, or a value of the verb: either way not one that lies elsewhere.
    if (text === null || !text.startsWith('-')) call.effects.push({ kind: 'file-read', target: wordTarget(word) })
  }
  return undefined
}

/** A file, or what the command goes by: either way none that lies elsewhere. */
function readsFiles(call: Invocation): undefined {
  for (const { word } of call.operands) {
    const text = wordTarget(word)
    // A list of files to read. qsv: File Formats
    call.effects.push({ kind: 'file-read', target: text?.endsWith('.infile-list') ? null : text })
  }
}

import { addEffect } from '../engine/collect-effects.ts'
import type { Invocation } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { LISTS_HERE, READS_HERE } from '../engine/usual-effects.ts'
import { evaluateFind } from '../languages/find-expression.ts'
import { knownText, type ProfileWord } from '../model/word.ts'

const grep: CommandTable = {
  source: 'grep(1)',
  numeric: true,
  options: [
    flags`--help -V --version -E --extended-regexp -F --fixed-strings -G --basic-regexp -P --perl-regexp -i --ignore-case -y --no-ignore-case -w --word-regexp -x --line-regexp -z --null-data -s --no-messages -v --invert-match -b --byte-offset -n --line-number --line-buffered -H --with-filename -h --no-filename -o --only-matching -q --quiet --silent -a --text -I -L --files-without-match -l --files-with-matches -c --count -T --initial-tab -Z --null -U --binary -u --unix-byte-offsets --no-group-separator`,
    flags('-r --recursive -R --dereference-recursive', 'flag'),
    values`-e --regexp -m --max-count --label --binary-files -D --devices --include --exclude --exclude-dir -B --before-context -A --after-context -C --context --group-separator`,
    values('-d --directories', 'flag'),
    optionals`--color --colour`,
    values('-f --file --exclude-from', 'read'),
  ],
  operands: { first: ['nothing'], firstUnless: '-e --regexp -f --file', rest: 'read' },

  refine: (call) => {
    const folders =
      call.has('-r --recursive -R --dereference-recursive') ||
      call.options.some(
        ({ name, values: given }) => /^(?:-d|--directories)$/.test(name) && given[0] !== 'skip' && given[0] !== 'read',
      )
    if (!folders) return
    const patterns = call.has('-e --regexp -f --file') ? 0 : 1
    if (call.operands.length <= patterns) call.effects.push(READS_HERE)
    return makeRecursive(call)
  },
}

function makeRecursive(call: Invocation): undefined {
  for (const [index, effect] of call.effects.entries()) {
    if (effect.kind === 'file-read') call.effects[index] = { ...effect, recursive: true }
  }
}

/** Reads the folder when no path is given. A pipe is read instead; that is less. */
function searchesTree(call: Invocation): undefined {
  // `-g` of ag(1) is a pattern, that of rg(1) says in which files.
  const first = call.program === 'ag' ? '-g' : '-e --regexp -f --file --files --type-list'
  const patterns = call.has(first) ? 0 : 1
  if (call.operands.length <= patterns && !call.has('--type-list --version --help -V -h')) call.effects.push(READS_HERE)
}

/** ripgrep 13 to 15: switches; most have a `--no-` form. rg(1). */
const RIPGREP_SWITCHES =
  'auto-hybrid-regex binary block-buffered byte-offset case-sensitive column context-separator count count-matches crlf debug trace files files-with-matches files-without-match fixed-strings follow glob-case-insensitive heading hidden ignore ignore-case ignore-dot ignore-exclude ignore-file-case-insensitive ignore-files ignore-global ignore-messages ignore-parent ignore-vcs include-zero invert-match json line-buffered line-number line-regexp max-columns-preview messages mmap multiline multiline-dotall null null-data one-file-system only-matching passthru pcre2 pcre2-unicode pretty quiet require-git smart-case stats stop-on-nonmatch text trim type-list unicode unrestricted vimgrep with-filename word-regexp config filename fixed-strings pre-glob search-zip encoding column hyperlink-format pcre2-version version help'
const WITHOUT_NO_FORM = new Set(['pre-glob', 'search-zip', 'context-separator'])

const ripgrep: CommandTable = {
  source: 'rg(1); --pre and -z run programs',
  style: 'exact',
  options: [
    flags`-h -V -b -s -c -U -F -L -H -I -. -i -v -n -N -x -0 -o -P -p -q -S -a -u -l -w`,
    flags(
      RIPGREP_SWITCHES.split(' ')
        .flatMap((name) => (WITHOUT_NO_FORM.has(name) ? [`--no-${name}`] : [`--${name}`, `--no-${name}`]))
        .join(' '),
    ),
    flags`--no-pre --passthrough`,
    values`-A --after-context -B --before-context -C --context --color --colors --context-separator --dfa-size-limit -E --encoding --engine --field-context-separator --field-match-separator -g --glob --iglob -M --max-columns -m --max-count -d --max-depth --maxdepth --max-filesize --path-separator --pre-glob --regex-size-limit -e --regexp -r --replace --sort --sortr -j --threads -t --type --type-add --type-clear -T --type-not --hyperlink-format --generate`,
    values('-f --file --ignore-file', 'read'),
    values('--pre --hostname-bin', 'run'),
    flags('-z --search-zip', 'helper', 'decompressors'),
  ],
  operands: { first: ['nothing'], firstUnless: '-e --regexp -f --file --files --type-list', rest: 'read-tree' },

  refine: (call) => {
    searchesTree(call)
    if (!call.has('--files')) return
    for (const [index, effect] of call.effects.entries()) {
      if (effect.kind === 'file-read' && effect.recursive) call.effects[index] = { ...effect, lists: true }
    }
  },
}

const silverSearcher: CommandTable = {
  source: 'ag(1)',
  options: [
    flags`--help --version --ackmate --affinity --noaffinity -a --all-types --all-text --break --nobreak -c --count --color --nocolor --column --filename --nofilename -f --follow --nofollow --group --nogroup --heading --noheading --hidden -i --ignore-case -l --files-with-matches -L --files-without-matches --list-file-types --mmap --nommap --multiline --nomultiline -n --norecurse --numbers --nonumbers -o --only-matching --one-device --passthrough --passthru --null -0 --print-all-files -Q --literal -F --fixed-strings -s --case-sensitive -S --smart-case --search-binary --search-files --silent --stats --stats-only -t -u --unrestricted -U --skip-vcs-ignores -v --invert-match -V --vimgrep -w --word-regexp --print-long-lines -H`,
    flags`-r --recurse`,
    values`-A --after -B --before -C --context --color-line-number --color-match --color-path --depth -G --file-search-regex -g --ignore --ignore-dir -m --max-count --width -W --workers`,
    values('-p --path-to-ignore', 'read'),
    flags('-z --search-zip', 'helper', 'decompressors'),
    { names: '--pager', takes: 'optional', does: 'run' },
  ],
  operands: { first: ['nothing'], firstUnless: '-g', rest: 'read-tree' },
  refine: searchesTree,
}

/** Commands that are given names of files to say something about them. */
const LOOKS_AT_FILES = /^(?:wc|cat|head|tail|grep|ls|stat|file|du|nl|sha256sum|md5sum|basename|dirname|realpath)$/

const fd: CommandTable = {
  source: 'fd(1), GTFOBins',
  style: 'exact',
  options: [
    flags`--help --version -h -V -H --hidden --no-hidden -I --no-ignore --ignore --no-ignore-vcs --ignore-vcs --no-ignore-parent --no-require-git --require-git --no-global-ignore-file -u --unrestricted -s --case-sensitive -i --ignore-case -g --glob --regex -F --fixed-strings --literal -a --absolute-path --relative-path -l --list-details -L --follow --no-follow -p --full-path -0 --print0 --prune -q --quiet --show-errors --one-file-system -1`,
    values`-d --max-depth --min-depth --exact-depth -E --exclude -t --type -e --extension -S --size --changed-within --change-newer-than --newer --changed-before --change-older-than --older -o --owner --format -c --color -j --threads --max-results --path-separator --batch-size --and --max-buffer-time --gen-completions`,
    optionals`--strip-cwd-prefix --hyperlink`,
    values('--ignore-file', 'read'),
    values('--base-directory', 'folder'),
    values('--search-path', 'list-tree'),
    values('-x --exec -X --exec-batch', 'flag'),
  ],
  // All behind it, up to `;`, belongs to the command.
  stopsAfter: '-x --exec -X --exec-batch',
  ownOperands: true,

  refine: (call) => {
    const started = call.options.find(({ name }) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(name))
    const own = started === undefined ? call.operands : call.operands.filter(({ at }) => at < started.at)
    for (const { word, at } of own.slice(1)) addEffect(call, 'list-tree', word, at)
    if (call.has('-l --list-details')) call.executes('ls', 'helper')
    if (own.length <= 1 && !call.has('--search-path')) call.effects.push({ ...LISTS_HERE, target: call.path('.') })
    if (started === undefined) return
    const words = [started.values[0]!, ...call.operands.filter(({ at }) => at > started.at).map(({ word }) => word)]
    if (!LOOKS_AT_FILES.test(knownText(words[0]!) ?? '') || words.some((word) => knownText(word) === ';')) {
      return { code: 'EXECUTES_CODE', message: `${call.program}: runs a command for what it finds`, at: started.at }
    }
    let named = false
    const filled = words.map((word): ProfileWord => {
      const text = knownText(word)
      const place = text === null ? -1 : text.search(/\{(?:\/\/?|\.|\/\.)?\}/)
      if (place < 0) return word
      named = true
      return { prefix: text!.slice(0, place), splits: false }
    })
    call.runs.push(named ? filled : [...filled, null])
  },
}

const xargs: CommandTable = {
  source: 'xargs(1)',
  style: 'posix',
  options: [
    helpAndVersion,
    flags('-0 --null -o --open-tty -p --interactive -r --no-run-if-empty -t --verbose -x --exit --show-limits', 'flag'),
    values('-d --delimiter -E -L -n --max-args -P --max-procs -s --max-chars --process-slot-var -R -S', 'flag'),
    { names: '-e -i --replace -l --max-lines --eof', takes: 'optional', does: 'flag' },
    values('-I -J', 'flag'),
    values('-a --arg-file', 'read'),
  ],
  ownOperands: true,
  refine: (call) => {
    const words = call.operands.map(({ word }) => word)
    const replaced = call.has('-i --replace') ? (call.value('-i --replace') ?? '{}') : call.value('-I -J')
    const marker = replaced === undefined ? null : knownText(replaced)
    if (words.length === 0) words.push('echo')
    if (marker === null || marker === '') words.push(null)
    const appended = words.map((word): ProfileWord => {
      const text = knownText(word)
      if (marker === null || marker === '' || text === null || !text.includes(marker)) return word
      return { prefix: text.slice(0, text.indexOf(marker)), splits: call.has('-J') }
    })
    call.runs.push(appended)
  },
}

const find: CommandTable = { source: 'find(1), GTFOBins find', raw: true, ownOperands: true, refine: evaluateFind }

/** What looks for files and in files. */
export const search: Readonly<Record<string, CommandTable>> = {
  'grep egrep fgrep': grep,
  'rgrep zgrep zegrep zfgrep bzgrep xzgrep': {
    ...grep,
    source: 'zgrep(1), grep(1)',
    always: [{ kind: 'execute', target: 'gzip', origin: 'helper' }],
  },
  rg: ripgrep,
  ag: silverSearcher,
  'fd fdfind': fd,
  xargs,
  find,
  'locate plocate': {
    source: 'locate(1)',
    options: [
      flags`--help --version -A --all -b --basename -c --count -e --existing -i --ignore-case -0 --null -w --wholename -r --regexp --regex -q --quiet -N --literal -S --statistics`,
      values`-l --limit -n`,
      values('-d --database', 'read'),
    ],
    operands: 'nothing',
    always: [{ kind: 'file-read', target: '/', recursive: true, note: 'names only, from the database' }],
  },
  which: command('which(1)', 'nothing', [
    flags`--help --version -a --all -s -v -V --skip-dot --skip-tilde --show-dot --show-tilde --tty-only`,
  ]),
  whereis: command('whereis(1)', 'nothing', [
    flags`-b -m -s -u -l -h --help -V --version -g`,
    unevaluatedValues`-B -M -S`,
    flags('-f', 'unevaluated'),
  ]),
}

import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { globPattern, knownText, wordTarget, type ProfileWord } from '../model/word.ts'

const MODES =
  '-c --create -x --extract --get -t --list -r --append -u --update -A --catenate --concatenate -d --diff --compare --delete --test-label'

function addOperands(call: Invocation, kind: 'file-read' | 'file-write' | 'file-delete', first = 0): void {
  for (const { word } of call.operands.slice(first)) {
    const pattern = globPattern(word)
    const glob = pattern === null ? {} : { glob: true as const }
    call.effects.push({ kind, target: call.path(wordTarget(word)), recursive: true, ...glob })
  }
}

/** The one archive that it reads, where it reads it as it is written. */
function readFrom(call: Invocation, archives: readonly (ProfileWord | undefined)[]): string | null {
  if (archives.length > 1 || call.has('-i --ignore-zeros -M --multi-volume -G --incremental')) return null
  return archives.length === 0 ? '-' : knownText(archives[0] ?? null)
}

/** `--strip-components=N`; -1 where that is not known. */
function stripped(call: Invocation): number {
  const given = call.value('--strip-components --strip')
  if (given === undefined) return 0
  const text = knownText(given) ?? ''
  return /^\d{1,3}$/.test(text) ? Number(text) : -1
}

function evaluateTar(call: Invocation): ProfileRefusal | undefined {
  const writes = call.has('-c --create -r --append -u --update -A --catenate --concatenate --delete')
  const extracts = call.has('-x --extract --get')
  if (!writes && !extracts && !call.has(MODES) && !call.has('--help --version --usage --show-defaults')) {
    return { code: 'MISSING_VALUE', message: 'tar: neither creates nor extracts nor lists' }
  }
  for (const { name, values: given, at } of call.options) {
    if (name !== '--checkpoint-action') continue
    if (!/^(?:echo|dot|\.|bell|sleep=\d+|totals)(?:=|$)/.test(knownText(given[0] ?? null) ?? '')) {
      return { code: 'EXECUTES_CODE', message: 'tar: an action at checkpoints runs a command', at }
    }
  }
  const transform = call.value('--transform --xform')
  if (transform !== undefined && knownText(transform) === null) {
    return { code: 'DYNAMIC_ARGUMENT', message: 'tar: a transformation that is only known at run time' }
  }
  const archives = call.options
    .filter(({ name }) => name === '-f' || name === '--file')
    .map((option) => option.values[0])
  for (const archive of archives) {
    const name = knownText(archive ?? null)
    // host:file, by rsh or ssh.
    if (name !== null && /^[^/]*:/.test(name) && !call.has('--force-local')) {
      return { code: 'NOT_EVALUATED', message: 'tar: an archive on another host' }
    }
    if (name === null) call.effects.push({ kind: 'network', target: null, note: 'if its name is host:file' })
    if (name === '-') continue
    call.effects.push(writes ? { kind: 'file-write', target: name, opens: true } : { kind: 'file-read', target: name })
  }
  // What is named from here on is relative to -C; after a second one, to another folder.
  const folders = call.options
    .filter(({ name }) => name === '-C' || name === '--directory')
    .map((option) => option.values[0])
  if (folders.length > 0) call.folder = folders.length > 1 ? null : knownText(folders[0] ?? null)
  if (extracts && !call.has('-O --to-stdout')) {
    const anywhere = call.has('-P --absolute-names') || transform !== undefined
    const into = call.value('--one-top-level')
    const folder = into === undefined ? '.' : knownText(into)
    call.effects.push({
      kind: 'file-write',
      target: anywhere ? null : call.path(folder),
      recursive: true,
      unpacks: { kind: 'archive', from: readFrom(call, archives), strip: stripped(call) },
    })
  } else if (writes) addOperands(call, 'file-read')
  else if (call.has('-d --diff --compare'))
    call.effects.push({ kind: 'file-read', target: call.path('.'), recursive: true })
  if (call.has('--remove-files')) addOperands(call, 'file-delete')
  return undefined
}

const tar: CommandTable = {
  source: 'tar(1), GTFOBins tar',
  bundle: true,
  dashIsStream: true,
  options: [
    flags`--help --version --usage --show-defaults -?`,
    flags(MODES, 'flag'),
    flags`-v --verbose -k --keep-old-files --keep-newer-files --skip-old-files --overwrite --overwrite-dir --no-overwrite-dir --unlink-first -U --recursive-unlink -W --verify -O --to-stdout --keep-directory-symlink -p --preserve-permissions --same-permissions --no-same-permissions --same-owner --no-same-owner -s --preserve-order --same-order -m --touch --numeric-owner -S --sparse -h --dereference --hard-dereference -l --check-links --one-file-system --no-recursion --recursion --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under --exclude-vcs --exclude-vcs-ignores --ignore-case --no-ignore-case --anchored --no-anchored --wildcards --no-wildcards --wildcards-match-slash --no-wildcards-match-slash --ignore-failed-read --ignore-zeros -i --read-full-records -B --force-local -R --block-number --full-time --show-transformed-names --show-stored-names --show-omitted-dirs --utc -w --interactive --confirmation --no-auto-compress --seek -n --no-seek --acls --no-acls --selinux --no-selinux --xattrs --no-xattrs --check-device --no-check-device --delay-directory-restore --no-delay-directory-restore -G --incremental -M --multi-volume -o --old-archive --portability --posix --null --no-null --unquote --no-unquote --verbatim-files-from --no-verbatim-files-from --restrict --clamp-mtime --no-ignore-command-error --ignore-command-error --no-absolute-names`,
    flags('-P --absolute-names --remove-files', 'flag'),
    flags('-z --gzip --gunzip --ungzip', 'helper', 'gzip'),
    flags('-Z --compress --uncompress', 'helper', 'compress'),
    flags('-j --bzip2', 'helper', 'bzip2'),
    flags('-J --xz', 'helper', 'xz'),
    flags('--lzip --lzma --lzop --zstd', 'helper', 'lzip, lzma, lzop or zstd'),
    flags('-a --auto-compress', 'helper', 'the compressor of the suffix'),
    optionals`--backup --atime-preserve --check-point --checkpoint --totals --occurrence`,
    values`--quote-chars -b --blocking-factor --record-size -H --format --exclude --exclude-ignore --exclude-ignore-recursive --exclude-tag --exclude-tag-all --exclude-tag-under --group --owner --mode --mtime --newer-mtime --newer -N --after-date --pax-option --strip-components --suffix --quoting-style --label -V --level --hole-detection --xattrs-include --xattrs-exclude --sparse-version --sort --warning -K --starting-file -L --tape-length --set-mtime-format --no-quote-chars`,
    values`--strip`,
    { names: '--transform --xform --one-top-level --checkpoint-action', takes: 1, does: 'flag' },
    values('-f --file', 'flag'),
    values('-C --directory', 'flag'),
    values('-X --exclude-from --add-file --group-map --owner-map', 'read'),
    values('-g --listed-incremental --index-file --volno-file', 'write'),
    // The list may hold options.
    unevaluatedValues`-T --files-from`,
    values('-I --use-compress-program --rsh-command --rmt-command', 'run'),
    values('-F --info-script --new-volume-script --to-command --set-mtime-command', 'shell'),
    { names: '--one-top-level', takes: 'optional', does: 'flag' },
  ],
  ownOperands: true,

  refine: evaluateTar,
}

/** Suffixes that decompressors take away. gzip(1), bzip2(1), xz(1), zstd(1). */
const SUFFIXES = /\.(?:gz|tgz|z|Z|bz2|tbz2?|xz|txz|lzma|zst|lz4?|br)$/

function compressor(suffix: string, decompresses: boolean, writesStdout = false): CommandTable {
  return {
    source: 'gzip(1), bzip2(1), xz(1), zstd(1), lz4(1), brotli(1)',
    numeric: true,
    dashIsStream: true,
    options: [
      flags`--help --version -f --force -n --no-name -N --name -q --quiet -v --verbose --fast --best --rsyncable -a --ascii --synchronous -e --extreme -s --small -h -H --long-help -V -L --license --no-sparse --single-stream --compress -z --no-progress --no-check --ultra`,
      flags(
        '-c --stdout --to-stdout -t --test -l --list -d --decompress --uncompress -k --keep -r --recursive --rm',
        'flag',
      ),
      // `zstd -T0`, `-b3`: only attached there.
      {
        names:
          '-S --suffix -T --threads -b --bits --memlimit -M --memory --memlimit-compress --memlimit-decompress -C --check --block-size --flush-timeout -F --format',
        takes: suffix === '.zst' ? 'optional' : 1,
        does: 'flag',
      },
      optionals`--long --adapt`,
      { names: '-o --output-dir-flat', takes: 1, does: 'write' },
    ],
    ownOperands: true,

    refine: (call) => {
      const toStdout = writesStdout || call.has('-c --stdout --to-stdout -t --test -l --list')
      addOperands(call, 'file-read')
      if (toStdout) return
      const plain = !call.has('-r --recursive -S --suffix -F --format')
      for (const { word } of call.operands) {
        const text = knownText(word)
        if (text === '-') continue
        const undone = decompresses || call.has('-d --decompress --uncompress')
        const target = text === null || !plain ? null : undone ? text.replace(SUFFIXES, '') : text + suffix
        if (!call.has('-o')) call.effects.push({ kind: 'file-write', target })
        const keeps = call.has('-k --keep') || (suffix === '.zst' && !call.has('--rm'))
        if (!keeps) call.effects.push({ kind: 'file-delete', target: text, recursive: true })
      }
    },
  }
}

/** Two and three of these letters behind one dash; zip(1) has longer names that begin like others. */
function together(letters: string): string {
  const single = letters.split('')
  const pairs = single.flatMap((first) => single.map((second) => `-${first}${second}`))
  return [...pairs, ...pairs.flatMap((pair) => single.map((third) => pair + third))].join(' ')
}

/** Archives and compressed files. */
export const archive: Readonly<Record<string, CommandTable>> = {
  'tar gtar': tar,
  'gzip pigz': compressor('.gz', false),
  'gunzip unpigz': compressor('.gz', true),
  'zcat gzcat bzcat xzcat zstdcat lzcat': compressor('', true, true),
  bzip2: compressor('.bz2', false),
  bunzip2: compressor('.bz2', true),
  xz: compressor('.xz', false),
  unxz: compressor('.xz', true),
  zstd: compressor('.zst', false),
  unzstd: compressor('.zst', true),
  zip: {
    source: 'zip(1), GTFOBins zip: -T with -TT runs a command; options may be abbreviated',
    style: 'long',
    numeric: true,
    options: [
      flags`-r -q -v -j -y -u -f -g -D -X -k -l -e -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -h -h2 -L -qq -rq -qr -qry -ry -yr -r9 -9r -rj -jr -jq -qj -rX -Xr -rqX -qrX -9rq -qr9 -T --recurse-paths --quiet --verbose --junk-paths --symlinks --update --freshen --no-dir-entries --no-extra --test --help --version -sf`,
      flags(together('rqvjyX90o')),
      flags('-d --delete -m --move', 'unevaluated'),
      values`-x --exclude -i --include`,
      unevaluatedValues`-P --password`,
      values('-TT --unzip-command', 'shell'),
      values('-b --temp-path', 'write-tree'),
    ],
    operands: { first: ['change'], rest: 'read-tree' },
  },
  'unzip zipinfo': {
    source: 'unzip(1)',
    options: [
      flags('-Z -1 -v -h -s -m -M -t -T -p -c -l -z', 'flag'),
      flags`-f -u -n -o -a -b -C -D -j -K -L -q -U -V -W -X -B`,
      flags('-:', 'unevaluated'),
      values('-d', 'flag'),
      values('-P -O -I', 'flag'),
      // What stands behind is a list of names.
      flags('-x', 'flag'),
    ],
    ownOperands: true,

    refine: (call) => {
      const first = call.operands[0]
      if (!first) return
      const pattern = globPattern(first.word)
      call.effects.push({
        kind: 'file-read',
        target: wordTarget(first.word),
        ...(pattern === null ? {} : { glob: true as const }),
      })
      if (call.program === 'zipinfo' || call.has('-l -t -p -c -z -v -Z')) return
      const folder = call.value('-d')
      call.effects.push({
        kind: 'file-write',
        target: folder === undefined ? '.' : knownText(folder),
        recursive: true,
        // A pattern may stand for several archives; without a suffix, one is tried.
        unpacks: { kind: 'archive', from: pattern === null ? wordTarget(first.word) : null, strip: 0 },
      })
    },
  },
}

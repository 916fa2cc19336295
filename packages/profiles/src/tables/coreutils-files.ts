import type { Invocation } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { globPattern, knownText, type ProfileWord, wordTarget } from '../model/word.ts'

const backups = [optionals`--backup`, flags`-b`, values('-S --suffix', 'flag')]

/** Makes the file effects of a command recursive when an option asks for it. */
function recursiveWith(names: string, always = false) {
  return (call: Invocation): undefined => {
    if (!always && !call.has(names) && !call.hidesOptions) return
    for (const [index, effect] of call.effects.entries()) {
      if (effect.kind.startsWith('file-')) call.effects[index] = { ...effect, recursive: true }
    }
  }
}

/**
 * What stood there is kept under its name with a suffix, which can make the name of something else: `cp -b -S rc a .npm`.
 * The usual suffixes begin with a tilde or a dot and a tilde. coreutils, Backup options
 */
export function keepsBackup(call: Invocation, option = '-S --suffix'): void {
  const suffix = call.value(option)
  if (suffix === undefined) return
  const end = knownText(suffix)
  const words = call.operands.map(({ word }) => word)
  const into = call.value('-t --target-directory')
  const place = into ?? words.at(-1) ?? null
  const names = into === undefined ? words.slice(0, -1) : words
  const at = (folder: ProfileWord, name: ProfileWord): string | null => {
    const [before, last] = [knownText(folder), knownText(name)]
    return before === null || last === null ? null : `${before}/${last.slice(last.lastIndexOf('/') + 1)}`
  }
  for (const kept of [knownText(place), ...names.map((name) => at(place, name))]) {
    call.effects.push({ kind: 'file-write', target: kept === null || end === null ? null : kept + end, note: 'backup' })
  }
}

/** A link makes its target reachable by another name, for reading and for writing. */
function link(call: Invocation): undefined {
  keepsBackup(call)
  const into = call.value('-t --target-directory')
  const { operands } = call
  const last = operands.at(-1)
  const targets = into === undefined && operands.length > 1 ? operands.slice(0, -1) : operands
  const place = into ?? (operands.length > 1 ? last?.word : undefined)
  const name = place === undefined ? '.' : knownText(place)
  const relative = name !== null && call.has('-s --symbolic') && !call.has('-r --relative') && name.includes('/')
  for (const { word } of targets) {
    const text = knownText(word)
    const target = text === null || text.startsWith('/') || !relative ? text : `${name.replace(/\/[^/]*$/, '')}/${text}`
    const glob = target === null && globPattern(word) !== null
    for (const kind of ['file-read', 'file-write'] as const) {
      call.effects.push({
        kind,
        target: glob ? wordTarget(word) : target,
        recursive: true,
        // Who opens the link opens what it leads to; who removes it leaves that alone.
        ...(kind === 'file-write' ? { opens: true as const } : {}),
        note: 'becomes reachable through the link',
        ...(glob ? { glob: true as const } : {}),
      })
    }
    if (place === undefined) {
      call.effects.push({ kind: 'file-write', target: text === null ? null : text.slice(text.lastIndexOf('/') + 1) })
    }
  }
  if (place !== undefined) call.effects.push({ kind: 'file-write', target: name })
}

/** `dd if=a of=b`. */
function copyBlocks(call: Invocation): undefined {
  for (const { word } of call.operands) {
    const text = knownText(word)
    if (text === null || text.startsWith('if=')) {
      call.effects.push({ kind: 'file-read', target: text === null ? null : text.slice(3) })
    }
    if (text === null || text.startsWith('of=')) {
      call.effects.push({ kind: 'file-write', target: text === null ? null : text.slice(3), opens: true })
    }
  }
}

/** Options under which cp(1) still does no more than to open what it copies to. `-f` removes what cannot be opened. */
const COPIES = '-i --interactive -n --no-clobber -T --no-target-directory -L --dereference -v --verbose --debug'

/** A copy without its owner, mode and times is written into what is there. */
function copy(call: Invocation): undefined {
  if (call.has('-l --link -s --symbolic-link')) return link(call)
  keepsBackup(call)
  const last = call.operands.at(-1)?.word
  const plain = COPIES.split(' ')
  if (last === undefined || call.hidesOptions || !call.options.every(({ name }) => plain.includes(name))) return
  const target = knownText(last)
  for (const [index, effect] of call.effects.entries()) {
    if (effect.kind === 'file-write' && effect.target === target) call.effects[index] = { ...effect, opens: true }
  }
}

const chmodLike = {
  operands: { first: ['nothing'], firstUnless: '--reference', rest: 'change' },
  refine: recursiveWith('-R --recursive'),
} as const

/** Programs with such a mode run as another user. chmod(1), SETUID AND SETGID BITS */
const setsIdentity = (mode: ProfileWord) => /^(?:0*[2467]\d{3}$|[^=+-]*[=+-][^,]*s)/.test(knownText(mode) ?? '')
const SETS_IDENTITY_BIT = { kind: 'privilege', target: null, note: 'sets the set-user-ID or set-group-ID bit' } as const

/** coreutils: what lists, makes, moves and removes files. */
export const coreutilsFiles: Readonly<Record<string, CommandTable>> = {
  'ls dir vdir': {
    source: 'ls(1)',
    options: [
      flags`--help --version -a --all -A --almost-all --author -b --escape -B --ignore-backups -c -C -d --directory -D --dired -f -F -g -G --no-group --file-type --full-time --group-directories-first -h --human-readable --si -H --dereference-command-line --dereference-command-line-symlink-to-dir -i --inode -k --kibibytes -l -L --dereference -m -n --numeric-uid-gid -N --literal -o -p -q --hide-control-chars --show-control-chars -Q --quote-name -r --reverse -R --recursive -s --size -S -t -u -U -v -x -X -Z --context --zero -1 -@ -e -O`,
      optionals`--color --classify --hyperlink`,
      values`--block-size --format --hide --indicator-style -I --ignore --quoting-style --sort --time --time-style -T --tabsize -w --width`,
    ],
    operands: { rest: 'list', none: [{ kind: 'file-read', target: '.', lists: true }] },
    refine: recursiveWith('-R --recursive'),
  },
  pwd: { source: 'pwd(1)', options: [flags`--help --version -L -P --logical --physical`] },
  stat: command('stat(1); BSD stat(1) for -f -x -s -l -r -q -n', 'list', [
    flags`--help --version -L --dereference -f --file-system -t --terse -x -s -l -r -q -n`,
    values`-c --format --printf --cached`,
  ]),
  du: {
    source: 'du(1)',
    options: [
      flags`--help --version -0 --null -a --all --apparent-size -A -b --bytes -c --total -D -H --dereference-args -h --human-readable --inodes -k -L --dereference -l --count-links -m -P --no-dereference -S --separate-dirs --si -s --summarize -x --one-file-system`,
      optionals`--time`,
      values`-B --block-size -d --max-depth -t --threshold --time-style --exclude`,
      values('-X --exclude-from --files0-from', 'read'),
    ],
    operands: { rest: 'list-tree', none: [{ kind: 'file-read', target: '.', recursive: true, lists: true }] },
    refine: (call) => {
      if (call.has('--files0-from')) call.effects.push({ kind: 'file-read', target: null, recursive: true })
    },
  },
  df: command('df(1)', 'read', [
    flags`--help --version -a --all -h --human-readable -H --si -i --inodes -k -m -l --local --no-sync -P --portability --sync --total -T --print-type -v`,
    optionals`--output`,
    values`-B --block-size -t --type -x --exclude-type`,
  ]),
  'readlink realpath': command('readlink(1), realpath(1)', 'read', [
    flags`--help --version -f --canonicalize -e --canonicalize-existing -m --canonicalize-missing -n --no-newline -q --quiet -s --silent -v --verbose -z --zero -L --logical -P --physical --strip --no-symlinks -E`,
    values`--relative-to --relative-base`,
  ]),
  basename: command('basename(1)', 'nothing', [flags`--help --version -a --multiple -z --zero`, values`-s --suffix`]),
  dirname: { source: 'dirname(1)', options: [flags`--help --version -z --zero`], operands: 'nothing' },
  pathchk: { source: 'pathchk(1)', options: [flags`--help --version -p -P --portability`], operands: 'nothing' },
  mktemp: {
    source: 'mktemp(1)',
    options: [
      flags`--help --version -d --directory -q --quiet -t`,
      flags`-u --dry-run`,
      values`--suffix`,
      values('-p', 'write-tree'),
      { names: '--tmpdir', takes: 'optional', does: 'write-tree' },
    ],
    operands: 'write',

    refine: (call) => {
      if (call.operands.length === 0 || call.has('-t -p --tmpdir')) {
        call.effects.push({ kind: 'file-write', target: '/tmp', recursive: true, note: 'or TMPDIR' })
      }
    },
  },
  cp: {
    source: 'cp(1), GTFOBins cp',
    options: [
      helpAndVersion,
      ...backups,
      flags`-a --archive --attributes-only --copy-contents -d -f --force -i --interactive -H -l --link -L --dereference -n --no-clobber -P --no-dereference -p --parents -R -r --recursive --remove-destination --strip-trailing-slashes -s --symbolic-link -T --no-target-directory -v --verbose -x --one-file-system -Z --debug --keep-directory-symlink -c`,
      optionals`-u --update --preserve --reflink --context`,
      values`--no-preserve --sparse`,
      values('-t --target-directory', 'write-tree'),
    ],
    operands: { rest: 'read-tree', last: 'write-tree', lastUnless: '-t --target-directory' },
    refine: copy,
  },
  mv: {
    source: 'mv(1)',
    options: [
      helpAndVersion,
      ...backups,
      flags`-f --force -i --interactive -n --no-clobber --no-copy --exchange --strip-trailing-slashes -T --no-target-directory -v --verbose -Z --context --debug`,
      optionals`-u --update`,
      values('-t --target-directory', 'write-tree'),
    ],
    operands: { rest: 'move', last: 'write-tree', lastUnless: '-t --target-directory' },
    refine: (call) => keepsBackup(call),
  },
  install: {
    source: 'install(1), GTFOBins install',
    options: [
      helpAndVersion,
      ...backups,
      flags`-c -C --compare -d --directory -D -p --preserve-timestamps -s --strip -T --no-target-directory -v --verbose -Z --preserve-context --debug`,
      optionals`--context`,
      values`-g --group -m --mode -o --owner`,
      values('-t --target-directory', 'write-tree'),
      values('--strip-program', 'run'),
    ],
    operands: { rest: 'read', last: 'write-tree', lastUnless: '-t --target-directory -d --directory' },
    refine: (call) => {
      keepsBackup(call)
      for (const { word } of call.has('-d --directory') || call.hidesOptions ? call.operands : []) {
        const glob = globPattern(word) === null ? {} : { glob: true as const }
        call.effects.push({ kind: 'file-write', target: wordTarget(word), ...glob })
      }
      if (call.options.some(({ name, values: [mode] }) => /^(?:-m|--mode)$/.test(name) && setsIdentity(mode ?? null))) {
        call.effects.push(SETS_IDENTITY_BIT)
      }
    },
  },
  ln: {
    source: 'ln(1)',
    options: [
      helpAndVersion,
      ...backups,
      flags`-d -F --directory -f --force -h -i --interactive -L --logical -n --no-dereference -P --physical -r --relative -s --symbolic -T --no-target-directory -v --verbose`,
      values('-t --target-directory', 'write-tree'),
    ],
    ownOperands: true,
    refine: link,
  },
  link: { source: 'link(1)', options: [helpAndVersion], ownOperands: true, refine: link },
  unlink: { source: 'unlink(1)', options: [helpAndVersion], operands: 'delete' },
  rm: {
    source: 'rm(1)',
    options: [
      flags`--help --version -f --force -i -I -r -R --recursive -d --dir -v --verbose --one-file-system --no-preserve-root -x -P -W`,
      optionals`--interactive --preserve-root`,
    ],
    operands: 'delete',
    refine: recursiveWith('-r -R --recursive'),
  },
  rmdir: {
    source: 'rmdir(1)',
    options: [flags`--help --version --ignore-fail-on-non-empty -p --parents -v --verbose`],
    operands: 'delete',
    refine: (call) => {
      if (!call.has('-p --parents') && !call.hidesOptions) return
      call.effects.push({ kind: 'file-delete', target: null, note: 'parents that become empty' })
    },
  },
  shred: {
    source: 'shred(1), GTFOBins shred',
    options: [
      flags`--help --version -f --force -v --verbose -x --exact -z --zero -u`,
      optionals`--remove`,
      values`-n --iterations -s --size`,
      values('--random-source', 'read'),
    ],
    ownOperands: true,
    refine: (call) => {
      for (const { word } of call.operands) {
        const target = wordTarget(word)
        const glob = globPattern(word) === null ? {} : { glob: true as const }
        call.effects.push({ kind: 'file-write', target, ...glob }, { kind: 'file-delete', target, ...glob })
      }
    },
  },
  truncate: command('truncate(1)', 'write', [
    flags`--help --version -c --no-create -o --io-blocks`,
    values`-s --size`,
    values('-r --reference', 'read'),
  ]),
  touch: command('touch(1)', 'write', [
    flags`--help --version -a -c --no-create -f -h --no-dereference -m`,
    values`-d --date -t --time -A`,
    values('-r --reference', 'read'),
  ]),
  mkdir: command('mkdir(1)', 'write', [
    flags`--help --version -p --parents -v --verbose -Z`,
    values`-m --mode`,
    optionals`--context`,
  ]),
  mkfifo: command('mkfifo(1)', 'write', [flags`--help --version -Z`, values`-m --mode`, optionals`--context`]),
  mknod: {
    source: 'mknod(1)',
    options: [flags`--help --version -Z`, values`-m --mode`, optionals`--context`],
    operands: { first: ['write'], rest: 'nothing' },
    always: [{ kind: 'privilege', target: null, note: 'makes a device' }],
  },
  chmod: {
    source: 'chmod(1): modes may begin with a dash (-x, -rwx)',
    options: [
      flags`--help --version -c --changes -f --silent --quiet -v --verbose --no-preserve-root --preserve-root -R --recursive --dereference --no-dereference -h -H -L -P`,
      flags('-r -w -x -X -s -t -u -g -o -a', 'flag'),
      values('--reference', 'flag'),
    ],
    ownOperands: true,
    refine: (call) => {
      // Outside there are files that run as another user; their mode is copied, too.
      const like = call.value('--reference')
      if (like !== undefined && /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(wordTarget(like) ?? '/'))
        call.effects.push(SETS_IDENTITY_BIT)
      const hasMode = call.has('--reference -r -w -x -X -s -t -u -g -o -a')
      for (const [index, { word }] of call.operands.entries()) {
        if (index === 0 && !hasMode && knownText(word) !== null) continue
        const glob = globPattern(word) === null ? {} : { glob: true as const }
        call.effects.push({ kind: 'file-write', target: wordTarget(word), ...glob, note: 'permissions' })
      }
      if (!hasMode && setsIdentity(call.operands[0]?.word ?? null)) call.effects.push(SETS_IDENTITY_BIT)
      return recursiveWith('-R --recursive')(call)
    },
  },
  'chown chgrp': {
    source: 'chown(1), chgrp(1)',
    options: [
      flags`--help --version -c --changes -f --silent --quiet -v --verbose --dereference -h --no-dereference --no-preserve-root --preserve-root -R --recursive -H -L -P`,
      values`--from`,
      values`--reference`,
    ],
    always: [{ kind: 'privilege', target: null, note: 'changes owners' }],
    ...chmodLike,
  },
  dd: { source: 'dd(1), GTFOBins dd', options: [helpAndVersion], ownOperands: true, refine: copyBlocks },
  sync: { source: 'sync(1)', options: [flags`--help --version -d --data -f --file-system`], operands: 'read' },
  dircolors: command('dircolors(1)', 'read', [
    flags`--help --version -b --sh --bourne-shell -c --csh --c-shell -p --print-database --print-ls-colors`,
  ]),
  tree: {
    source: 'tree(1)',
    style: 'exact',
    options: [
      flags`--help --version -a -d -l -f -x -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -i -A -S -n -C -X -J -R --du --si --inodes --device --dirsfirst --filesfirst --nolinks --noreport --matchdirs --ignore-case --prune --metafirst --hyperlink --gitignore --opt-toggle --compress --acl --selinux --fflinks --info`,
      values`-L -P -I -H -T --filelimit --charset --sort --timefmt --houtro --hintro --scheme --authority`,
      values('--gitfile --infofile', 'read'),
      flags`--fromfile --fromtabfile`,
      values('-o', 'write'),
    ],
    operands: { rest: 'list-tree', none: [{ kind: 'file-read', target: '.', recursive: true, lists: true }] },
    refine: (call) => {
      // The names that it shows stand in that file.
      if (call.has('--fromfile --fromtabfile')) {
        for (const { word } of call.operands) call.effects.push({ kind: 'file-read', target: wordTarget(word) })
      }
      if (call.has('-R')) call.effects.push({ kind: 'file-write', target: '.', recursive: true, note: '00Tree.html' })
    },
  },
}

import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, helpAndVersion, optionals, values } from '../engine/option-row.ts'
import { command, type CommandTable } from '../engine/table.ts'
import { CONTACTS_SOME, READS_HERE, workspaceCode } from '../engine/usual-effects.ts'
import { knownPrefix, knownText, type ProfileWord, wordTarget } from '../model/word.ts'

/** Options of compilers that change neither which programs they start nor what they write. gcc(1), clang(1) */
const COMPILER_FLAG =
  /^-(?:c|S|E|g\d?|ggdb\d?|O(?:[0-3sgz]|fast)?|w|v|s|P|C|pedantic(?:-errors)?|ansi|shared|static|pthread|pipe|rdynamic|nostdlib|nostdinc|fsyntax-only|M{1,2}[DGP]?|W(?![lpa],)[\w=+-]*|std=[\w+:]+|[DU]\w+(?:=[^@]*)?|l[\w.+-]+|m[\w=.,+-]+|x|print-[\w=.-]+|dumpversion|dumpmachine|-version|-help|V)$/
/** Of the many that begin with `-f`, those that load, start or write something. */
const COMPILER_FEATURE =
  /^-f(?!plugin|use-ld|dump|profile|auto-profile|save|module|callgraph|opt-record|save-optimization|stack-usage|diagnostics-(?:format|show-out)|debug-prefix|pass-|lto-|embed|sanitize-(?:black|ignore|coverage))[a-z][\w=+.-]*$/

/** Nothing but how a file below is read: folders of headers, macros, the standard. */
export function isPlainCompilerFlag(word: ProfileWord): boolean {
  const text = knownText(word) ?? ''
  return (
    COMPILER_FLAG.test(text) || COMPILER_FEATURE.test(text) || /^-(?:I|isystem=?)(?![/~])(?!.*\.\.)[\w./-]+$/.test(text)
  )
}

function evaluateCompiler(call: Invocation): ProfileRefusal | undefined {
  const { operands, program } = call
  const about = operands.every(({ word }) =>
    /^-(?:-version|-help|v|V|dump\w+|print-[\w=.-]+)$/.test(knownText(word) ?? ''),
  )
  let named = false
  let keeps = false
  for (let index = 0; index < operands.length; index++) {
    const { word, at } = operands[index]!
    const text = wordTarget(word)
    const next = operands[index + 1]
    if (text === null || text.startsWith('@')) {
      return { code: 'NOT_EVALUATED', message: `${program}: reads its arguments from another place`, at }
    }
    const place = /^-(?:(o)|([IL]|isystem|iquote|include|idirafter))(.*)$/s.exec(text)
    if (place) {
      const [, output, , attached] = place
      const path = attached || (next === undefined ? null : wordTarget(next.word))
      if (attached === '') index++
      call.effects.push({
        kind: output ? 'file-write' : 'file-read',
        target: path,
        // What is not a regular file they neither unlink nor make executable. binutils, unlink_if_ordinary
        ...(output ? { opens: true as const } : { recursive: true as const }),
      })
      named ||= output !== undefined
    } else if (text === '-x') {
      if (!/^(?:c|c\+\+|none|assembler)$/.test(knownText(next?.word ?? null) ?? '')) return unknown(program, text, at)
      index++
    } else if (text.startsWith('-') && text !== '-') {
      if (!COMPILER_FLAG.test(text) && !COMPILER_FEATURE.test(text)) return unknown(program, text, at)
      keeps ||= text === '-fsyntax-only' || text === '-E'
    } else if (text !== '-') call.effects.push({ kind: 'file-read', target: text })
  }
  if (about) return undefined
  call.effects.push({ kind: 'execute', target: 'as, ld', origin: 'helper' }, READS_HERE)
  if (!named && !keeps) call.effects.push({ kind: 'file-write', target: '.', recursive: true })
  return undefined
}

const unknown = (program: string, option: string, at: number): ProfileRefusal => ({
  code: 'UNKNOWN_OPTION',
  message: `${program}: nothing is known about the option ${option}`,
  at,
})

/** Another tool that reads object files; plugins are code. binutils(1) */
const readsObjects = (source: string, shows: string, takes: string, attached = ''): CommandTable => ({
  source,
  options: [
    helpAndVersion,
    flags(shows),
    values(takes),
    ...(attached ? [optionals(attached)] : []),
    values('--plugin', 'load'),
  ],
  operands: 'read',
  refine: (call) => {
    const list = call.operands.find(({ word }) => knownText(word)?.startsWith('@'))
    return list && { code: 'NOT_EVALUATED', message: `${call.program}: reads its arguments from a file`, at: list.at }
  },
})

const onlyWith = (source: string, only: RegExp, why: string, more: Partial<CommandTable> = {}): CommandTable => ({
  source,
  raw: true,
  ownOperands: true,
  refine: (call) => {
    const words = call.operands.map(({ word }) => knownText(word) ?? '\0')
    return only.test(words.join(' ')) ? undefined : { code: 'NOT_EVALUATED', message: `${call.program}: ${why}` }
  },
  ...more,
})

/** Files that are only looked into: no key is used, changed or fetched. gpg(1) */
const gpg: CommandTable = {
  source: 'gpg(1): --photo-viewer and --agent-program run programs',
  raw: true,
  ownOperands: true,
  refine: (call) => {
    const words = call.operands.map(({ word }) => wordTarget(word) ?? '\0')
    const line = words.join(' ')
    if (/^(?:--(?:version|help)|(?:-k|-K|--list-keys|--list-secret-keys|--fingerprint)(?: [\w@.+-]+)*)$/.test(line)) {
      return
    }
    const [mode, ...files] = words
    if (/^--(?:verify|list-packets|show-keys)$/.test(mode ?? '') && files.every((file) => /^[^-\0]/.test(file))) {
      for (const file of files) call.effects.push({ kind: 'file-read', target: file })
      return
    }
    return { code: 'NOT_EVALUATED', message: 'gpg: keys are used, changed, sent or fetched' }
  },
}

/** `7z x a.7z -oout`: the first operand says what is done; `@list` holds names, `-si` and `-so` are streams. 7z(1) */
function evaluate7z(call: Invocation): ProfileRefusal | undefined {
  const words = call.operands.map(({ word }) => wordTarget(word))
  const [verb, ...rest] = words.filter((word) => word === null || !word.startsWith('-'))
  const options = words.filter((word) => word?.startsWith('-') === true)
  const odd = options.find((word) => !/^-(?:o.+|y|bd|bb\d|r|mx=?\d|t(?:7z|zip|tar|gzip|xz)|ba|slt)$/.test(word!))
  if (odd || rest.some((word) => word === null || word.startsWith('@')) || !/^[ltxea]$/.test(verb ?? '')) {
    return { code: 'NOT_EVALUATED', message: `${call.program}: ${odd ?? verb ?? 'nothing'} is left to a human` }
  }
  const [archive, ...names] = rest as readonly string[]
  if (archive === undefined) return undefined
  call.effects.push({ kind: verb === 'a' ? 'file-write' : 'file-read', target: archive })
  if (verb === 'a') for (const target of names) call.effects.push({ kind: 'file-read', target, recursive: true })
  if (verb === 'x' || verb === 'e') {
    const folder = options.findLast((word) => word!.startsWith('-o'))?.slice(2) ?? '.'
    call.effects.push({
      kind: 'file-write',
      target: folder,
      recursive: true,
      unpacks: { kind: 'archive', from: archive, strip: 0 },
    })
  }
  return undefined
}

/** Compilers, object files, keys, and archives of other kinds. */
export const binariesAndKeys: Readonly<Record<string, CommandTable>> = {
  'gcc g++ cc c++ clang clang++': {
    source: 'gcc(1), clang(1): plugins, wrappers, specs and response files',
    raw: true,
    ownOperands: true,

    refine: evaluateCompiler,
  },
  javac: {
    source: 'javac(1): annotation processors of the class path run',
    style: 'long',
    options: [
      flags`-version --version -help --help -nowarn -verbose -deprecation -g -Werror -parameters -Xlint -Xlint:all -Xlint:none`,
      values`-source -target --release -encoding --source --target`,
      values('-d -s -h', 'write-tree'),
      values('-cp -classpath --class-path -sourcepath', 'read-tree'),
    ],
    operands: 'read',
    always: [workspaceCode('annotation processors')],
    refine: (call) => {
      const list = call.operands.find(({ word }) => knownText(word)?.startsWith('@'))
      if (list) return { code: 'NOT_EVALUATED', message: 'javac: reads its arguments from a file', at: list.at }
      if (!call.has('-d') && call.operands.length > 0)
        call.effects.push({ kind: 'file-write', target: '.', recursive: true })
    },
  },
  nm: readsObjects(
    'nm(1)',
    '-a --debug-syms -A -o --print-file-name -C --demangle -D --dynamic -g --extern-only -l --line-numbers -n -v --numeric-sort -p --no-sort -P --portability -r --reverse-sort -s --print-armap -S --print-size -u --undefined-only --defined-only --size-sort --no-demangle -V',
    '-f --format -t --radix',
  ),
  readelf: readsObjects(
    'readelf(1)',
    '-a --all -h --file-header -l --program-headers --segments -S --section-headers --sections -g --section-groups -t --section-details -e --headers -s --syms --symbols --dyn-syms -n --notes -r --relocs -u --unwind -d --dynamic -V --version-info -A --arch-specific -I --histogram -W --wide -v -H',
    '-x --hex-dump -p --string-dump',
  ),
  objdump: readsObjects(
    'objdump(1): -S shows the sources that the object names, which can be any file',
    '-a -f -p -h -x -d -D -s -g -e -G -t -T -r -R -C -w -z -l -F --disassemble-all --all-headers --headers --section-headers --syms --dynamic-syms --reloc --no-show-raw-insn --private-headers --file-headers --full-contents --line-numbers --demangle',
    '-j --section -M --disassembler-options -m --architecture --start-address --stop-address -b --target',
    '--disassemble',
  ),
  size: readsObjects('size(1)', '-A -B -G -t --totals --common -d -o -x', '--format --radix --target'),
  strip: {
    source: 'strip(1)',
    options: [
      flags`--help --version -s --strip-all -g -S -d --strip-debug --strip-unneeded -p --preserve-dates -v -V`,
      values`-K -N -R`,
      values('-o', 'write'),
      values('--plugin', 'load'),
    ],
    ownOperands: true,
    refine: (call) => {
      const kinds = call.has('-o') ? (['file-read'] as const) : (['file-read', 'file-write'] as const)
      for (const { word } of call.operands)
        for (const kind of kinds) call.effects.push({ kind, target: knownText(word) })
    },
  },
  objcopy: {
    source: 'objcopy(1)',
    options: [
      flags`--help --version -S --strip-all -g --strip-debug --strip-unneeded --only-keep-debug -v -V -p`,
      values`-I -O -B -j -R -K -N`,
    ],
    operands: { first: ['change', 'write'] },
  },
  ar: {
    source: 'ar(1)',
    bundle: true,
    options: [helpAndVersion, flags('-t -p -V -v -r -q -x -c -s -u -D -U', 'flag')],
    ownOperands: true,
    refine: (call) => {
      const [archive, ...members] = call.operands.map(({ word }) => knownText(word))
      if (archive === undefined) return
      const list = call.operands.find(({ word }) => knownText(word)?.startsWith('@') === true)
      if (list) return { code: 'NOT_EVALUATED', message: 'ar: a file of arguments', at: list.at }
      call.effects.push({ kind: 'file-read', target: archive })
      if (call.has('-r -q -s')) {
        call.effects.push({ kind: 'file-write', target: archive })
        for (const target of members) call.effects.push({ kind: 'file-read', target })
      }
      if (call.has('-x')) call.effects.push({ kind: 'file-write', target: '.', recursive: true })
    },
  },
  ldd: onlyWith('ldd(1): may run the program it looks at', /^--(?:version|help)$/, 'it may run what it looks at'),
  'ssh-keygen': onlyWith(
    'ssh-keygen(1): -D and -w load libraries',
    /^(?:-l -f [\w./-]+|-F [\w.:-]+)$/,
    'keys are made, changed or used',
    {
      refine: (call) => {
        const words = call.operands.map(({ word }) => knownText(word) ?? '\0')
        if (words[0] === '-l' && words[1] === '-f' && words.length === 3) {
          call.effects.push({ kind: 'file-read', target: words[2]! })
          return
        }
        return { code: 'NOT_EVALUATED', message: 'ssh-keygen: keys are made, changed or used' }
      },
    },
  ),
  'ssh-keyscan': command('ssh-keyscan(1)', 'network', [
    flags`-4 -6 -c -D -H -q -v`,
    values`-p -T -t -O`,
    values('-f', 'read'),
  ]),
  'ssh-add': onlyWith('ssh-add(1): -s loads a library', /^-[lL]$/, 'keys are handed to the agent'),
  'ssh-copy-id': onlyWith('ssh-copy-id(1)', /^-h$/, 'who may log in on another machine is changed'),
  'gpg gpg2': gpg,
  'gpgconf gpg-agent': onlyWith(
    'gpg(1): --photo-viewer and --agent-program run programs',
    /^(?:--(?:version|help)|(?:-k|-K|--list-keys|--list-secret-keys|--fingerprint)(?: [\w@.+-]+)*)$/,
    'keys are used, changed, sent or fetched',
  ),
  '7z 7za 7zr 7zz': { source: '7z(1)', raw: true, ownOperands: true, refine: evaluate7z },
  'cpio pax bsdtar bsdcpio rar unrar': onlyWith(
    'cpio(1), bsdtar(1)',
    /^--(?:version|help)$/,
    'paths of an archive are used as they stand there',
  ),
  'dos2unix unix2dos': {
    source: 'dos2unix(1)',
    options: [helpAndVersion, flags('-k --keepdate -q --quiet -V -h -n --newfile -f --force -v --verbose', 'flag')],
    ownOperands: true,
    refine: (call) => {
      const isNew = call.has('-n --newfile')
      for (const [index, { word }] of call.operands.entries()) {
        const target = wordTarget(word)
        const glob = knownText(word) === null ? { glob: true as const } : {}
        if (!isNew || index % 2 === 0) call.effects.push({ kind: 'file-read', target, ...glob })
        if (!isNew || index % 2 === 1) call.effects.push({ kind: 'file-write', target, ...glob })
      }
    },
  },
  sponge: { source: 'sponge(1)', options: [flags`--help --version -a`], operands: 'write' },
  pv: command('pv(1): -d looks at another process', 'read', [
    flags`--help --version -p -t -e -r -a -b -n -q -l -f -c -W -h -V -k`,
    values`-s -N -L -i -w -H -B`,
    values('-o --output', 'write'),
  ]),
  'tcpdump tshark nmap masscan': onlyWith(
    'tcpdump(8): -z runs; nmap(1): --script runs',
    /^--version$/,
    'it listens, scans or runs scripts',
  ),
  sysctl: {
    source: 'sysctl(8)',
    options: [
      flags`--help --version -a --all -A -X -n --values -N --names -e --ignore -b --binary -q --quiet --deprecated -h -V`,
      values`-r --pattern`,
      flags('-w --write', 'privilege'),
    ],
    ownOperands: true,
    refine: (call) => {
      if (call.operands.some(({ word }) => knownText(word)?.includes('=') !== false)) {
        call.effects.push({ kind: 'privilege', target: null, note: 'sets a value of the kernel' })
      }
    },
  },
  helm: {
    source: 'helm(1): --post-renderer and plugins run programs',
    style: 'exact-posix',
    options: [flags`--help --version -h --debug`, values`-n --namespace --kube-context`],
    operands: { none: [] },
    subcommands: {
      'list ls status history search version lint template show get': {
        source: 'helm(1)',
        style: 'exact',
        options: [
          flags`--help --version -h -a --all -A --all-namespaces -q --short --strict --debug --validate --include-crds --devel --dependency-update`,
          values`-n --namespace -o --output --kube-context --max --version --set --set-string --show-only -s --revision`,
          values('-f --values', 'read'),
        ],
        operands: 'read-tree',
        always: [CONTACTS_SOME],
        // A chart, or its values, from elsewhere: templates of theirs are rendered.
        refine: (call) => {
          const given = [
            ...call.operands,
            ...call.options.flatMap(({ at, values: words }) => words.map((word) => ({ word, at }))),
          ]
          const other = given.find(({ word }) => /^[a-z][\w+.-]*:\/\//i.test(knownPrefix(word)))
          return other && { code: 'NOT_EVALUATED', message: 'helm: a file from an address', at: other.at }
        },
      },
    },
  },
}

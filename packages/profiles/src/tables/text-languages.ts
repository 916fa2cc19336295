import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { flags, optionals, unevaluatedValues, values } from '../engine/option-row.ts'
import type { CommandTable } from '../engine/table.ts'
import { readAwkProgram } from '../languages/awk-program.ts'
import { readJqFilter } from '../languages/jq-filter.ts'
import { readSedScript, type ScriptReading } from '../languages/sed-script.ts'
import { globPattern, knownText, maySplit, type ProfileWord, wordTarget } from '../model/word.ts'

/** Adds what a script was read to do. */
function addReading(call: Invocation, reading: ScriptReading, at?: number): ProfileRefusal | undefined {
  if (!reading.ok) {
    const refusal: ProfileRefusal = {
      code: reading.executes ? 'EXECUTES_CODE' : 'NOT_EVALUATED',
      message: reading.message,
    }
    return at === undefined ? refusal : { ...refusal, at }
  }
  call.effects.push(...reading.effects)
  for (const text of reading.shell) call.runs.push(['sh', '-c', text])
  return undefined
}

function dynamicScript(call: Invocation, at: number): ProfileRefusal {
  return { code: 'DYNAMIC_ARGUMENT', message: `${call.program}: the script is only known at run time`, at }
}

/** Operands from `first` on are files. */
function files(call: Invocation, first: number, inPlace = false): void {
  for (const { word } of call.operands.slice(first)) {
    const pattern = globPattern(word)
    const target = wordTarget(word)
    if (target === '-') continue
    const glob = pattern === null ? {} : { glob: true as const }
    call.effects.push({ kind: 'file-read', target, ...glob })
    if (inPlace) call.effects.push({ kind: 'file-write', target, ...glob })
  }
}

function evaluateSed(call: Invocation): ProfileRefusal | undefined {
  const scripts: ProfileWord[] = call.options
    .filter(({ name }) => name === '-e' || name === '--expression')
    .map((option) => option.values[0] as ProfileWord)
  const given = scripts.length > 0
  const first = call.operands[0]
  if (!given) {
    if (!first) {
      return call.has('--help --version') ? undefined : { code: 'MISSING_VALUE', message: 'sed: there is no script' }
    }
    if (maySplit(first.word)) return dynamicScript(call, first.at)
    scripts.push(first.word)
  }
  const texts = scripts.map(knownText)
  const at = given ? 0 : first!.at
  if (texts.includes(null)) return dynamicScript(call, at)
  const inPlace = call.has('-i --in-place -I')
  const reading = readSedScript(texts.join('\n'))
  // --sandbox refuses e, r and w by itself; to believe it would be to know the version.
  const refusal = addReading(call, reading, at)
  if (refusal) return refusal
  files(call, given ? 0 : 1, inPlace)
  const suffix = call.value('-i --in-place')
  if (suffix !== undefined && suffix !== '') {
    const plain = typeof suffix === 'string' && !/[*/]/.test(suffix)
    for (const { word } of call.operands.slice(given ? 0 : 1)) {
      const text = knownText(word)
      call.effects.push({ kind: 'file-write', target: plain && text !== null ? text + suffix : null, note: 'backup' })
    }
  }
  return undefined
}

function evaluateAwk(call: Invocation): ProfileRefusal | undefined {
  const sources = call.options.filter(({ name }) => name === '-e' || name === '--source')
  const first = call.operands[0]
  if (sources.length === 0 && !first) {
    return call.has('--version -V --help -h')
      ? undefined
      : { code: 'MISSING_VALUE', message: 'awk: there is no program' }
  }
  if (sources.length === 0 && maySplit(first!.word)) return dynamicScript(call, first!.at)
  const texts =
    sources.length > 0 ? sources.map((option) => knownText(option.values[0] as ProfileWord)) : [knownText(first!.word)]
  const at = sources[0]?.at ?? first!.at
  if (texts.includes(null)) return dynamicScript(call, at)
  const refusal = addReading(call, readAwkProgram(texts.join('\n')), at)
  if (refusal) return refusal
  files(call, sources.length > 0 ? 0 : 1)
  return undefined
}

function evaluateJq(call: Invocation): ProfileRefusal | undefined {
  const fromFile = call.has('-f --from-file')
  const first = call.operands[0]
  if (!first) return fromFile ? { code: 'MISSING_VALUE', message: 'jq: -f needs a file' } : undefined
  if (fromFile) {
    call.effects.push({ kind: 'file-read', target: knownText(first.word) })
    call.effects.push({ kind: 'environment', target: null, note: 'a program file may read all variables' })
    call.effects.push({ kind: 'file-read', target: null, note: 'a program file may include others' })
  } else {
    const text = knownText(first.word)
    if (text === null) return dynamicScript(call, first.at)
    const refusal = addReading(call, readJqFilter(text), first.at)
    if (refusal) return refusal
  }
  files(call, 1)
  return undefined
}

function evaluateYq(call: Invocation): ProfileRefusal | undefined {
  const inPlace = call.has('-i --in-place --inplace')
  let first = 0
  if (['eval', 'e', 'eval-all', 'ea'].includes(knownText(call.operands[0]?.word ?? null) ?? '')) first = 1
  const filter = call.operands[first]
  if (!filter) return undefined
  const text = knownText(filter.word)
  if (text === null) return dynamicScript(call, filter.at)
  // mikefarah/yq: operators that read variables and files. https://mikefarah.gitbook.io/yq/operators/load
  if (/\b(?:load\w*|env|strenv|envsubst|eval|from_file|system|include|import|splitdoc|split_doc)\b/.test(text)) {
    return { code: 'NOT_EVALUATED', message: 'yq: an expression that may read files or variables', at: filter.at }
  }
  const refusal = addReading(call, readJqFilter(text), filter.at)
  if (refusal) return refusal
  files(call, first + 1, inPlace)
  return undefined
}

/** Stream editors and filters with a language of their own. */
export const textLanguages: Readonly<Record<string, CommandTable>> = {
  'sed gsed': {
    source: 'sed(1), info sed, GTFOBins sed',
    options: [
      flags`--help --version -n --quiet --silent -E -r --regexp-extended -s --separate -u --unbuffered -z --null-data --posix --debug --sandbox --follow-symlinks -b --binary -a`,
      values`-l --line-length`,
      values('-e --expression', 'flag'),
      values('-f --file', 'code'),
      { names: '-i --in-place', takes: 'optional', does: 'flag' },
    ],
    ownOperands: true,
    refine: evaluateSed,
  },
  'awk gawk mawk nawk': {
    source: 'awk(1), gawk(1), mawk(1), GTFOBins awk',
    style: 'posix',
    options: [
      flags`--version -V --help -h -c --traditional -P --posix -S --sandbox -n --non-decimal-data -N --use-lc-numeric -O --optimize -s --no-optimize -r --re-interval -b --characters-as-bytes -C --copyright -M --bignum -t --lint-old -k --csv`,
      optionals`-L --lint`,
      values`-F --field-separator -v --assign`,
      values('-e --source', 'flag'),
      values('-f --file -E --exec -i --include -l --load', 'code'),
      { names: '-d --dump-variables -o --pretty-print -p --profile', takes: 'optional', does: 'unevaluated' },
      { names: '-D --debug', takes: 'optional', does: 'unevaluated' },
      unevaluatedValues`-W`,
    ],
    ownOperands: true,

    refine: evaluateAwk,
  },
  jq: {
    source: 'jq(1)',
    style: 'exact',
    options: [
      flags`-h --help -V --version --build-configuration --seq --stream --stream-errors -s --slurp -R --raw-input -n --null-input -c --compact-output --tab --unbuffered -S --sort-keys -C --color-output -M --monochrome-output -a --ascii-output -r --raw-output --raw-output0 -j --join-output -e --exit-status -b --binary --args --jsonargs`,
      values`--indent`,
      { names: '--arg --argjson', takes: 2, does: 'nothing' },
      { names: '--slurpfile --rawfile --argfile', takes: 2, does: 'read' },
      flags('-f --from-file', 'flag'),
      unevaluatedValues`-L --library-path`,
    ],
    ownOperands: true,

    refine: evaluateJq,
  },
  yq: {
    source: 'yq(1) of kislyuk and of mikefarah: only what both read alike, or one alone',
    style: 'exact',
    options: [
      flags`-h --help -V --version -r --raw-output --unwrapScalar -c -C --colors -M --no-colors -n --null-input -e --exit-status -j -P --prettyPrint -N --no-doc -S -y --yaml-output -Y --yaml-roundtrip -v --verbose -t -x --xml-output`,
      values`-o --output-format -p --input-format -I --indent --width --indentless-lists`,
      flags('-i --in-place --inplace', 'flag'),
      { names: '--arg --argjson', takes: 2, does: 'nothing' },
      unevaluatedValues`-s --split-exp --split-exp-file -f --front-matter --from-file`,
    ],
    ownOperands: true,
    refine: evaluateYq,
  },
}

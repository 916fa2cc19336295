import type { Invocation, Refusal } from '../engine/invocation.ts'
import { globPattern, knownPrefix, knownText, maySplit, type ProfileWord, wordTarget } from '../word.ts'

/** Tests, options and actions without a word of their own. find(1) EXPRESSION. */
const bare = new Set(
  '-a -and -o -or -not -daystart -depth -d -follow -ignore_readdir_race -noignore_readdir_race -mount -xdev -noleaf -nowarn -warn -help --help -version --version -empty -executable -nogroup -nouser -readable -true -false -writable -print -print0 -ls -prune -quit -s -x -X -E -H -L -P -acl -xattr'.split(
    ' ',
  ),
)
/** With one word that only compares. */
const compares = new Set(
  '-maxdepth -mindepth -regextype -amin -atime -cmin -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -mmin -mtime -name -path -perm -printf -regex -size -type -uid -used -user -wholename -xtype -flags -Bmin -Btime -Bnewer'.split(
    ' ',
  ),
)
const comparesFile = /^-(?:anewer|cnewer|newer|samefile|newer[aBcm][aBcmt])$/
const writes: Readonly<Record<string, 1 | 2>> = { '-fprint': 1, '-fprint0': 1, '-fls': 1, '-fprintf': 2 }
const runs = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const operators = new Set(['(', ')', '!', ','])
/** A match with one of these in it is no primary of find. */
const notInPrimaries = /[^-\w()!,*?[\]{}]/

/** Reads a find command line: starting points, then an expression. */
export function judgeFind(call: Invocation): Refusal | undefined {
  const words = call.operands
  const starts: ProfileWord[] = []
  let index = 0
  const failure = (code: Refusal['code'], message: string): Refusal => {
    const at = words[index]?.at
    return at === undefined ? { code, message } : { code, message, at }
  }
  const dynamic = () => failure('DYNAMIC_ARGUMENT', 'find: a word that is only known at run time could be an action')

  while (index < words.length) {
    const text = knownText(words[index]!.word)
    if (text === null || !/^-(?:[HLPEXdsx]+|O\d?|D)$/.test(text)) break
    index += text === '-D' ? 2 : 1
  }
  for (; index < words.length; index++) {
    const { word } = words[index]!
    const text = knownText(word)
    if (text !== null) {
      if (text.startsWith('-') || operators.has(text)) break
      starts.push(word)
      continue
    }
    const prefix = knownPrefix(word)
    const pattern = globPattern(word)
    if (pattern === null ? maySplit(word) || prefix === '' || isPrimaryStart(prefix) : mayBePrimary(pattern, prefix)) {
      return dynamic()
    }
    starts.push(word)
  }
  if (starts.length === 0) starts.push('.')
  for (const start of starts) {
    const pattern = globPattern(start)
    const target = wordTarget(start)
    call.effects.push({
      kind: 'file-read',
      target,
      recursive: true,
      lists: true,
      ...(pattern === null ? {} : { glob: true }),
    })
  }

  for (; index < words.length; index++) {
    const { word } = words[index]!
    const text = knownText(word)
    if (text === null) return dynamic()
    if (operators.has(text) || bare.has(text)) continue
    if (compares.has(text) || comparesFile.test(text)) {
      const refusal = takeOperand(text)
      if (refusal) return refusal
      continue
    }
    if (text === '-delete') {
      for (const start of starts) {
        const pattern = globPattern(start)
        const target = wordTarget(start)
        call.effects.push({ kind: 'file-delete', target, recursive: true, ...(pattern === null ? {} : { glob: true }) })
      }
      continue
    }
    const fileWords = writes[text]
    if (fileWords !== undefined) {
      const file = words[index + 1]?.word
      if (words.length <= index + fileWords || file === undefined)
        return failure('MISSING_VALUE', `find: ${text} needs a file`)
      if (maySplit(file)) return dynamic()
      call.effects.push({ kind: 'file-write', target: knownText(file) })
      index += fileWords
      continue
    }
    if (text === '-files0-from') {
      const file = knownText(words[index + 1]?.word ?? null)
      call.effects.push({ kind: 'file-read', target: file }, { kind: 'file-read', target: null, recursive: true })
      index++
      continue
    }
    if (runs.has(text)) {
      const refusal = takeCommand(text)
      if (refusal) return refusal
      continue
    }
    return failure('UNKNOWN_OPTION', `find: no row for ${text}`)
  }
  return undefined

  /** The word behind a test. One that looks like an action is an action if the test is not what it seems. */
  function takeOperand(name: string): Refusal | undefined {
    index++
    const word = words[index]?.word
    if (word === undefined) return failure('MISSING_VALUE', `find: ${name} needs a word`)
    const text = knownText(word)
    if (text === null) {
      const pattern = globPattern(word)
      // Unquoted `-name *.c`: several matches make an expression, though none of them an action.
      if (pattern === null ? maySplit(word) : mayBePrimary(pattern, knownPrefix(word))) return dynamic()
    } else if (text === '-delete' || runs.has(text) || text in writes) {
      return failure('UNKNOWN_OPERAND', `find: ${text} behind ${name} looks like an action`)
    }
    if (comparesFile.test(name) && !name.endsWith('t')) {
      call.effects.push({ kind: 'file-read', target: text, note: 'its times only' })
    }
    return undefined
  }

  /** `-exec command… ;` or `-exec command… {} +`. */
  function takeCommand(action: string): Refusal | undefined {
    const command: ProfileWord[] = []
    let hasMarker = false
    for (index++; index < words.length; index++) {
      const { word } = words[index]!
      const text = knownText(word)
      if (text === null) {
        if (maySplit(word)) return dynamic()
        command.push(word)
        continue
      }
      if (
        text === ';' ||
        (text === '+' && command.length > 1 && hasMarker && knownText(words[index - 1]!.word) === '{}')
      ) {
        if (command.length === 0) return failure('MISSING_VALUE', `find: ${action} needs a command`)
        call.runs.push(command)
        if (action.endsWith('dir')) {
          const target = knownText(command[0] as ProfileWord)
          call.effects.push({ kind: 'execute', target, origin: 'argument', note: 'in the folder of each file' })
        }
        return undefined
      }
      if (!text.includes('{}')) command.push(text)
      else if (text === '{}') {
        hasMarker = true
        for (const start of starts) command.push(found(start, action.endsWith('dir')))
      } else command.push({ prefix: text.slice(0, text.indexOf('{}')), splits: false })
    }
    return failure('MISSING_VALUE', `find: ${action} has no end`)
  }
}

/** What `{}` stands for: paths that begin with the starting point. */
function found(start: ProfileWord, inFolder: boolean): ProfileWord {
  if (inFolder) return { pattern: './*' }
  const text = wordTarget(start)
  return text === null ? null : { pattern: `${text.replace(/\/+$/, '')}/**` }
}

function isPrimaryStart(prefix: string): boolean {
  return prefix.startsWith('-') || operators.has(prefix[0] as string)
}

function mayBePrimary(pattern: string, prefix: string): boolean {
  return (prefix === '' || isPrimaryStart(prefix)) && !notInPrimaries.test(pattern)
}

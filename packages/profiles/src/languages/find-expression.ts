import type { Invocation, ProfileRefusal } from '../engine/invocation.ts'
import { globPattern, knownPrefix, knownText, maySplit, type ProfileWord, wordTarget } from '../model/word.ts'

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
const COMPARES_FILE = /^-(?:anewer|cnewer|newer|samefile|newer[aBcm][aBcmt])$/
const WRITES: Readonly<Record<string, 1 | 2>> = { '-fprint': 1, '-fprint0': 1, '-fls': 1, '-fprintf': 2 }
const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const OPERATORS = new Set(['(', ')', '!', ','])
/** A match with one of these in it is no primary of find. */
const NOT_IN_PRIMARIES = /[^-\w()!,*?[\]{}]/

/** Reads a find command line: starting points, then an expression. */
export function evaluateFind(call: Invocation): ProfileRefusal | undefined {
  const reader = new FindReader(call)
  reader.skipOptions()
  return reader.readStarts() ?? reader.readExpression()
}

class FindReader {
  readonly #call: Invocation
  /** The starting points. */
  readonly #starts: ProfileWord[] = []
  #index = 0

  constructor(call: Invocation) {
    this.#call = call
  }

  /** The options that stand before the starting points. */
  skipOptions(): void {
    const words = this.#call.operands
    while (this.#index < words.length) {
      const text = knownText(words[this.#index]!.word)
      if (text === null || !/^-(?:[HLPEXdsx]+|O\d?|D)$/.test(text)) return
      this.#index += text === '-D' ? 2 : 1
    }
  }

  readStarts(): ProfileRefusal | undefined {
    const words = this.#call.operands
    for (; this.#index < words.length; this.#index++) {
      const { word } = words[this.#index]!
      const text = knownText(word)
      if (text !== null) {
        if (text.startsWith('-') || OPERATORS.has(text)) break
        this.#starts.push(word)
        continue
      }
      const prefix = knownPrefix(word)
      const pattern = globPattern(word)
      const mayBeAction =
        pattern === null ? maySplit(word) || prefix === '' || isPrimaryStart(prefix) : mayBePrimary(pattern, prefix)
      if (mayBeAction) return this.#dynamic()
      this.#starts.push(word)
    }
    if (this.#starts.length === 0) this.#starts.push('.')
    for (const start of this.#starts) {
      const glob = globPattern(start) === null ? {} : { glob: true as const }
      this.#call.effects.push({ kind: 'file-read', target: wordTarget(start), recursive: true, lists: true, ...glob })
    }
    return undefined
  }

  readExpression(): ProfileRefusal | undefined {
    const words = this.#call.operands
    for (; this.#index < words.length; this.#index++) {
      const text = knownText(words[this.#index]!.word)
      if (text === null) return this.#dynamic()
      if (OPERATORS.has(text) || bare.has(text)) continue
      const refusal = this.#readPrimary(text)
      if (refusal) return refusal
    }
    return undefined
  }

  /** A test or an action, with its words. */
  #readPrimary(text: string): ProfileRefusal | undefined {
    if (compares.has(text) || COMPARES_FILE.test(text)) return this.#readOperand(text)
    if (text === '-delete') return this.#delete()
    const fileWords = WRITES[text]
    if (fileWords !== undefined) return this.#readOutput(text, fileWords)
    if (text === '-files0-from') {
      this.#index++
      const file = knownText(this.#call.operands[this.#index]?.word ?? null)
      this.#call.effects.push({ kind: 'file-read', target: file }, { kind: 'file-read', target: null, recursive: true })
      return undefined
    }
    if (RUNS.has(text)) return this.#readCommand(text)
    return this.#failure('UNKNOWN_OPTION', `find: nothing is known about ${text}`)
  }

  #delete(): undefined {
    for (const start of this.#starts) {
      const glob = globPattern(start) === null ? {} : { glob: true as const }
      this.#call.effects.push({ kind: 'file-delete', target: wordTarget(start), recursive: true, ...glob })
    }
  }

  /** @param count how many words follow, the file first */
  #readOutput(action: string, count: number): ProfileRefusal | undefined {
    const words = this.#call.operands
    const file = words[this.#index + 1]?.word
    if (words.length <= this.#index + count || file === undefined)
      return this.#failure('MISSING_VALUE', `find: ${action} needs a file`)
    if (maySplit(file)) return this.#dynamic()
    this.#call.effects.push({ kind: 'file-write', target: knownText(file), opens: true })
    this.#index += count
    return undefined
  }

  /** The word behind a test. One that looks like an action is an action if the test is not what it seems. */
  #readOperand(name: string): ProfileRefusal | undefined {
    this.#index++
    const word = this.#call.operands[this.#index]?.word
    if (word === undefined) return this.#failure('MISSING_VALUE', `find: ${name} needs a word`)
    const text = knownText(word)
    if (text === null) {
      const pattern = globPattern(word)
      // Unquoted `-name *.c`: several matches make an expression, though none of them an action.
      if (pattern === null ? maySplit(word) : mayBePrimary(pattern, knownPrefix(word))) return this.#dynamic()
    } else if (text === '-delete' || RUNS.has(text) || text in WRITES) {
      return this.#failure('UNKNOWN_OPERAND', `find: ${text} behind ${name} looks like an action`)
    }
    if (COMPARES_FILE.test(name) && !name.endsWith('t')) {
      this.#call.effects.push({ kind: 'file-read', target: text, note: 'its times only' })
    }
    return undefined
  }

  /** `-exec command… ;` or `-exec command… {} +`. */
  #readCommand(action: string): ProfileRefusal | undefined {
    const words = this.#call.operands
    const command: ProfileWord[] = []
    let hasMarker = false
    for (this.#index++; this.#index < words.length; this.#index++) {
      const { word } = words[this.#index]!
      const text = knownText(word)
      if (text === null) {
        if (maySplit(word)) return this.#dynamic()
        command.push(word)
        continue
      }
      const endsWithPlus =
        text === '+' && command.length > 1 && hasMarker && knownText(words[this.#index - 1]!.word) === '{}'
      if (text === ';' || endsWithPlus) {
        if (command.length === 0) return this.#failure('MISSING_VALUE', `find: ${action} needs a command`)
        return this.#run(action, command)
      }
      if (!text.includes('{}')) command.push(text)
      else if (text === '{}') {
        hasMarker = true
        for (const start of this.#starts) command.push(found(start, action.endsWith('dir')))
      } else command.push({ prefix: text.slice(0, text.indexOf('{}')), splits: false })
    }
    return this.#failure('MISSING_VALUE', `find: ${action} has no end`)
  }

  #run(action: string, command: ProfileWord[]): undefined {
    this.#call.runs.push(command)
    if (!action.endsWith('dir')) return
    const target = knownText(command[0] as ProfileWord)
    this.#call.effects.push({ kind: 'execute', target, origin: 'argument', note: 'in the folder of each file' })
  }

  #dynamic(): ProfileRefusal {
    return this.#failure('DYNAMIC_ARGUMENT', 'find: a word that is only known at run time could be an action')
  }

  #failure(code: ProfileRefusal['code'], message: string): ProfileRefusal {
    const at = this.#call.operands[this.#index]?.at
    return at === undefined ? { code, message } : { code, message, at }
  }
}

/** What `{}` stands for: paths that begin with the starting point. */
function found(start: ProfileWord, inFolder: boolean): ProfileWord {
  if (inFolder) return { pattern: './*' }
  const text = wordTarget(start)
  return text === null ? null : { pattern: `${text.replace(/(?<!\/)\/+$/, '')}/**` }
}

function isPrimaryStart(prefix: string): boolean {
  return prefix.startsWith('-') || OPERATORS.has(prefix[0] as string)
}

function mayBePrimary(pattern: string, prefix: string): boolean {
  return (prefix === '' || isPrimaryStart(prefix)) && !NOT_IN_PRIMARIES.test(pattern)
}

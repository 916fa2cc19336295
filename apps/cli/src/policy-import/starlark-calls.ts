/** A literal of a rules file: a text, a list of literals, or another word such as `True`. */
export type Literal = string | readonly Literal[] | { readonly word: string }

/** `name(key = literal, …)`, with the line that it begins at. */
export interface Call {
  readonly name: string
  readonly line: number
  readonly values: Readonly<Record<string, Literal>>
}

const TOKEN = /[ \t\r\n]+|#[^\n]*|([A-Za-z_]\w*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([()[\],=])/y

interface Token {
  readonly text: string
  readonly kind: 'word' | 'text' | 'mark'
  readonly line: number
}

/**
 * The calls of a file in Starlark that holds nothing but calls with literal values. Definitions, loops and variables are
 * refused: they would have to be run.
 *
 * @throws TypeError with the line
 */
export function starlarkCalls(source: string): readonly Call[] {
  const tokens = tokensOf(source)
  let at = 0
  const peek = () => tokens[at]
  const fail = (expected: string): never => {
    const token = peek() ?? tokens.at(-1)
    throw new TypeError(`line ${token?.line ?? 1}: expected ${expected}${peek() ? `, found ${peek()!.text}` : ''}`)
  }
  const take = (text: string): Token => (peek()?.text === text && peek()?.kind === 'mark' ? tokens[at++]! : fail(text))
  const takeWord = (): Token => (peek()?.kind === 'word' ? tokens[at++]! : fail('a name'))
  const isNext = (text: string) => peek()?.text === text && peek()?.kind === 'mark'
  const literal = (depth: number): Literal => {
    const token = peek()
    if (token?.kind === 'text') return (at++, textOf(token))
    if (token?.kind === 'word') return (at++, { word: token.text })
    if (depth > 8) return fail('fewer lists in lists')
    take('[')
    const values: Literal[] = []
    while (!isNext(']')) {
      values.push(literal(depth + 1))
      if (!isNext(']')) take(',')
    }
    take(']')
    return values
  }
  const calls: Call[] = []
  while (at < tokens.length) {
    const { text: name, line } = takeWord()
    take('(')
    const values: Record<string, Literal> = Object.create(null) as Record<string, Literal>
    while (!isNext(')')) {
      const { text: key } = takeWord()
      if (key in values) fail(`"${key}" once`)
      take('=')
      values[key] = literal(0)
      if (!isNext(')')) take(',')
    }
    take(')')
    calls.push({ name, line, values })
  }
  return calls
}

function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = []
  let line = 1
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex
    const found = TOKEN.exec(source)
    if (!found) throw new TypeError(`line ${line}: expected a call with literal values, found ${source[start]!}`)
    const [whole, word, text, mark] = found
    if (word !== undefined) tokens.push({ text: word, kind: 'word', line })
    else if (text !== undefined) tokens.push({ text, kind: 'text', line })
    else if (mark !== undefined) tokens.push({ text: mark, kind: 'mark', line })
    line += whole.split('\n').length - 1
  }
  return tokens
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', "'": "'" }

function textOf({ text, line }: Token): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, (whole, escape: string) => {
    const character = ESCAPES[escape]
    if (character === undefined) throw new TypeError(`line ${line}: expected a plain escape, found ${whole}`)
    return character
  })
}

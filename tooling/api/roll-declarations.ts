import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const RELATIVE_IMPORT = /(?:from|import|import\()\s*['"](\.{1,2}\/[^'"]+)['"]/gu
// Strings come first, so that what looks like a comment inside one is left alone.
const STRING_OR_COMMENT = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/.*/gu

/**
 * One text with every declaration that an entry reaches by relative imports, file by file, without comments:
 * what a reader of a difference needs to see that the public surface changed.
 */
export function rollDeclarations(entry: string, title: string): string {
  const sources = new Map<string, string>()
  collect(entry, sources)
  const folder = dirname(entry)
  const [first, ...rest] = sources.keys()
  const files = [...(first === undefined ? [] : [first]), ...rest.toSorted()]
  const parts = files.map((file) => `// ${relative(folder, file)}\n${sources.get(file)}`)
  return `// The public declarations of ${title}, written by \`pnpm api\`.\n\n${parts.join('\n\n')}\n`
}

function collect(file: string, sources: Map<string, string>): void {
  if (sources.has(file)) return
  const text = readFileSync(file, 'utf8')
  sources.set(file, withoutComments(text))
  for (const [, specifier = ''] of text.matchAll(RELATIVE_IMPORT)) collect(declarationsOf(file, specifier), sources)
}

function declarationsOf(importer: string, specifier: string): string {
  return join(dirname(importer), specifier.replace(/\.[cm]?[jt]s$/u, '.d.ts'))
}

function withoutComments(text: string): string {
  return text
    .replaceAll(STRING_OR_COMMENT, (token) => (token.startsWith('/') ? '' : token))
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
}

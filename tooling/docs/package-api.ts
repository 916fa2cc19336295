import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { listPackages, type WorkspacePackage, workspaceRoot } from '../workspace/list-packages.ts'

const EXPORTS = /^export \{(?<names>[^}]*)\} from '(?<file>\.[^']+)'/gmu
const DECLARATION = String.raw`^export (?:declare )?(?:abstract )?(?:async )?(?<kind>function\*?|class|const)\s+NAME\b`
const TABLE_NAME = /^[A-Z][A-Z\d_]+$/u
const DOCSTRING = /^[ \t]*\/\*\*(?<text>(?:(?!\*\/)[\s\S])*)\*\/\s*(?:\/\/[^\n]*\s*)*(?![\s\S])/mu

/** For each published package, what its entries export, with the first sentence of each docstring: `api-<package>`. */
export function packageApis(root: string): ReadonlyMap<string, string> {
  const published = listPackages(root).filter(({ isPublished, entries }) => isPublished && entries.length > 0)
  return new Map(published.map((each) => [`api-${basename(each.folder)}`, describeEntries(each)]))
}

function describeEntries({ folder, entries }: WorkspacePackage): string {
  const sections = entries.map(({ specifier, script }) => {
    const source = join(folder, 'src', relative(join(folder, 'dist'), script)).replace(/\.js$/u, '.ts')
    const rows = exportedValues(source).map(({ name, kind, sentence }) => {
      const shown = kind.startsWith('function') ? `${name}()` : name
      return `| \`${shown}\` | ${sentence.replaceAll('|', String.raw`\|`)} |`
    })
    if (rows.length === 0) return ''
    const title = entries.length > 1 ? `### \`${specifier}\`\n\n` : ''
    return `${title}| export | what it does |\n| --- | --- |\n${rows.join('\n')}`
  })
  return sections.filter((section) => section !== '').join('\n\n')
}

interface ExportedValue {
  readonly name: string
  readonly kind: string
  readonly sentence: string
}

/** Functions, classes and objects, in the order of their names; tables of facts, in capitals, and types are in `api/`. */
function exportedValues(entry: string): readonly ExportedValue[] {
  const text = readFileSync(entry, 'utf8')
  const values = [...text.matchAll(EXPORTS)].flatMap(({ groups = {} }) => {
    const file = join(dirname(entry), groups['file']!)
    return groups['names']!.split(',').flatMap((each) => {
      const [local = '', name = local] = each.trim().split(' as ')
      if (local === '' || local.startsWith('type ') || TABLE_NAME.test(name)) return []
      const found = findDeclaration(file, local)
      return found === null ? [] : [{ name, ...found }]
    })
  })
  return values.toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

/** The declaration of a name, in this file or in the one that it is re-exported from. */
function findDeclaration(file: string, name: string): Omit<ExportedValue, 'name'> | null {
  const text = readFileSync(file, 'utf8')
  const found = new RegExp(DECLARATION.replace('NAME', name), 'mu').exec(text)
  if (found !== null) {
    const sentence = firstSentence(text.slice(0, found.index))
    if (sentence === '') throw new Error(`${relative(workspaceRoot, file)}: ${name} is public and has no docstring`)
    return { kind: found.groups!['kind']!, sentence }
  }
  for (const { groups = {} } of text.matchAll(EXPORTS)) {
    const names = groups['names']!.split(',').map((each) => each.trim())
    if (names.includes(name)) return findDeclaration(join(dirname(file), groups['file']!), name)
  }
  return null
}

function firstSentence(before: string): string {
  const text = DOCSTRING.exec(before)?.groups?.['text'] ?? ''
  const [words = ''] = text
    .replaceAll(/^\s*\* ?/gmu, '')
    .trim()
    .split(/\n\s*\n|^@|\n@/u, 1)
  const sentence = /^[\s\S]*?[^.\s]\.(?=\s|$)/u.exec(words.trim())?.[0] ?? words.trim()
  return sentence.replaceAll(/\s+/gu, ' ').replaceAll(/\{@link ([^}]+)\}/gu, '`$1`')
}

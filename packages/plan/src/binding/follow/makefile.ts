import { basename, dirname, resolve } from 'node:path'
import { isPattern } from '../expand-pattern.ts'
import type { FileCollector } from '../file-collector.ts'

export const isMakefile = (path: string): boolean =>
  /^(?:(?:gnu|bsd)?makefile|\.?justfile)$/i.test(basename(path)) || /\.(?:mk|mak|make|just)$/i.test(path)

const MAX_VALUE = 4096

/**
 * Adds what a file of rules includes, and what its recipes run. Sources: GNU make manual, 3.3 Including Other Makefiles,
 * 5 Recipes; just.systems/man, Imports.
 *
 * @param folder where the program works, which names are relative to
 */
export function followMakefile(collector: FileCollector, path: string, folder: string, depth: number): void {
  if (!collector.mayFollow(path, [folder])) return
  const text = collector.read(path)
  if (text === null) return
  const lines = text.replaceAll('\\\n', ' ').split('\n')
  const variables = new Map<string, string>([['MAKE', 'make']])
  for (const line of lines) {
    const [, name, value] = /^\s*(?:export\s+|override\s+)*([\w.-]+)\s*(?:::?:?|\+|\?)?=\s*(.*)$/.exec(line) ?? []
    if (name !== undefined && !line.startsWith('\t')) variables.set(name, plain(value!, variables))
  }
  const places = [folder, ...(dirname(path) === folder ? [] : [dirname(path)])]
  for (const line of lines) {
    const [, included] = /^\s*(?:-?include|sinclude|import\??)\s+(.+)$/.exec(line) ?? []
    for (const name of included === undefined ? [] : plain(included, variables).split(/[\s'"]+/)) {
      for (const base of name === '' ? [] : places) {
        if (isPattern(name)) collector.addMatches(name, base, depth + 1)
        else collector.add(resolve(base, name), depth + 1)
      }
    }
  }
  const recipes = lines.flatMap((line) => {
    const recipe =
      /^(?:\t|\s{2,})[\s@+-]*(.*)$/.exec(line)?.[1] ?? /^[^#=\s][^#=]*:[^;=]*;\s*[@+-]*(.*)$/.exec(line)?.[1]
    const called = Array.from(line.matchAll(/\$[({]shell\s+([^)}]+)/g), (match) => match[1]!)
    return [...(recipe === undefined ? [] : [recipe]), ...called]
  })
  const commands = new Set(recipes.map((recipe) => plain(recipe, variables)).filter((recipe) => recipe.trim() !== ''))
  for (const command of commands) collector.addText({ text: command, places, programs: [], depth: depth + 1 })
}

/** With its variables as far as they are plain: `$(DIR)/x`, `$${HOME}`, `{{dir}}/x`. */
function plain(text: string, variables: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(/\$[({](?:wildcard|abspath|realpath|shell)\s+([^)}]*)[)}]/g, '$1')
    .replaceAll(
      /\$[({]([\w.-]+)[)}]|\{\{\s*(\w+)\s*\}\}/g,
      (_, name?: string, other?: string) => variables.get(name ?? other!) ?? '',
    )
    .replaceAll(/\$[@<^*?+%|]/g, '')
    .replaceAll('$$', '$')
    .slice(0, MAX_VALUE)
}

import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import type { FileCollector } from '../file-collector.ts'

/** nodejs.org/api/modules.html, All together: LOAD_AS_FILE; the others are what TypeScript and bundlers try. */
const ENDINGS = ['', '.js', '.json', '.node']
const FURTHER_ENDINGS = ['.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx']

/** A word behind node(1): the file or folder that it runs, or loads first. */
export function followNodeWord(collector: FileCollector, word: string, folder: string, depth: number): void {
  if (/\s/.test(word)) followNodeFile(collector, word, folder, depth)
  else if (!word.startsWith('-')) addModule(collector, resolve(folder, word), depth)
}

/** `require("./x")`, `import "./x"`, `import("./x")`, `export … from "./x"`, `new URL("./x", …)`. */
const LOADED = /\b(?:require(?:\.resolve)?|import|from|URL)\s*\(?\s*(["'`])([^"'`\n]{1,512})\1/g

/** Adds what the text of a module loads, one step. */
export function followNodeFile(collector: FileCollector, text: string, folder: string, depth: number): void {
  for (const { 2: name } of text.matchAll(LOADED)) {
    if (name === undefined || name.startsWith('node:') || builtinModules.includes(name)) continue
    if (/^\.{0,2}\//.test(name) || name === '.' || name === '..') addModule(collector, resolve(folder, name), depth)
    else addPackage(collector, name, folder, depth)
  }
}

/** A file or a folder, as it would be found: what would be found before it counts although it is not there. */
function addModule(collector: FileCollector, path: string, depth: number): void {
  const exists = [...ENDINGS, ...FURTHER_ENDINGS].some((ending) => collector.isFile(path + ending))
  if (!exists && !collector.isFolder(path)) return
  for (const ending of ENDINGS) {
    collector.add(path + ending, depth)
    if (collector.isFile(path + ending)) return
  }
  for (const ending of FURTHER_ENDINGS) collector.addPresent(path + ending, depth)
  if (!collector.isFolder(path)) return
  collector.add(join(path, 'package.json'), depth)
  const main = mainOf(collector.read(join(path, 'package.json')))
  for (const name of main) addModule(collector, resolve(path, name), depth)
  if (main.length === 0) for (const ending of ENDINGS.slice(1)) collector.add(join(path, `index${ending}`), depth)
}

/** The nearest folder with modules of that name: those before it must stay without. */
function addPackage(collector: FileCollector, name: string, folder: string, depth: number): void {
  const [scope = '', ...rest] = name.split('/')
  const owner = scope.startsWith('@') ? `${scope}/${rest.shift() ?? ''}` : scope
  for (const above of collector.ancestors(folder)) {
    const packageFolder = join(above, 'node_modules', owner)
    if (collector.isFolder(packageFolder)) {
      collector.add(join(packageFolder, 'package.json'), depth)
      addModule(collector, join(packageFolder, ...rest), depth)
      return
    }
    collector.add(join(packageFolder, 'package.json'), depth)
  }
}

/** The files that a package.json may mean by itself: `main`, and every path of `exports` and `imports`. */
function mainOf(text: string | null): readonly string[] {
  try {
    const { main, module, exports, bin } = JSON.parse(text ?? '{}')
    return [main, module, ...pathsIn(exports), ...pathsIn(bin)].filter((one): one is string => typeof one === 'string')
  } catch {
    return []
  }
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^[^*]+$/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).slice(0, 64).flatMap(pathsIn) : []
}

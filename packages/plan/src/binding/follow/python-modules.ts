import { dirname, resolve } from 'node:path'
import type { FileCollector } from '../file-collector.ts'

/**
 * Adds every module that lies in a folder which Python looks in before all others: each can stand for one of the
 * library, and one more would be one more. docs.python.org/library/sys_path_init
 */
export function shadowModules(collector: FileCollector, folder: string, depth: number): void {
  for (const pattern of ['*.py', '*.so', '*.pth', '*/__init__.py', '*/__main__.py']) {
    collector.addMatches(pattern, folder, depth)
  }
}

/** A word behind python(1): the module of `-m`, a folder, a text of code. */
export function followPythonWord(collector: FileCollector, word: string, folder: string, depth: number): void {
  if (/\s/.test(word)) return followPythonFile(collector, word, folder, [folder], depth)
  if (/^[A-Za-z_][\w.]*$/.test(word)) addModule(collector, word, folder, depth)
  const path = resolve(folder, word)
  if (collector.isFolder(path)) collector.add(resolve(path, '__main__.py'), depth)
  // The folder of a script stands before all others.
  if (/\.pyw?$/.test(word) && collector.isFile(path)) shadowModules(collector, dirname(path), depth)
}

const IMPORTS = /^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+\(?([^#\n;]*)|import[ \t]+([^#\n;]+))/gm

/** Adds the modules below the given folders that a text imports, one step. */
export function followPythonFile(
  collector: FileCollector,
  text: string,
  folder: string,
  places: readonly string[],
  depth: number,
): void {
  const around = [...new Set([folder, ...places])]
  for (const [, dots = '', from = '', names = '', imported] of text.replaceAll(';', '\n').matchAll(IMPORTS)) {
    if (imported !== undefined) {
      for (const name of namesIn(imported))
        for (const searchPath of around) addModule(collector, name, searchPath, depth)
      continue
    }
    // One dot is the folder itself, each further one the folder above.
    const base = dots === '' ? null : resolve(folder, ...Array<string>(dots.length - 1).fill('..'))
    for (const searchPath of base === null ? around : [base]) {
      if (from !== '') addModule(collector, from, searchPath, depth)
      for (const name of namesIn(names)) addModule(collector, from === '' ? name : `${from}.${name}`, searchPath, depth)
    }
  }
}

const namesIn = (list: string) => list.split(',').flatMap((one) => /^\s*([A-Za-z_][\w.]*)/.exec(one)?.[1] ?? [])

function addModule(collector: FileCollector, name: string, folder: string, depth: number): void {
  const parts = name.split('.').filter((part) => part !== '')
  for (let count = 1; count <= parts.length; count++) {
    const path = resolve(folder, ...parts.slice(0, count))
    for (const file of [`${path}/__init__.py`, `${path}.py`]) collector.addPresent(file, depth)
    if (count === parts.length) collector.addPresent(`${path}/__main__.py`, depth)
  }
}

import { dirname } from 'node:path'
import type { FileCollector, FoundFile } from '../file-collector.ts'
import { followMakefile, isMakefile } from './makefile.ts'
import { followNodeFile } from './node-modules.ts'
import { followPythonFile } from './python-modules.ts'
import { followRequired, isRequiring } from './required-files.ts'

/** Files of which the text says nothing of what else is run. */
const NO_CODE =
  /\.(?:md|txt|json|jsonc|json5|ya?ml|toml|ini|cfg|conf|lock|xml|html?|css|svg|png|jpe?g|gif|pdf|csv|tsv|log|gz|xz|zip|tar|so|o|a|rs|go|java|c|h|cc|cpp|cs|swift|kt)$/i
const SHELL_NAME = /(?:\.(?:sh|bash|zsh|ksh|dash|env|envrc)|rc|profile)$/

/** Looks through a file that may run, for what it runs in turn. */
export function followFile(collector: FileCollector, { path, depth }: FoundFile, places: readonly string[]): void {
  if (NO_CODE.test(path)) return
  const folder = dirname(path)
  if (isMakefile(path)) return followMakefile(collector, path, places[0] ?? folder, depth)
  const text = collector.read(path)
  if (text === null) return
  const interpreter = /^#!.*?([a-z]+)[\d.]*(?:\s+-.*)?\s*$/.exec(text.split('\n', 1)[0]!)?.[1]
  if (/\.pyw?$/.test(path) || interpreter === 'python') followPythonFile(collector, text, folder, places, depth + 1)
  else if (/\.[cm]?[jt]sx?$/.test(path) || interpreter === 'node') followNodeFile(collector, text, folder, depth + 1)
  else if (isRequiring(path) || /^(?:ruby|perl|php|lua|tclsh)$/.test(interpreter ?? '')) {
    followRequired(collector, text, [...new Set([folder, ...places])], depth + 1)
  } else if (interpreter === undefined ? !/\.\w+$/.test(path) || SHELL_NAME.test(path) : interpreter.endsWith('sh')) {
    collector.addText({ text, places: [...new Set([...places, folder])], programs: [], depth: depth + 1 })
  }
}

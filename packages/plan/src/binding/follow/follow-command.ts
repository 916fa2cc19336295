import { basename, resolve } from 'node:path'
import { conventionsOf } from '../convention.ts'
import type { FileCollector } from '../file-collector.ts'
import type { CommandPlaces } from './command-context.ts'
import { followMakefile } from './makefile.ts'
import { followNodeWord } from './node-modules.ts'
import { followPackageScripts } from './package-scripts.ts'
import { followPythonWord, shadowModules } from './python-modules.ts'
import { followRepository } from './repository-files.ts'
import { followRequired } from './required-files.ts'

/** Adds what a command reads by convention, and what that names in turn. */
export function followCommand(collector: FileCollector, argv: readonly (string | null)[], at: CommandPlaces): void {
  const rows = conventionsOf(argv)
  if (rows.length === 0) return
  const { places, given, runs, depth } = at
  const words = argv.slice(1).filter((word) => word !== null)
  collector.addConventions(rows, places, given, runs, depth)
  for (const follow of new Set(rows.map((row) => row.follow))) {
    switch (follow) {
      case 'makefile':
        for (const start of places) {
          for (const row of rows) {
            for (const name of row.files?.split(' ') ?? [])
              followMakefile(collector, resolve(start, name), start, depth)
          }
        }
        break
      case 'package-scripts':
        followPackageScripts(collector, words, at)
        break
      case 'node-modules':
        for (const word of words) for (const start of places) followNodeWord(collector, word, start, depth)
        break
      case 'python-modules':
        for (const start of places) {
          shadowModules(collector, start, depth)
          for (const word of words) followPythonWord(collector, word, start, depth)
        }
        break
      case 'named-files':
        for (const word of words.some((one) => STARTS.test(one)) ? words.filter((one) => /[*?[]/.test(one)) : []) {
          for (const start of given.length > 0 ? given : places) collector.addBelow([basename(word)], start, depth)
        }
        break
      case 'required-files':
        for (const word of words) if (/\s/.test(word)) followRequired(collector, word, places, depth)
        break
      case 'repository':
        followRepository(collector, words, places, depth)
        break
      default:
    }
  }
}

/** find(1), fd(1): what is found is handed to a program. */
const STARTS = /^-(?:exec|execdir|ok|okdir|x|X)$|^--exec/

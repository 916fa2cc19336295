import { library } from '@poundlock/tooling/tsup'
import { internalNames } from './internal-names.ts'

/**
 * Each entry is one file: most of what a first parse costs is finding files. Members of the parser's and the printer's
 * own classes get short names, a seventh of the syntax where an application minifies it.
 */
export default {
  ...library(['src/index.ts', 'src/analysis/index.ts']),
  splitting: false,
  esbuildOptions: (options: { mangleProps?: RegExp }) => {
    options.mangleProps = new RegExp(`^(?:${internalNames().join('|')})$`)
  },
}

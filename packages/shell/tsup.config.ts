import { library } from '@poundlock/tooling/tsup'

// The analysis is a file of its own, so that a bundler drops it where only the syntax is used: it is `sideEffects: false`
// file by file. Minified, with a source map: much of what a first parse costs is the engine's reading of the file.
export default { ...library(['src/index.ts', 'src/syntax/index.ts', 'src/analyze.ts']), minify: true }

import { library } from '@poundlock/tooling/tsup'

// Minified, with a source map: half of what a first parse costs is the engine's reading of the file.
export default { ...library(['src/index.ts', 'src/syntax/index.ts']), minify: true }

/**
 * `npm start -- <arguments>`: brings the build up to date, then runs the built command in this same
 * process, so that arguments, standard input, signals and the exit code are the command's own.
 * Without arguments it is the demonstration.
 */
import { fileURLToPath } from 'node:url'
import { build } from './start/build.ts'
import { callerDirectory, restoreCallerEnvironment } from './start/caller.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const command = new URL('../apps/cli/dist/poundlock.cjs', import.meta.url)
const given = process.argv.slice(2)

const built = await build(root, ['./apps/cli'])
if (!built) process.exit(70)

process.chdir(callerDirectory() ?? root)
restoreCallerEnvironment()
process.argv = [process.execPath, fileURLToPath(command), ...(given.length === 0 ? ['demo'] : given)]
await import(command.href)

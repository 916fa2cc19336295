/**
 * Writes what the tarball has to read: `man/poundlock.1`, and in `schemas/` the JSON Schema of each command's JSON.
 *
 *   node --conditions=@poundlock/source bundle/write-references.ts VERSION
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { ALL_COMMANDS } from '../src/command-line/all-commands.ts'
import { JSON_OUTPUTS } from '../src/json-output/all-outputs.ts'
import { outputSchema } from '../src/json-output/json-output.ts'
import { schemaName } from '../src/json-output/schema-name.ts'
import { createProgram } from '../src/program.ts'
import { manPage } from './man-page.ts'

const [, , version = ''] = process.argv
// A build has it in its place.
Object.assign(globalThis, { POUNDLOCK_VERSION: version })

for (const folder of ['dist/man', 'dist/schemas']) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}
writeFileSync('dist/man/poundlock.1', manPage(createProgram(ALL_COMMANDS), version))
for (const [command, output] of Object.entries(JSON_OUTPUTS)) {
  writeFileSync(
    `dist/schemas/${schemaName(command)}.json`,
    `${JSON.stringify(outputSchema(`poundlock ${command}`, output))}\n`,
  )
}

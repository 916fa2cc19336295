import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { schemaName } from '../json-output/schema-name.ts'
import { printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

const SUFFIX = '.json'

/** `poundlock schema [COMMAND]`: what the build wrote beside this program. */
export async function printOutputSchema(words: readonly string[]): Promise<void> {
  const folder = join(dirname(realpathSync(process.argv[1]!)), 'schemas')
  const names = existsSync(folder) ? readdirSync(folder).map((file) => file.slice(0, -SUFFIX.length)) : []
  if (words.length === 0) {
    for (const name of names.toSorted()) await printLine(name)
    return
  }
  const name = schemaName(words.join(' '))
  if (!names.includes(name)) {
    throw new UsageError(`there is no schema ${JSON.stringify(name)}`, { remedy: 'poundlock schema lists them.' })
  }
  await printLine(readFileSync(join(folder, `${name}${SUFFIX}`), 'utf8').trimEnd())
}

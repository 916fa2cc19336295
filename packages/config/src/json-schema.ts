import { ConfigDocument } from './schema.ts'

/** The schema of `poundlock.json` as a JSON Schema for editors: the file `poundlock.schema.json` of this package. */
export function configJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'poundlock.json',
    description: 'What agents may do on this machine. Comments and trailing commas are allowed.',
    ...(JSON.parse(JSON.stringify(ConfigDocument)) as object),
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** Keys that repeat those of another part; the page says so in a sentence. */
const REPEATED = /^agents\.(?:defaults|list\[\])\./u

/** A text in a cell. Outside of code a `<` would begin a tag. */
const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(`[^`]*`)|</gu, (_, code: string | undefined) => code ?? '&lt;')

/** Every key of the configuration, with what it takes and what it does, from its schema. */
export function configReference(root: string): string {
  const schema = JSON.parse(readFileSync(join(root, 'packages/config/poundlock.schema.json'), 'utf8')) as Schema
  const rows = [...keysOf(schema, schema, '')]
    .filter(([key]) => key !== '$schema' && !REPEATED.test(key))
    .map(([key, value]) => `| \`${key}\` | ${cell(valuesOf(schema, value))} | ${cell(value.description ?? '')} |`)
  return ['| key | values | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

function resolve(root: Schema, { $ref, ...own }: Schema): Schema {
  if ($ref === undefined) return own
  const found = root.$defs?.[$ref.replace('#/$defs/', '')]
  if (!found) throw new Error(`poundlock.schema.json refers to ${$ref}, which it does not have`)
  return { ...resolve(root, found), ...own }
}

/** All keys below a schema, with dots between them: `<name>` for names that you choose, `[]` for entries of a list. */
function* keysOf(root: Schema, given: Schema, prefix: string): Generator<readonly [key: string, value: Schema]> {
  const schema = resolve(root, given)
  const named = Object.entries(schema.patternProperties ?? {}).map(([, value]) => ['<name>', value] as const)
  for (const [name, raw] of [...Object.entries(schema.properties ?? {}), ...named]) {
    const value = resolve(root, raw)
    const key = prefix === '' ? name : `${prefix}.${name}`
    const inner = [...keysOf(root, value, key)]
    // A folder of keys has no value of its own; what it says stands in its row.
    if (inner.length === 0 || value.description !== undefined) yield [key, value]
    yield* inner
  }
  if (schema.items) yield* keysOf(root, schema.items, `${prefix}[]`)
  for (const part of schema.anyOf ?? []) yield* keysOf(root, part, prefix)
}

function valuesOf(root: Schema, given: Schema): string {
  const schema = resolve(root, given)
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((part) => valuesOf(root, part)))].join(', or ')
  if (schema.type === 'array') return `list of ${schema.items ? valuesOf(root, schema.items) : 'anything'}`
  return schema.type ?? 'object'
}

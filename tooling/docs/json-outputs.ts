import { pathToFileURL } from 'node:url'
import { type JsonSchema, schemaText } from './schema-text.ts'

/** The part of an output that is read here. */
interface JsonOutput {
  readonly form: 'document' | 'lines'
  readonly shapes: readonly JsonSchema[]
}

/** What each command prints as JSON, as types: a part of a page. */
export async function jsonOutputs(root: string): Promise<string> {
  const folder = new URL('apps/cli/src/json-output/', `${pathToFileURL(root).href}/`)
  const { JSON_OUTPUTS } = (await import(new URL('all-outputs.ts', folder).href)) as {
    JSON_OUTPUTS: Readonly<Record<string, JsonOutput>>
  }
  const shared = (await import(new URL('shapes.ts', folder).href)) as Readonly<Record<string, unknown>>
  const named = Object.entries(shared).filter(([name, shape]) => /^[A-Z][a-z]/u.test(name) && typeof shape === 'object')
  const names = new Map(named.map(([name, shape]) => [JSON.stringify(shape), name]))
  const block = (text: string) => `\`\`\`text\n${text}\n\`\`\``
  const first = new Map<string, string>()
  const outputs = Object.entries(JSON_OUTPUTS).map(([command, { form, shapes }]) => {
    const text = block(shapes.map((shape) => schemaText(shape, { names }).trim()).join('\n\nor\n\n'))
    const same = first.get(text)
    first.set(text, same ?? command)
    const shown = same === undefined ? text : `As \`poundlock ${same}\`.`
    return `## poundlock ${command}\n\n${form === 'lines' && same === undefined ? 'In each line:\n\n' : ''}${shown}`
  })
  const shapes = named.map(
    ([name, shape]) => `### ${name}\n\n${block(schemaText(shape as JsonSchema, { names, self: name }).trim())}`,
  )
  return [...outputs, '## Shared parts', ...shapes].join('\n\n')
}

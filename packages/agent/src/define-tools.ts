import type { ToolSpec } from '@poundlock/spec'
import { portableSchema } from './portable-schema.ts'
import type { JsonObject, Provider } from './provider.ts'
import { strictSchema } from './strict-schema.ts'

/** A tool as it is described to a model. */
export type ModelTool = Pick<ToolSpec, 'name' | 'description'> & {
  /** JSON Schema; it may come from an untrusted source. */
  readonly inputSchema: unknown
}

/** How tools are written for a provider. */
export interface DefineOptions {
  /**
   * Has OpenAI hold the model to the schema, where the schema can be said in its subset. Give the same tools to
   * `readCalls` then. Default false.
   */
  readonly strict?: boolean
}

/** The tools of a request, as the provider takes them. */
export interface ToolDefinitions {
  /** For the request's `tools`; for Gemini the `functionDeclarations` of one of its tools. */
  readonly definitions: readonly JsonObject[]
  /** Tools that the provider would refuse the whole request for; they are left out. */
  readonly quarantined: readonly { readonly name: string; readonly reason: string }[]
}

/** Starts with a letter, so that every provider takes it. */
const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/

/** Defines tools for a provider. One tool that it would not take is left out and reported, and the others are sent. */
export function defineTools(
  provider: Provider,
  tools: readonly ModelTool[],
  { strict = false }: DefineOptions = {},
): ToolDefinitions {
  const portable = portableTools(provider, tools)
  const definitions = portable.tools.map(({ name, description, schema }) =>
    DEFINE[provider](name, description, schema, strict),
  )
  return { definitions, quarantined: portable.quarantined }
}

/** A tool with its schema as a provider takes it. */
interface PortableTool {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

/** The tools that a provider takes, and those that it would refuse the whole request for. */
export function portableTools(
  provider: Provider,
  tools: readonly ModelTool[],
): { readonly tools: readonly PortableTool[]; readonly quarantined: ToolDefinitions['quarantined'] } {
  const taken = new Map<string, PortableTool>()
  const quarantined: { name: string; reason: string }[] = []
  for (const { name, description, inputSchema } of tools) {
    const refuse = (reason: string) => quarantined.push({ name, reason })
    if (!NAME.test(name)) {
      refuse('its name is not a letter followed by at most 63 letters, digits, "_" and "-"')
      continue
    }
    if (taken.has(name)) {
      refuse('another tool has the same name')
      continue
    }
    const portable = portableSchema(provider, inputSchema)
    if ('problem' in portable) refuse(portable.problem)
    else taken.set(name, { name, description, schema: portable.schema })
  }
  return { tools: [...taken.values()], quarantined }
}

type Define = (name: string, description: string, schema: JsonObject, strict: boolean) => JsonObject

const openAi: Define = (name, description, schema, strict) => {
  const strictForm = strict ? strictSchema(schema) : null
  return { name, description, parameters: strictForm ?? schema, strict: strictForm !== null }
}

const DEFINE: Readonly<Record<Provider, Define>> = {
  anthropic: (name, description, schema) => ({ name, description, input_schema: schema }),
  openai: (...tool) => ({ type: 'function', function: openAi(...tool) }),
  'openai-responses': (...tool) => ({ type: 'function', ...openAi(...tool) }),
  gemini: (name, description, schema) => ({ name, description, parametersJsonSchema: schema }),
  mistral: (name, description, schema) => ({ type: 'function', function: { name, description, parameters: schema } }),
}

import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { AgentModel } from '../model/model.ts'
import type { Provider } from '../provider.ts'
import { aiSdkModel } from './ai-sdk-model.ts'
import { boundedFetch, RESPONSE_BOUNDS, type ResponseBounds } from './bounded-fetch.ts'
import { missingKey, modelError } from './model-failure.ts'

/** The providers that a model can be named with. `compatible` is any server that speaks Chat Completions. */
export const MODEL_PROVIDERS = ['anthropic', 'openai', 'openai-chat', 'google', 'mistral', 'compatible'] as const

/** A provider whose package can be loaded. */
export type ModelProvider = (typeof MODEL_PROVIDERS)[number]

/** The key and the address of a provider. */
export interface OpenModelOptions {
  /** Where the provider's API is; its own address unless set. `compatible` needs one, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl?: string
  /** From the provider's own environment variable unless set; `compatible` has none. */
  readonly apiKey?: string
  /** The environment variable that `apiKey` came from, for messages; the provider's own unless set. */
  readonly keyVariable?: string
  /** Makes the requests; that of Node unless set. */
  readonly fetch?: typeof fetch
  /** When a response is broken off; each bound has a default. */
  readonly bounds?: Partial<ResponseBounds>
}

interface Settings {
  readonly baseURL?: string
  readonly apiKey?: string
  readonly fetch: typeof fetch
}

interface Entry {
  readonly format: Provider
  readonly packageName: string
  /** Where the package looks for a key. */
  readonly keyVariable?: string
  readonly open: (model: string, settings: Settings) => Promise<LanguageModelV4>
}

const ENTRIES: Readonly<Record<ModelProvider, Entry>> = {
  anthropic: {
    format: 'anthropic',
    packageName: '@ai-sdk/anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    open: async (model, settings) => (await import('@ai-sdk/anthropic')).createAnthropic(settings)(model),
  },
  openai: {
    format: 'openai-responses',
    packageName: '@ai-sdk/openai',
    keyVariable: 'OPENAI_API_KEY',
    open: async (model, settings) => (await import('@ai-sdk/openai')).createOpenAI(settings).responses(model),
  },
  'openai-chat': {
    format: 'openai',
    packageName: '@ai-sdk/openai',
    keyVariable: 'OPENAI_API_KEY',
    open: async (model, settings) => (await import('@ai-sdk/openai')).createOpenAI(settings).chat(model),
  },
  google: {
    format: 'gemini',
    packageName: '@ai-sdk/google',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    open: async (model, settings) => (await import('@ai-sdk/google')).createGoogle(settings)(model),
  },
  mistral: {
    format: 'mistral',
    packageName: '@ai-sdk/mistral',
    keyVariable: 'MISTRAL_API_KEY',
    open: async (model, settings) => (await import('@ai-sdk/mistral')).createMistral(settings)(model),
  },
  compatible: {
    format: 'openai',
    packageName: '@ai-sdk/openai-compatible',
    async open(model, { baseURL, ...settings }) {
      if (baseURL === undefined) {
        throw modelError('MODEL_UNKNOWN', 'a compatible server has no address of its own', {
          remedy: 'Give its base URL, such as http://127.0.0.1:11434/v1.',
        })
      }
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ name: 'compatible', baseURL, includeUsage: true, ...settings })(model)
    },
  },
}

/**
 * Opens a model by its name, such as `anthropic:claude-sonnet-4-5` or `compatible:qwen3`. The package of the provider is
 * loaded here, and has to be installed.
 *
 * @throws ModelError `MODEL_UNKNOWN`, `MODEL_KEY`
 */
export async function openModel(name: string, options: OpenModelOptions = {}): Promise<AgentModel> {
  const [, provider = '', model = ''] = /^([^:]*):(.+)$/.exec(name) ?? []
  if (!isProvider(provider)) {
    throw modelError('MODEL_UNKNOWN', `${name}: name one of ${MODEL_PROVIDERS.join(', ')}, a colon and a model`)
  }
  const { format, packageName, open, keyVariable: own } = ENTRIES[provider]
  const { baseUrl, apiKey, keyVariable = own, fetch: inner = fetch, bounds } = options
  if (baseUrl !== undefined) checkAddress(baseUrl)
  const origin = { provider, ...(keyVariable !== undefined && { keyVariable }) }
  if (own !== undefined && (apiKey ?? process.env[own] ?? '') === '') throw missingKey(origin)
  const settings = {
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    fetch: boundedFetch(inner, { ...RESPONSE_BOUNDS, ...bounds }),
  }
  try {
    return aiSdkModel(await open(model, settings), format, origin)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw modelError('MODEL_UNKNOWN', `${provider} needs the package ${packageName}, which is not installed`)
  }
}

function checkAddress(baseUrl: string): void {
  if (['http:', 'https:'].includes(URL.parse(baseUrl)?.protocol ?? '')) return
  throw modelError('MODEL_UNKNOWN', `the base URL ${baseUrl} is no address of a server`, {
    remedy: 'Begin it with http:// or https://, as in http://127.0.0.1:11434/v1.',
  })
}

const isProvider = (name: string): name is ModelProvider => (MODEL_PROVIDERS as readonly string[]).includes(name)

/** The wire formats of tools that model providers speak. */
export const PROVIDERS = ['anthropic', 'openai', 'openai-responses', 'gemini', 'mistral'] as const

/** `openai` is Chat Completions, which many local servers speak, too. */
export type Provider = (typeof PROVIDERS)[number]

/** An object of JSON. */
export type JsonObject = { readonly [key: string]: unknown }

import type { ToolProfile } from './tool-profiles.ts'

/** Which tools may be called: each of its lists narrows what the others leave. */
export interface ToolFilter {
  /** A named set of tools: all others are denied. No limit where absent. */
  readonly profile?: ToolProfile
  /** Names, groups (`group:fs`) and patterns (`web_*`). When it holds anything, everything else is denied. */
  readonly allow?: readonly string[]
  /** Always wins. */
  readonly deny?: readonly string[]
}

/** The tools part of a layer. */
export interface ToolsLayer extends ToolFilter {
  /** By the provider of the model (`openai`), or by provider and model (`openai/gpt-5`). */
  readonly byProvider?: Readonly<Record<string, ToolFilter>>
  /** Only while commands run in a sandbox. */
  readonly sandbox?: { readonly tools?: Omit<ToolFilter, 'profile'> }
}

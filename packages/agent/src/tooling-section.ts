import { type ToolSpec, visibleText } from '@poundlock/spec'

/**
 * The tools as a section of a system prompt, a line each, for models that read them as text. Pass only tools that the
 * policy lets be called. Empty where there are none.
 */
export function toolingSection(tools: readonly Pick<ToolSpec, 'name' | 'summary'>[]): string {
  if (tools.length === 0) return ''
  const lines = tools.map(({ name, summary }) => `- ${visibleText(name)}: ${visibleText(summary)}`)
  return ['## Tooling', 'These tools can be called, by exactly these names:', ...lines].join('\n')
}

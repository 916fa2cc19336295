import type { ToolContent } from '@poundlock/spec'

/** What pi tells before a tool runs. */
export interface PiToolCall {
  readonly toolCall: { readonly id: string; readonly name: string }
  readonly args: unknown
}

/** A tool as pi has it: the `AgentTool` of pi-agent-core. */
export interface PiTool {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly parameters: object
  readonly execute: (
    id: string,
    input: unknown,
    signal?: AbortSignal,
  ) => Promise<{ content: PiContent[]; details: undefined; isError: boolean }>
}

/** A part of a result as pi has it. */
export type PiContent = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }

/** What pi is given: tools, and the hook that decides. */
export interface PiGuard {
  /** For `initialState` of the `Agent`. */
  readonly tools: PiTool[]
  /** For the `Agent`. Without it, calls that need approval do not run. */
  readonly beforeToolCall: (call: PiToolCall, signal?: AbortSignal) => Promise<PiRefusal | undefined>
  /** Ends the calls that wait. None of them runs. */
  close(): void
}

/** Blocks a call; the model reads the reason. */
export interface PiRefusal {
  readonly block: true
  readonly reason: string
}

/** The result of a call in the parts of pi. */
export const piContent = (content: readonly ToolContent[]): PiContent[] =>
  content.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image', data: part.data, mimeType: part.mediaType },
  )

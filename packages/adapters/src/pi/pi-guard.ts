import type { ToolContent } from '@poundlock/spec'

/** What pi tells before a tool runs. */
export interface PiToolCall {
  /** The call, by the id and the name that pi has for it. */
  readonly toolCall: { readonly id: string; readonly name: string }
  /** The input of the call, as pi has checked it. */
  readonly args: unknown
}

/** A tool as pi has it: the `AgentTool` of pi-agent-core. */
export interface PiTool {
  /** The name that the model calls it by. */
  readonly name: string
  /** The name that people see. */
  readonly label: string
  /** What the model reads about it. */
  readonly description: string
  /** JSON Schema of the input. */
  readonly parameters: object
  /** Makes the call, guarded; one that may not run ends as an error that says why. */
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
  /** Why, and what would allow it. */
  readonly reason: string
}

/** The result of a call in the parts of pi. */
export const piContent = (content: readonly ToolContent[]): PiContent[] =>
  content.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image', data: part.data, mimeType: part.mediaType },
  )

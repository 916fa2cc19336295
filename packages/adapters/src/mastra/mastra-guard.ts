import type { ToolContent } from '@poundlock/spec'
import type { GuardAnswer, GuardedToolCall } from '../tool-guard.ts'

/** What `createTool` of Mastra is called with. */
export interface MastraToolOptions {
  /** The name that the model calls it by. */
  readonly id: string
  /** What the model reads about it. */
  readonly description: string
  /** Schema of the call's input. */
  readonly inputSchema: object
  /** Schema of what a suspended call shows: any object. */
  readonly suspendSchema: object
  /** Schema of the answer that resumes it: any object; `execute` reads a `GuardAnswer` from it. */
  readonly resumeSchema: object
  /** Makes the call, guarded; one that needs approval is suspended. */
  execute(input: unknown, context: MastraToolContext): Promise<unknown>
  /** What the model reads of what `execute` returned. */
  toModelOutput(output: unknown): unknown
}

/** What Mastra tells a tool about the call. */
export interface MastraToolContext {
  /** Aborted when the agent gives the call up. */
  readonly abortSignal?: AbortSignal | undefined
  /** The agent that calls; absent where a workflow does, which cannot be asked. */
  readonly agent?:
    | {
        readonly toolCallId: string
        readonly resumeData?: unknown
        suspend(payload: MastraRequest): Promise<void>
      }
    | undefined
}

/** The payload of a suspended call: a call that needs approval. */
export interface MastraRequest extends GuardedToolCall {
  /** Name of the tool, as the model knows it. */
  readonly tool: string
  /** The command line; for other tools their name and input as text. */
  readonly command: string
  /** Why it needs approval. */
  readonly reasons: string[]
}

/** What to resume a suspended call with. It cannot loosen what the guard knows. */
export type MastraAnswer = { readonly approved: true } | { readonly approved: false; readonly message: string }

/** What Mastra is given: tools, and the way to answer. */
export interface MastraGuard<Tool> {
  /** For `new Agent({ tools })`. */
  readonly tools: Record<string, Tool>
  /** Answers for a person whom the application has authenticated; returns the data for `resumeGenerate` or `resumeStream`. */
  readonly answer: (request: MastraRequest, answer: GuardAnswer) => Promise<MastraAnswer>
  /** Ends the calls that wait. None of them runs. */
  close(): void
}

/** The result of a call in the parts that Mastra stores. */
export const mediaParts = (content: readonly ToolContent[]): object[] =>
  content.map((part) => (part.type === 'text' ? part : { ...part, type: 'media' }))

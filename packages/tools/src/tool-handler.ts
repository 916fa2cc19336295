import type { ToolInputs } from '@poundlock/policy'
import type { PoundlockError, RequiredPermission, ToolContent, ToolSpec } from '@poundlock/spec'
import type { ValidationIssue } from '@poundlock/spec/validation'

/** The output of a tool. A failed call is a result with `error`, whose text says how to mend it. */
export interface ToolOutput {
  /** What the model reads: text and images, in order. */
  readonly content: readonly ToolContent[]
  /** The same as data, for programs; JSON. */
  readonly structured?: unknown
  /** Set where the call was in order but could not be done: the file is missing, the text was not found. */
  readonly error?: PoundlockError
}

/** How a file is used. */
export type ToolFileAccess = 'read' | 'write' | 'delete'

/**
 * The context of a call for its handler. The call is valid and decided; facts that a handler finds out while it works
 * (the target of a link, the files of a search) it passes to `files`, at the moment of use.
 */
export interface ToolContext {
  /** Unique within its session. */
  readonly callId: string
  /** Id of the agent that calls. */
  readonly agent: string
  /** Key of the session that it calls in. */
  readonly session: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute: what relative paths of the input start from. */
  readonly cwd: string
  /** Absolute: what `~` stands for. */
  readonly home: string
  /** Reads and writes files; each use is decided at that moment. */
  readonly files: ToolFiles
  /** Decides about an address before it is fetched. */
  readonly urls: ToolUrls
  /** Aborted when the caller gave the call up. */
  readonly abortSignal: AbortSignal
  /** Where output is kept that is longer than a result; `null` where it is lost. */
  readonly spillDirectory: string | null
  /** Tells the caller how a long call gets on. */
  readonly onUpdate?: (update: { readonly text: string }) => void
}

/** The file rules, for a handler that meets files which its input did not name. */
export interface ToolFiles {
  /**
   * Whether the file at `realPath` (absolute, links followed: for an open file where its descriptor leads) may be used
   * so by this call: allowed by the rules, or one that was approved for this call. Cheap enough to ask of every file that
   * a search meets.
   */
  allows(realPath: string, access: ToolFileAccess): boolean
  /**
   * Whether it is proven that every file below the folder at `realPath` (as for `allows`) may be used so whose path below
   * the folder is plain: a search need not ask about those one by one. A path is plain where each of its names is made of
   * ASCII's visible characters and the blank, without `$`, `` ` `` and `\`, neither begins nor ends with a blank, does not
   * end with a dot, and is none of the names that are returned.
   *
   * @returns names, in small letters, that are not plain in any spelling; `null` where nothing is proven, and then, as
   * where the method is absent, each file is asked about
   */
  plainBelow?(realPath: string, access: ToolFileAccess): readonly string[] | null
  /** Why not, as an error for the model to read. */
  refusal(realPath: string, access: ToolFileAccess): PoundlockError
}

/** The rules for addresses, for a handler that is led to one which its input did not name: a redirection. */
export interface ToolUrls {
  /** Whether this call may go there: allowed by the rules, or the host that was approved for it. */
  allows(url: string): boolean
  /** Why not, as an error for the model to read. */
  refusal(url: string): PoundlockError
}

/** A tool with its specification and its function. */
export interface ToolHandler<Input = unknown> {
  /** Its name, schema and worst permission. */
  readonly spec: ToolSpec
  /** For a tool of an MCP server: what the two call themselves, which rules go by. */
  readonly served?: { readonly server: string; readonly tool: string }
  /** For a tool that the policy does not know: which of its inputs name files or addresses. */
  readonly inputs?: ToolInputs
  /** Addresses that it contacts whatever its input is, as its owner has set them; absent where the policy is to find out. */
  readonly contacts?: readonly string[]
  /**
   * True for one that only reads, and holds each file and folder while it asks `files` about where that very one lies.
   * It alone may run without proof that the workspace and the folder of the call are still those that were decided about.
   */
  readonly holdsFilesOpen?: boolean
  /**
   * The problems of an input, for a schema from an untrusted source, which is not compiled, since a compiler makes code
   * of it.
   */
  readonly check?: (input: unknown) => readonly ValidationIssue[]
  /**
   * Why a valid input makes no sense under any rules; `null` where it may. Such a call ends before a person is asked.
   */
  faultOf?(input: Input): PoundlockError | null
  /**
   * The permission of a call, where it is proven to be less than the tool's worst case. Absent, or where it rejects,
   * the worst case counts.
   */
  permissionOf?(
    input: Input,
    context: Pick<ToolContext, 'agent' | 'session' | 'workspace' | 'cwd'>,
  ): Promise<RequiredPermission>
  /**
   * Serves one call. `input` fits the spec's schema. A failure is an output with `error`; it throws only for faults of
   * its own, which the pipeline reports as such.
   */
  run(input: Input, context: ToolContext): Promise<ToolOutput>
}

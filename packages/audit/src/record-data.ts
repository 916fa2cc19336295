/** Why something was decided, as the decision itself says it. */
export interface AuditReason {
  /** Stable, for programs; a heading of the page of codes. */
  readonly code: string
  /** One sentence, for people. */
  readonly message: string
  /** The step of the policy that gave the reason. */
  readonly layer?: string
  /** The rule that decided, as it was written. */
  readonly rule?: string
  /** File and line of the rule. */
  readonly source?: string
}

/** Who or what let a call pass, or refused it. */
export interface AuditApproval {
  /**
   * `policy`: the rules alone; `grant`: consent given earlier; `fallback`: nobody could be asked; `timeout`: somebody
   * was asked, and nobody answered.
   */
  readonly kind: 'policy' | 'grant' | 'person' | 'hook' | 'fallback' | 'timeout'
  /** The name of the person, the grant or the hook; for `policy` and `fallback` the setting that answered. */
  readonly by: string
  /** `unknown`: somebody else asked, and what was answered is not known here. */
  readonly answer: 'allow' | 'allow-once' | 'allow-always' | 'deny' | 'unknown'
  /** Id of the approval request; absent where none was made. */
  readonly requestId?: string
  /** What a person gave as reason. */
  readonly reason?: string
}

/** A file that a call names. */
export interface AuditFile {
  readonly access: 'read' | 'write' | 'delete'
  /** As the call names it. */
  readonly path: string
}

/** One call was decided: written before anything of it is done. */
export interface DecisionData {
  /** Of the call; each record about it has the same. */
  readonly callId: string
  /** The tool that was called, by the name that policies use. */
  readonly tool: string
  /** What the rules said. */
  readonly decision: 'allow' | 'ask' | 'deny'
  /** What came of it, after the answer of a person or a hook; `handed-on` where another agent asks its own person. */
  readonly outcome: 'allowed' | 'denied' | 'handed-on'
  /** What answered in the end. */
  readonly approval: AuditApproval
  /** Why it was decided so, as the decision has it. */
  readonly reasons: readonly AuditReason[]
  /** The hooks that replaced what the call was made with; what is told here is what they left. */
  readonly rewrittenBy?: readonly string[]
  /** What would run, as a person was or would be shown it. */
  readonly command?: string
  /** Where it would start, absolute. */
  readonly cwd?: string
  /** Files and addresses that a tool which is no command was to touch: enough to decide about the call again. */
  readonly files?: readonly AuditFile[]
  /** Addresses that the call names. */
  readonly urls?: readonly string[]
  /** Where the question came from when no command of our own asked it, for example `hook`. */
  readonly surface?: string
  /** Where it runs: `sandbox`, `gateway` or `node`. */
  readonly host?: string
  /** Id of the agent that called. */
  readonly agent?: string
  /** Key of the session that it called in. */
  readonly session?: string
  /** The provider of the model that called, and the model: rules may be for some of them only. */
  readonly provider?: string
  /** Id of the model, without its provider. */
  readonly model?: string
}

/** A call that needs approval is tried first, contained and with nothing that persists: written before it is. */
export interface TryStartData {
  /** Of the call; its decision has the same. */
  readonly callId: string
  /** The tool that was called. */
  readonly tool: string
  /** What is tried, as a person would be shown it. */
  readonly command?: string
  /** Where it starts, absolute. */
  readonly cwd?: string
  /** Why it will be asked about. */
  readonly reasons: readonly AuditReason[]
  /** Id of the agent that called. */
  readonly agent?: string
  /** Key of the session that it called in. */
  readonly session?: string
}

/** What became of what a command did to a view of the workspace. */
export interface TryEndData {
  /** By which the try was started. */
  readonly tryId: string
  /** Absent when it was settled later. */
  readonly callId?: string
  /** Absolute path of the workspace that the changes were for. */
  readonly workspace: string
  /** `conflicting`: the workspace had changed meanwhile, so nothing was applied; `undone`: an interrupted apply was. */
  readonly outcome: 'applied' | 'discarded' | 'kept' | 'conflicting' | 'undone'
  /** Who decided that, for example `terminal:root` or `--try=apply`. */
  readonly by: string
  /** True when it was applied in spite of conflicts. */
  readonly forced?: boolean
  /** How many paths were created, modified and so on. */
  readonly changes: Readonly<Record<string, number>>
  /** SHA-256 of the list of changes as it was shown, 64 hexadecimal digits. */
  readonly digest: string
}

/** A command is about to be started: written before it is. */
export interface RunStartData {
  /** Its end has the same. */
  readonly runId: string
  /** Of the call that it belongs to. */
  readonly callId: string
  /** Absolute path of the program. */
  readonly file: string
  /** The arguments behind the program, as the system gets them. */
  readonly args: readonly string[]
  /** Where it starts, absolute. */
  readonly cwd: string
  /** Who approved it, as in the decision. */
  readonly approvedBy: string
  /** Names only: values may be secrets. */
  readonly environment?: readonly string[]
  /** The try whose view of the workspace it gets; absent where it works in the workspace itself. */
  readonly tryId?: string
  /** How it is contained; `null` when it is not. */
  readonly sandbox?: {
    readonly backend: string
    readonly active: boolean
    readonly fallbackReasons?: readonly string[]
  } | null
}

/** A command is over. A start without an end has the outcome `unknown`, and is given this record when it is found. */
export interface RunEndData {
  /** Of the start. */
  readonly runId: string
  /** Of the call that it belongs to. */
  readonly callId: string
  /**
   * `aborted`: the caller gave it up; `not-started`: nothing ran; `unknown`: whether it ended, and how, is not known.
   */
  readonly outcome: 'exited' | 'signalled' | 'timed-out' | 'aborted' | 'not-started' | 'unknown'
  /** `null` where a signal ended it, or where it is not known. */
  readonly exitCode: number | null
  /** That ended it; `null` where it exited. */
  readonly signal: string | null
  /** Milliseconds that it ran. */
  readonly durationMs?: number
  /** True where a part of the output was not kept. */
  readonly truncated?: boolean
  /** Where the whole output is. */
  readonly spillFile?: string
  /** For `not-started` and `unknown`: why. */
  readonly message?: string
  /** What the sandbox refused it meanwhile, one sentence each. */
  readonly denials?: readonly string[]
}

/** A tool that may change something is about to run: written before it does. Tools that only read have no such record. */
export interface ToolStartData {
  /** Its end has the same. */
  readonly runId: string
  /** Of the call that it belongs to. */
  readonly callId: string
  /** The tool that was called. */
  readonly tool: string
  /** Who approved it, as in the decision. */
  readonly approvedBy: string
}

/** A tool that is no command has ended. A start without an end has the outcome `unknown`, as that of a command. */
export interface ToolEndData {
  /** Of the start. */
  readonly runId: string
  /** Of the call that it belongs to. */
  readonly callId: string
  /** The tool that was called. */
  readonly tool: string
  /** `refused`: it could not do what it was asked, and says why; `failed`: a fault of its own. */
  readonly outcome: 'done' | 'refused' | 'aborted' | 'failed' | 'unknown'
  /** Milliseconds that it worked. */
  readonly durationMs?: number
  /** Of the error that it ended with. */
  readonly code?: string
  /** What it reported, where it was not done. */
  readonly message?: string
}

/** A result was kept from the caller. */
export interface ResultWithheldData {
  /** Of the call whose result it was. */
  readonly callId: string
  /** Of the command; absent for a tool that starts none. */
  readonly runId?: string
  /** For example `hook scan`. */
  readonly by: string
  /** Why, one sentence. */
  readonly reason: string
}

/** A person said something about how the commands of a session run. */
export interface DirectiveData {
  /** Id of the agent whose session it is. */
  readonly agent: string
  /** Key of the session that it is for. */
  readonly session: string
  /** For example `/elevated on`. */
  readonly text: string
  /** Who said it: provider and id. */
  readonly by: string
  /** False when a gate refused it. */
  readonly ok: boolean
  /** What was answered. */
  readonly message: string
}

/** What a command printed was recorded: written when the recording is whole. */
export interface RecordingData {
  /** Of the command; its start has the same. */
  readonly runId: string
  /** Of the call that it belongs to. */
  readonly callId: string
  /** Of the file, 64 hexadecimal digits. */
  readonly sha256: string
  /** Length of the file. */
  readonly bytes: number
  /** Something of the output is not in it. */
  readonly truncated: boolean
  /** Why it could not be written on, as the code of the system. */
  readonly failure?: string
}

/** A person took back what runs had changed in a workspace. */
export interface UndoData {
  /** By which it can be taken back in turn; `null` where it changed nothing. */
  readonly undoId: string | null
  /** The ids of the runs. */
  readonly runs: readonly string[]
  /** Absolute path of the workspace. */
  readonly workspace: string
  /** How many paths were brought back. */
  readonly restored: number
  /** How many were not. */
  readonly left: number
  /** Who did it. */
  readonly by: string
}

/** The line before this one was torn by a crash or a full disk: these were its bytes. */
export interface RecoveryData {
  /** How many there are, without the line end that the recovery added. */
  readonly bytes: number
  /** Their hash, 64 hexadecimal digits. */
  readonly hash: string
}

/** The data of each type of record. Open: other types of record hold any JSON object. */
export interface AuditRecordData {
  /** A call was decided. */
  readonly decision: DecisionData
  /** A call is about to be tried before it is asked about. */
  readonly 'try-start': TryStartData
  /** What a try changed was applied, kept or thrown away. */
  readonly 'try-end': TryEndData
  /** A person took changes back. */
  readonly undo: UndoData
  /** A command is about to be started. */
  readonly 'run-start': RunStartData
  /** A command is over. */
  readonly 'run-end': RunEndData
  /** A tool is about to change something. */
  readonly 'tool-start': ToolStartData
  /** A tool has ended. */
  readonly 'tool-end': ToolEndData
  /** A result was kept from the caller. */
  readonly 'result-withheld': ResultWithheldData
  /** A person changed how commands of a session run. */
  readonly directive: DirectiveData
  /** Output was recorded as a session to play. */
  readonly recording: RecordingData
  /** A torn line was accounted for. */
  readonly recovery: RecoveryData
}

/** The types that this package knows. */
export type KnownRecordType = keyof AuditRecordData

/** The data that a type of record takes. */
export type DataOf<Type extends string> = Type extends KnownRecordType ? AuditRecordData[Type] : object

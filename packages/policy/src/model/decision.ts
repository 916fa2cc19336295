import type { Decision, ExecAsk, ExecHostName, ExecSecurity } from '@poundlock/spec'
import type { AskFallback } from './ask-fallback.ts'
import type { PlannedEffect } from './command-plan.ts'
import type { ReasonCode } from './reason-codes.ts'

/** The part of the policy that gave an answer. */
export type PolicyStep =
  | 'tool'
  | 'parameters'
  | 'environment'
  | 'files'
  | 'web'
  | 'plan'
  | 'rules'
  | 'effects'
  | 'mode'
  | 'host'
  | 'hooks'
  | 'fallback'

/** Why a decision is what it is. */
export interface Reason {
  /** Why, for programs; each code is a heading of the page of codes. */
  readonly code: ReasonCode
  /** One sentence that the person and the model can act on. */
  readonly message: string
  /** The step that gave this reason. */
  readonly layer: PolicyStep
  /** The rule that decided, as it was written. */
  readonly rule?: string
  /** Where that rule stands: `file:line:column`, or `built-in`. */
  readonly source?: string
  /** What would be done and to what, where the reason is about an effect: for programs, which read no messages. */
  readonly effect?: ReasonEffect
}

/** An effect that a reason is about; `path` is `null` where it is only known at run time. */
export type ReasonEffect = Pick<PlannedEffect, 'kind' | 'path'>

/** One step of the way to a decision; all of them are kept, also those that changed nothing. */
export interface TraceStep extends Reason {
  /** What this step alone would answer. */
  readonly decision: Decision
}

/** The smallest change that would turn the decision into `allow`. */
export interface Fix {
  /** What to do, one sentence. */
  readonly message: string
  /** The key of the configuration that changes, for example `tools.exec.allow`; absent when no key would do. */
  readonly key?: string
  /** What to add to a list, or what to set a value to. */
  readonly value?: unknown
  /** Where the value, list or rule stands that changes: `file:line:column`. */
  readonly at?: string
  /** True for a change that does alone what those before it in the list do together; all others are needed together. */
  readonly instead?: true
}

/** What was decided for one command of a line. */
export interface CommandDecision {
  /** As the line says it; `null` where it is only known at run time. */
  readonly name: string | null
  /** With the name; `null` stands for a word that is only known at run time. */
  readonly argv: readonly (string | null)[]
  /** Absolute path of the program; `null` when it was not found or is only known at run time. */
  readonly resolved: string | null
  /** Where it stands in the line: UTF-16 units, the end excluded. */
  readonly span: readonly [start: number, end: number]
  /** For this command alone; the line gets the strictest of all. */
  readonly decision: Decision
  /** The rule that decided, or `null`. */
  readonly rule: string | null
  /** True where no rule but an approval that was given for good lets it through. */
  readonly granted?: true
  /** Where the rule that lets it through stands in the allowlist of the approvals document; absent for other rules. */
  readonly entry?: number
  /** What it is proven to do at most, where it needs no rule for that. */
  readonly proven?: 'read' | 'write' | 'delete'
}

/** The rules for the host that were in force, each value with the place it came from. */
export interface ExecSettings {
  /** Where commands run. */
  readonly host: HostSetting
  /** The highest level that a command may have on that host. */
  readonly security: Setting<ExecSecurity>
  /** When a person is asked. */
  readonly ask: Setting<ExecAsk>
  /** What holds where a person has to be asked and cannot be. */
  readonly askFallback: Setting<AskFallback>
  /** With `host: node`, the node that was chosen. */
  readonly node?: Setting<string>
}

/** Where commands run. */
export interface HostSetting extends Setting<ExecHostName> {
  /** The host that the configuration names, where a repository or the call chose the sandbox instead. */
  readonly leaves?: Setting<ExecHostName>
}

/** A value that holds, and the layer that it is from. */
export interface Setting<T> {
  /** The value in force. */
  readonly value: T
  /** For example `default`, `parameter`, or `file:line:column`. */
  readonly origin: string
}

/** The answer to a request, with everything that led to it. It can be written as JSON. */
export interface PolicyDecision {
  /** The strictest answer of all steps. */
  readonly decision: Decision
  /** What decided: the steps that gave the strictest answer. */
  readonly reasons: readonly Reason[]
  /** Every step, in order. */
  readonly trace: readonly TraceStep[]
  /** One for each command of the line, in their order; empty for other tools. */
  readonly commands: readonly CommandDecision[]
  /** What would turn it into `allow`; empty where it is, or where nothing would. */
  readonly fix: readonly Fix[]
  /** The rules for the host that held for it. */
  readonly exec: ExecSettings
  /** True when every command of the line is covered by an allow rule. */
  readonly covered: boolean
}

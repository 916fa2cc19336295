import type { AgentModel } from '@poundlock/agent'
import type { LocalHost, SessionPlace } from '@poundlock/local-host'
import type { ToolSpec } from '@poundlock/spec'

/** What the keys of calls begin with that a model of the gateway makes. */
export const AGENT_KEY = 'agent '

/** The models that work in sessions, as the program that starts the gateway offers them. */
export interface AgentSettings {
  /** Of a session whose first prompt names none. */
  readonly model: string
  /** All that a prompt may name: no client chooses a server, or which key is used. */
  readonly models: readonly string[]
  /** Turns of the work on one prompt. */
  readonly turns: number
  /** Sessions in which a model works at a time. */
  readonly atOnce: number
  /** @throws ModelError */
  readonly openModel: (name: string) => Promise<AgentModel>
  /** Opens the MCP servers of a session; none unless set. @throws PoundlockError */
  readonly openServers?: (place: SessionPlace) => Promise<AgentServers>
  /** The tools that a model is offered, and the text of its prompt about them and about the workspace. */
  readonly describe: (host: LocalHost) => Promise<AgentDescription>
}

/** The MCP servers of a session, and of those that work for it. */
export interface AgentServers {
  /** Has their tools among those of a runtime, which decides their calls. @returns takes them out again */
  offerTo(runtime: LocalHost['runtime']): () => void
  close(): Promise<void>
}

export interface AgentDescription {
  /** Those of servers come and go. */
  readonly tools: () => readonly ToolSpec[]
  readonly system: string
}

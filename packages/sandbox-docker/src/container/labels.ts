/** The labels of each container, by which it is found and identified. */
export const label = {
  /** The state folder that it belongs to, as a digest: others' containers are not ours to touch. */
  state: 'poundlock.state',
  scope: 'poundlock.scope',
  agent: 'poundlock.agent',
  session: 'poundlock.session',
  workspace: 'poundlock.workspace',
  /** Digest of its settings: a container that differs is replaced. */
  configuration: 'poundlock.configuration',
  /** The process that made it, when it is to end with it. */
  owner: 'poundlock.owner',
  /** On images: from which recipe. */
  recipe: 'poundlock.recipe',
} as const

/** How long a container is kept and who shares it. */
export type SandboxScope = 'session' | 'agent' | 'shared'

/** For whom commands run. */
export interface ScopeContext {
  /** Who shares a container: one session, all of an agent, or everybody. */
  readonly scope: SandboxScope
  /** Id of the agent. */
  readonly agent: string
  /** Key of the session. */
  readonly session: string
}

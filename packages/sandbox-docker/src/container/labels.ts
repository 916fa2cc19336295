/** What is written on each container, so that it is found again and known for what it is. */
export const label = {
  /** The state folder that it belongs to, as a digest: others' containers are not ours to touch. */
  state: 'poundlock.state',
  scope: 'poundlock.scope',
  agent: 'poundlock.agent',
  session: 'poundlock.session',
  workspace: 'poundlock.workspace',
  /** Digest of all that it was made from: a container that differs is made anew. */
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
  readonly scope: SandboxScope
  readonly agent: string
  readonly session: string
}

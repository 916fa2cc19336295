import type { ExecAsk, ExecSecurity } from '@poundlock/spec'
import type { AgentApprovals, AllowlistEntry, ApprovalsDocument } from './schema.ts'

/** A value and where in the document it stands, for example `agents.main.ask`. */
export interface Resolved<T> {
  readonly value: T
  readonly origin: string
}

/** What a document says for one agent. A value that it does not name is absent, and then the caller's own holds. */
export interface ResolvedApprovals {
  /** The highest level that a command may have on this host. */
  readonly security?: Resolved<ExecSecurity>
  /** When a person is asked. */
  readonly ask?: Resolved<ExecAsk>
  /** What holds where a person has to be asked and cannot be. */
  readonly askFallback?: Resolved<'deny' | 'allowlist' | 'full'>
  /** Whether programs of installed skills are allowed without a question. */
  readonly autoAllowSkills?: Resolved<boolean>
  /** Those for every agent first, then the agent's own. */
  readonly allowlist: readonly Resolved<readonly AllowlistEntry[]>[]
}

/**
 * What an approvals document says for one agent: the more specific value wins, `agents.<id>` over `agents.*` over
 * `defaults`; the allowlists of `*` and the agent add up.
 */
export function resolveApprovals(document: ApprovalsDocument, agent: string): ResolvedApprovals {
  const own = agentOf(document, agent)
  const all = agent === '*' ? undefined : agentOf(document, '*')
  const sections: readonly (readonly [string, Omit<AgentApprovals, 'allowlist'> | undefined])[] = [
    [`agents.${agent}`, own],
    ['agents.*', all],
    ['defaults', document.defaults],
  ]
  const pick = <Key extends keyof Omit<AgentApprovals, 'allowlist'>>(key: Key) => {
    for (const [section, values] of sections) {
      const value = values?.[key]
      if (value !== undefined) return { [key]: { value, origin: `${section}.${key}` } }
    }
    return undefined
  }
  return {
    ...pick('security'),
    ...pick('ask'),
    ...pick('askFallback'),
    ...pick('autoAllowSkills'),
    allowlist: [
      ...(all?.allowlist?.length ? [{ value: all.allowlist, origin: 'agents.*.allowlist' }] : []),
      ...(own?.allowlist?.length ? [{ value: own.allowlist, origin: `agents.${agent}.allowlist` }] : []),
    ],
  }
}

/** An agent may be called as anything that every object inherits. */
const agentOf = ({ agents }: ApprovalsDocument, agent: string): AgentApprovals | undefined =>
  agents && Object.hasOwn(agents, agent) ? agents[agent] : undefined

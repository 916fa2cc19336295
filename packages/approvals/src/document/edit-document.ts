import type { AllowlistEntry, ApprovalsDocument } from './schema.ts'

/** Adds an entry to the allowlist of an agent, or of all as `*`. The same pattern and arguments are not added twice. */
export function addToAllowlist(document: ApprovalsDocument, agent: string, entry: AllowlistEntry): ApprovalsDocument {
  const own = agentOf(document, agent)
  const list = own.allowlist ?? []
  if (list.some((other) => other.pattern === entry.pattern && other.args === entry.args)) return document
  return withAgent(document, agent, { ...own, allowlist: [...list, entry] })
}

/**
 * Takes entries out of the allowlist of an agent: by their id, or else by their pattern.
 *
 * @returns the same document where nothing is called so
 */
export function removeFromAllowlist(document: ApprovalsDocument, agent: string, name: string): ApprovalsDocument {
  const own = agentOf(document, agent)
  const list = own.allowlist ?? []
  const byId = list.filter((entry) => entry.id === name)
  const removed = byId.length > 0 ? byId : list.filter((entry) => entry.pattern === name)
  if (removed.length === 0) return document
  return withAgent(document, agent, { ...own, allowlist: list.filter((entry) => !removed.includes(entry)) })
}

const agentOf = ({ agents }: ApprovalsDocument, agent: string) =>
  (agents && Object.hasOwn(agents, agent) ? agents[agent] : undefined) ?? {}

/** With `fromEntries`, an agent called `__proto__` is an agent like any other. */
function withAgent(
  document: ApprovalsDocument,
  agent: string,
  values: NonNullable<ApprovalsDocument['agents']>[string],
): ApprovalsDocument {
  const others = Object.entries(document.agents ?? {}).filter(([name]) => name !== agent)
  return { ...document, agents: Object.fromEntries([...others, [agent, values]]) }
}

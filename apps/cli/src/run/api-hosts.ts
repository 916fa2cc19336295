import type { KnownAgent } from './known-agent.ts'

/** Rules of `sandbox.egress` for the hosts of an agent: the usual ones, and those that its variables name. */
export function hostsOf(
  { hosts, hostVariables }: Pick<KnownAgent, 'hosts' | 'hostVariables'>,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return [...hosts, ...hostVariables.flatMap((name) => hostOfUrl(environment[name]))]
}

/** The host and the port of an address; nothing for what is none. */
export function hostOfUrl(text: string | undefined): readonly string[] {
  const url = text === undefined ? null : URL.parse(text)
  if (url === null || !/^(?:https?|wss?):$/.test(url.protocol)) return []
  return [url.port === '' ? url.hostname : `${url.hostname}:${url.port}`]
}

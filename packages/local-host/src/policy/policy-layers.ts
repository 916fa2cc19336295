import { CONFIG_DEFAULTS, type ConfigSource } from '@poundlock/config'
import { isKnownCommand } from '@poundlock/plan'
import { policyLayer, PolicyError, type PolicyDocument, type PolicyLayer } from '@poundlock/policy'

/**
 * Each configuration file as a layer of the policy. What an organisation lays down binds the others. A workspace's file
 * came with a repository: it can only tighten; its allow rules count once the user has trusted this very content. Before
 * them stands what holds where no file says otherwise.
 */
export function policyLayers(
  sources: readonly ConfigSource[],
  networkDefault: 'off' | 'ask' = 'off',
): readonly PolicyLayer[] {
  refuseUnknownSafeBins(sources)
  const { proven } = CONFIG_DEFAULTS.tools.exec
  const defaults: PolicyLayer = {
    name: 'default',
    mayLoosen: true,
    exec: { proven },
    ...(networkDefault === 'ask' && { network: { mode: networkDefault } }),
  }
  const layers = sources.flatMap(({ kind, document, source, trusted }): readonly PolicyLayer[] => {
    const layer = policyLayer(document as PolicyDocument, {
      name: kind,
      mayLoosen: kind !== 'workspace',
      ...(kind === 'organisation' && { binding: true }),
      locate: (pointer) => source.locate(pointer),
    })
    return trusted ? [withoutAllowRules(layer), allowRulesOf(layer)] : [layer]
  })
  return [defaults, ...layers]
}

/** What trust adds: rules that let something through. Settings of a repository never loosen. */
function allowRulesOf({ name, locate, exec, files, agents }: PolicyLayer): PolicyLayer {
  const read = files?.read?.allow
  const write = files?.write?.allow
  const onlyAllow = (rules: Exec | undefined) => (rules?.allowRules ? { exec: { allowRules: rules.allowRules } } : {})
  return {
    name: `trusted ${name}`,
    mayLoosen: true,
    ...(locate && { locate }),
    ...onlyAllow(exec),
    files: { ...(read && { read: { allow: read } }), ...(write && { write: { allow: write } }) },
    ...(agents && {
      agents: {
        ...(agents.defaults && { defaults: onlyAllow(agents.defaults.exec) }),
        ...(agents.list && { list: agents.list.map(({ id, exec: own }) => ({ id, ...onlyAllow(own) })) }),
      },
    }),
  }
}

/** The layer without its allow rules. */
function withoutAllowRules({ exec, files, agents, ...layer }: PolicyLayer): PolicyLayer {
  const { allow: _read, ...read } = files?.read ?? {}
  const { allow: _write, ...write } = files?.write ?? {}
  return {
    ...layer,
    ...(exec && { exec: withoutAllow(exec) }),
    ...(files && { files: { ...files, ...(files.read && { read }), ...(files.write && { write }) } }),
    ...(agents && {
      agents: {
        ...(agents.defaults && { defaults: agentWithoutAllow(agents.defaults) }),
        ...(agents.list && { list: agents.list.map((agent) => ({ id: agent.id, ...agentWithoutAllow(agent) })) }),
      },
    }),
  }
}

type Exec = NonNullable<PolicyLayer['exec']>
type Agent = NonNullable<NonNullable<PolicyLayer['agents']>['defaults']>

const withoutAllow = ({ allowRules: _allow, ...exec }: Exec): Exec => exec
const agentWithoutAllow = ({ exec, ...agent }: Agent): Agent => ({
  ...agent,
  ...(exec && { exec: withoutAllow(exec) }),
})

/**
 * A tool that is not known here would never count as a safe bin, and its owner would not find out why.
 *
 * @throws PolicyError at the entry of the list
 */
function refuseUnknownSafeBins(sources: readonly ConfigSource[]): void {
  const parts = sources.flatMap(({ document, source }) => {
    const { tools, agents } = document as PolicyDocument
    const of = (exec: NonNullable<PolicyDocument['tools']>['exec'], pointer: string) => ({ exec, pointer, source })
    return [
      of(tools?.exec, ''),
      of(agents?.defaults?.tools?.exec, '/agents/defaults'),
      ...(agents?.list ?? []).map((agent, index) => of(agent.tools?.exec, `/agents/list/${index}`)),
    ]
  })
  const profiled = new Set(parts.flatMap(({ exec }) => Object.keys(exec?.safeBinProfiles ?? {})))
  for (const { exec, pointer, source } of parts) {
    for (const [index, name] of (exec?.safeBins ?? []).entries()) {
      if (profiled.has(name) || isKnownCommand(name)) continue
      const position = source.locate(`${pointer}/tools/exec/safeBins/${index}`)
      const key = `${pointer.slice(1).replaceAll('/', '.')}${pointer === '' ? '' : '.'}tools.exec.safeBins[${index}]`
      throw new PolicyError(`${position}: ${key}: no profile is known for ${JSON.stringify(name)}, so it needs one`, {
        code: 'POLICY_LAYER',
        details: { source: position },
        remedy: `Describe its arguments: "safeBinProfiles": { ${JSON.stringify(name)}: { "maxPositional": 0 } }, or leave it out.`,
      })
    }
  }
}

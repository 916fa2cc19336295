import { type PolicyLayer, expandLayers, isEffectRule } from '@poundlock/policy'

/** One entry of one list of a policy, besides the rules on commands. */
export interface ListedEntry {
  /** Such as `tools.deny`, `tools.fs.read.deny`, `tools.exec.deny`. */
  readonly key: string
  readonly value: string
  /** `file:line:column`, or the name of the layer. */
  readonly source: string
  /** False for what only widens and came with a repository. */
  readonly counts: boolean
}

const WIDENS = /(?:\.exec\.allow|\.fs\.(?:read|write)\.allow|\.environment|\.safeBins)$/

/** Every list that holds for an agent: tools, effects, files, hosts, variables. */
// oxlint-disable-next-line max-lines-per-function -- a table: one line for each key of the configuration
export function listEntries(layers: readonly PolicyLayer[], agent = ''): readonly ListedEntry[] {
  const entries = expandLayers(layers, agent).flatMap((layer): readonly ListedEntry[] => {
    const { name, locate, mayLoosen, tools, exec, files, web, network, protectedPaths } = layer
    const list = (key: string, values: readonly unknown[] | undefined): readonly ListedEntry[] =>
      (values ?? []).map((value, index) => ({
        key,
        value: typeof value === 'string' ? value : ((value as { effect?: string }).effect ?? JSON.stringify(value)),
        source: locate?.(`/${key.replaceAll('.', '/')}/${index}`) ?? name,
        counts: mayLoosen || !WIDENS.test(key),
      }))
    const one = (key: string, value: string | undefined): readonly ListedEntry[] =>
      value === undefined
        ? []
        : [
            {
              key,
              value,
              source: locate?.(`/${key.replaceAll('.', '/')}`) ?? name,
              counts: mayLoosen || value !== 'all',
            },
          ]
    const effects = (action: 'allow' | 'ask' | 'deny') =>
      list(`tools.exec.${action}`, exec?.[`${action}Rules`]).filter((_, index) =>
        isEffectRule(exec?.[`${action}Rules`]?.[index]),
      )
    return [
      ...one('tools.profile', tools?.profile),
      ...list('tools.allow', tools?.allow),
      ...list('tools.deny', tools?.deny),
      ...Object.entries(tools?.byProvider ?? {}).flatMap(([provider, filter]) => {
        const place = `tools.byProvider.${provider}`
        const source = locate?.(`/tools/byProvider/${provider.replaceAll('~', '~0').replaceAll('/', '~1')}`) ?? name
        return [
          ...one(`${place}.profile`, filter.profile),
          ...list(`${place}.allow`, filter.allow),
          ...list(`${place}.deny`, filter.deny),
        ].map((entry) => ({ ...entry, source }))
      }),
      ...list('tools.sandbox.tools.allow', tools?.sandbox?.tools?.allow),
      ...list('tools.sandbox.tools.deny', tools?.sandbox?.tools?.deny),
      ...effects('deny'),
      ...effects('ask'),
      ...effects('allow'),
      ...list('tools.exec.environment', exec?.environment),
      ...list('tools.exec.safeBins', exec?.safeBins),
      ...(['read', 'write'] as const).flatMap((access) =>
        (['deny', 'ask', 'allow'] as const).flatMap((action) =>
          list(`tools.fs.${access}.${action}`, files?.[access]?.[action]),
        ),
      ),
      ...one('tools.fs.readScope', files?.readScope),
      ...one('sandbox.network', network?.mode),
      ...list(
        'sandbox.egress',
        network?.egress?.map((rule) => (typeof rule === 'string' ? rule : rule.host)),
      ),
      ...list('tools.web.denyDomains', web?.denyDomains),
      ...list('tools.web.allowDomains', web?.allowDomains),
      ...(protectedPaths ?? []).map((value) => ({ key: 'protectedPaths', value, source: name, counts: true })),
    ]
  })
  // The layer of an organisation stands at both ends; it is reported once.
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
}

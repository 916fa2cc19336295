import type { ConfigSource } from '@poundlock/config'
import { policyLayer, type PolicyDocument, type PolicyLayer } from '@poundlock/policy'

/**
 * Each configuration file as a layer of the policy. What an organisation lays down binds the others. A workspace's file
 * came with a repository: it can only tighten; its allow rules count once the user has trusted this very content.
 */
export function policyLayers(sources: readonly ConfigSource[]): readonly PolicyLayer[] {
  return sources.flatMap(({ kind, document, source, trusted }): readonly PolicyLayer[] => {
    const layer = policyLayer(document as PolicyDocument, {
      name: kind,
      mayLoosen: kind !== 'workspace',
      ...(kind === 'organisation' && { binding: true }),
      locate: (pointer) => source.locate(pointer),
    })
    return trusted ? [layer, allowRulesOf(layer)] : [layer]
  })
}

/** What trust adds: rules that let something through. Settings of a repository never loosen. */
function allowRulesOf({ name, locate, exec, files }: PolicyLayer): PolicyLayer {
  const read = files?.read?.allow
  const write = files?.write?.allow
  return {
    name: `trusted ${name}`,
    mayLoosen: true,
    ...(locate && { locate }),
    ...(exec?.allowRules && { exec: { allowRules: exec.allowRules } }),
    files: { ...(read && { read: { allow: read } }), ...(write && { write: { allow: write } }) },
  }
}

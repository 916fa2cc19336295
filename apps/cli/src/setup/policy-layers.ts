import type { ConfigSource } from '@poundlock/config'
import type { PolicyLayer } from '@poundlock/policy'

/** Each configuration file as a layer of the policy. A workspace's file came with a repository: it can only tighten. */
export function policyLayers(sources: readonly ConfigSource[]): readonly PolicyLayer[] {
  return sources.map(({ kind, document, source }): PolicyLayer => {
    const exec = document.tools?.exec
    const { mode, sandbox } = document
    const ask = typeof exec?.ask === 'string' ? exec.ask : exec?.askMode
    return {
      name: kind,
      mayLoosen: kind === 'user',
      locate: (pointer) => source.locate(pointer),
      ...(mode && { mode }),
      ...(sandbox?.protectedPaths && { protectedPaths: sandbox.protectedPaths }),
      ...(document.tools?.fs && { files: document.tools.fs }),
      ...(exec && {
        exec: {
          ...(exec.host && { host: exec.host }),
          ...(exec.security && { security: exec.security }),
          ...(ask && { ask }),
          ...(exec.askFallback && { askFallback: exec.askFallback }),
          ...(exec.allow && { allowRules: exec.allow }),
          ...(Array.isArray(exec.ask) && { askRules: exec.ask }),
          ...(exec.deny && { denyRules: exec.deny }),
          ...(exec.environment && { environment: exec.environment }),
          ...(exec.safeBins && { safeBins: exec.safeBins }),
        },
      }),
    }
  })
}

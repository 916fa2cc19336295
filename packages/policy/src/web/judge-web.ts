import type { TraceStep } from '../decision.ts'
import { answer } from '../judges/answer.ts'
import type { PolicyLayer } from '../layer.ts'
import { sourceAt } from '../layers/source-at.ts'
import { showValue } from '../show-value.ts'
import { compileDomains, readWebAddress } from './domains.ts'

/** Which hosts the web tools may contact. */
export interface WebLayer {
  /** When it holds anything, every other host asks. `example.com` is that host, `*.example.com` every one below. */
  readonly allowDomains?: readonly string[]
  /** Never contacted, with all below. */
  readonly denyDomains?: readonly string[]
}

/** Judges the addresses that a call names. Those of the own network ask, whatever the lists say. */
export function compileWeb(layers: readonly PolicyLayer[]): (urls: readonly string[]) => readonly TraceStep[] {
  const lists = layers.flatMap((layer) => {
    const { web } = layer
    if (!web) return []
    const { allowDomains = [], denyDomains = [] } = web
    const at = (pointer: string) => sourceAt(layer, `/tools/web/${pointer}`)
    const [allowed, denied] = [compileDomains(allowDomains, 'allow'), compileDomains(denyDomains, 'deny')]
    return [{ at, allowed, denied, allowsAll: allowDomains.length === 0, rules: [...denyDomains] }]
  })
  const judgeHost = (host: string) =>
    lists.flatMap(({ at, allowed, denied, allowsAll, rules }) => {
      const index = denied(host)
      if (index >= 0) {
        const from = { rule: rules[index]!, source: at(`denyDomains/${index}`) }
        return [answer('web', 'deny', 'WEB_DENIED', `${host} is in tools.web.denyDomains`, from)]
      }
      if (allowsAll || allowed(host) >= 0) return []
      const from = { source: at('allowDomains') }
      return [answer('web', 'ask', 'WEB_UNLISTED', `${host} is not in tools.web.allowDomains`, from)]
    })
  return (urls) =>
    urls.flatMap((url) => {
      const read = readWebAddress(url)
      if ('host' in read) return judgeHost(read.host)
      const shown = showValue(url)
      return [answer('web', 'ask', 'WEB_UNCLEAR', `the address ${shown} ${read.problem}`)]
    })
}

import { EXEC_ASKS, EXEC_HOSTS, EXEC_SECURITIES, PERMISSION_MODES } from '@poundlock/spec'
import { ASK_FALLBACKS } from '../../model/ask-fallback.ts'
import { NETWORK_MODES, type PolicyLayer, PROVEN_LEVELS } from '../../model/layer.ts'
import { refuseLayer } from '../../model/policy-error.ts'
import { showValue } from '../../model/show-value.ts'

/**
 * Refuses values that do not exist. A layer may come from JSON that nothing has checked, and an unknown mode that was
 * taken for one that allows would be a door.
 *
 * @throws PolicyError `POLICY_LAYER`
 */
export function checkLayers(layers: readonly PolicyLayer[], home: string | undefined): void {
  if (typeof home !== 'string' || !home.startsWith('/')) {
    refuse(`home is ${showValue(home)}`, 'options of createPolicy', ['an absolute path'])
  }
  for (const layer of layers) {
    if (typeof layer.mayLoosen !== 'boolean')
      refuse(`mayLoosen is ${showValue(layer.mayLoosen)}`, layer.name, ['true', 'false'])
    check(layer, 'mode', layer.mode, PERMISSION_MODES)
    check(layer, 'host', layer.exec?.host, EXEC_HOSTS)
    check(layer, 'security', layer.exec?.security, EXEC_SECURITIES)
    check(layer, 'ask', layer.exec?.ask, EXEC_ASKS)
    check(layer, 'askFallback', layer.exec?.askFallback, ASK_FALLBACKS)
    check(layer, 'proven', layer.exec?.proven, PROVEN_LEVELS)
    for (const part of [layer, layer.agents?.defaults, ...(layer.agents?.list ?? [])]) {
      check(layer, 'network', part?.network?.mode, NETWORK_MODES)
    }
  }
}

function check(layer: PolicyLayer, key: string, value: string | undefined, known: readonly string[]): void {
  if (value !== undefined && !known.includes(value)) refuse(`${key} is ${showValue(value)}`, layer.name, known)
}

function refuse(problem: string, source: string, expected: readonly string[]): never {
  refuseLayer(source, `${problem}; expected ${expected.join(', ')}`, 'Write one of the expected values.')
}

import { parseEgressRule } from '@poundlock/spec'
import type { SandboxPolicy } from '../policy.ts'
import { SandboxError } from '../sandbox-error.ts'

/**
 * Checks the network settings of a policy.
 *
 * @throws SandboxError `SANDBOX_POLICY` for rules without `allowlist`, `allowlist` without rules, and invalid rules
 */
export function checkEgress({ network, egress }: Pick<SandboxPolicy, 'network' | 'egress'>): void {
  if (network !== 'off' && network !== 'on' && network !== 'allowlist') {
    return refuse(
      `The network of the sandbox cannot be ${JSON.stringify(network)}.`,
      'Set it to "off", "allowlist" or "on".',
    )
  }
  if (network !== 'allowlist') {
    if (egress === undefined) return
    return refuse(
      `The policy has egress rules, and its network is ${JSON.stringify(network)}, where they mean nothing.`,
      'Set the network to "allowlist", or take the rules out.',
    )
  }
  if (!egress || (egress.rules.length === 0 && egress.asks !== true)) {
    return refuse(
      'The network of the sandbox is "allowlist", and there is no rule that allows anything.',
      'Name what may be reached (sandbox.egress), or set the network to "ask" or "off".',
    )
  }
  for (const rule of egress.rules) {
    const read = parseEgressRule(rule)
    if ('problem' in read) {
      refuse(
        `The egress rule ${JSON.stringify(rule)} is none: ${read.problem}.`,
        'Write it like "example.org", "*.example.org" or "example.org:8080".',
      )
    }
  }
}

function refuse(message: string, remedy: string): never {
  throw new SandboxError(message, { code: 'SANDBOX_POLICY', remedy })
}

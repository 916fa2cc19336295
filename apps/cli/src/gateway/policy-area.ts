import type { Area, Services } from '@poundlock/gateway'
import type { PolicyAreaOptions } from './policy-documents.ts'

/**
 * The policy of the gateway, for operators: what holds, how a call would be decided, and its documents. What it takes is
 * loaded with the first request.
 */
export function policyArea(options: PolicyAreaOptions): (services: Services) => Area {
  return (services) => {
    let loading: Promise<Area['handlers']> | undefined
    const handlers = () =>
      (loading ??= import('./policy-documents.ts').then(({ policyHandlers }) => policyHandlers(options, services)))
    return {
      handlers: {
        'policy.check': async (...request) => (await handlers())['policy.check']!(...request),
        'policy.effective': async (...request) => (await handlers())['policy.effective']!(...request),
        'policy.document': async (...request) => (await handlers())['policy.document']!(...request),
        'policy.review': async (...request) => (await handlers())['policy.review']!(...request),
        'policy.save': async (...request) => (await handlers())['policy.save']!(...request),
      },
    }
  }
}

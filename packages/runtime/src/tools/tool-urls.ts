import type { Policy, PolicyRequest } from '@poundlock/policy'
import { PoundlockError } from '@poundlock/spec'
import type { ToolUrls } from '@poundlock/tools'
import { refusalMessage } from '../call/messages.ts'
import { withoutOwner } from './without-owner.ts'

/**
 * The rules for addresses, for one call that goes on. One that the call did not name must be allowed by the rules alone,
 * or lie on a host that was approved for it.
 *
 * @param approved whether what the rules asked about the call was answered
 */
export function toolUrls(policy: Policy, request: PolicyRequest, approved: boolean): ToolUrls {
  const urlRequest = withoutOwner(request)
  const decide = (url: string) => policy.decide({ ...urlRequest, urls: [url] })
  const hosts: ReadonlySet<string> = approved ? new Set((request.urls ?? []).map(originOf)) : NONE
  return {
    allows(url) {
      const { decision } = decide(url)
      return decision === 'allow' || (decision === 'ask' && hosts.has(originOf(url)))
    },
    refusal: (url) =>
      new PoundlockError(`${refusalMessage(decide(url))}; it was not fetched`, {
        code: 'WEB_REFUSED',
        details: { url },
        remedy: 'Use another address, or name this one in a call of its own, for which approval can be asked.',
      }),
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Scheme, host and port. Text that is no address equals no other. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : `no address: ${url}`)

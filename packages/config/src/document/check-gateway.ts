import { parseInternetAddress } from '@poundlock/spec'
import type { ConfigDocument } from '../schema.ts'

type Problem = { readonly pointer: string; readonly message: string }

/** Finds invalid addresses of the gateway, which a schema cannot describe. */
export function findGatewayProblems(gateway: ConfigDocument['gateway'] = {}): readonly Problem[] {
  const { bind, trustedProxies = [], hosts = [], origins = [] } = gateway
  const problems: Problem[] = []
  if (bind !== undefined && bind !== 'loopback' && bind !== 'none' && parseInternetAddress(bind) === null) {
    problems.push({ pointer: '/gateway/bind', message: 'expected "loopback", "none" or an IP address of this machine' })
  }
  for (const [index, entry] of trustedProxies.entries()) {
    if (!isNetwork(entry)) {
      const message = 'expected an IP address, or a network such as 10.0.0.0/8'
      problems.push({ pointer: `/gateway/trustedProxies/${index}`, message })
    }
  }
  for (const [key, list] of [
    ['hosts', hosts],
    ['origins', origins],
  ] as const) {
    for (const [index, entry] of list.entries()) {
      const port = /:(\d+)$/.exec(entry)?.[1]
      if (port === undefined || (Number(port) >= 1 && Number(port) <= 65_535)) continue
      problems.push({ pointer: `/gateway/${key}/${index}`, message: 'expected a port between 1 and 65535' })
    }
  }
  return problems
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, more] = entry.split('/')
  const parsed = parseInternetAddress(address)
  if (parsed === null || more !== undefined) return false
  if (prefix === undefined) return true
  // A network of everybody would trust everybody.
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (address.includes(':') ? 128 : 32)
}

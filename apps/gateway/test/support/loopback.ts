import type { TcpSettings } from '../../src/index.ts'

/** Where the gateways of tests listen. */
export const LOOPBACK: TcpSettings = { address: '127.0.0.1', port: 0, hosts: [], origins: [], trustedProxies: [] }

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { connectTest } from '../support/test-client.ts'
import { testClock } from '../support/test-clock.ts'
import { LOOPBACK, openTestGateway } from '../support/test-gateway.ts'

// A certificate of nobody, for localhost and 127.0.0.1.
const pem = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url), 'utf8')
const tls = { cert: pem('cert'), key: pem('key') }

test('with a certificate of its own, the gateway speaks TLS at any address (GW-07-a)', async () => {
  const clock = testClock()
  const gateway = await openTestGateway({ clock, tcp: { ...LOOPBACK, address: '0.0.0.0', hosts: ['127.0.0.1'], tls } })
  expect(gateway.gateway.addresses[1]).toBe(`https://127.0.0.1:${gateway.gateway.port}`)
  const owner = await gateway.owner()
  const { result } = await owner.call('devices.invite', { role: 'agent', scopes: ['status.read'] })
  const connection = await connectTest(`wss://127.0.0.1:${gateway.gateway.port}/ws`, {
    role: 'agent',
    auth: { kind: 'setup-code', codeId: result.code.slice(0, 8), name: 'new' },
    credential: result.code,
    options: { ca: tls.cert },
  })
  expect(connection.answered.ok).toBe(true)
  const silent = connect(gateway.gateway.port!, '127.0.0.1')
  silent.on('error', () => undefined)
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  const ended = new Promise((resolve) => silent.once('close', resolve))
  clock.advance(10_001)
  await ended
  expect((await connection.call('gateway.health')).ok, 'who has connected stays').toBe(true)
})

test('a certificate that is none is named as the setting that it is', async () => {
  const start = openTestGateway({ tcp: { ...LOOPBACK, tls: { cert: 'no', key: 'no' } } })
  await expect(start).rejects.toThrow('gateway.tls')
})

test('a renewed certificate is for new connections; one that is none changes nothing', async () => {
  const { gateway } = await openTestGateway({ tcp: { ...LOOPBACK, tls } })
  const served = async () => {
    const socket = connectTls({ port: gateway.port!, host: '127.0.0.1', rejectUnauthorized: false })
    onTestFinished(() => void socket.destroy())
    await once(socket, 'secureConnect')
    return { socket, fingerprint: socket.getPeerX509Certificate()!.fingerprint256 }
  }
  const first = await served()
  expect(() => gateway.renewCertificate({ cert: tls.cert, key: 'no' })).toThrow('gateway.tls')
  expect((await served()).fingerprint).toBe(first.fingerprint)
  gateway.renewCertificate({ cert: pem('renewed-cert'), key: pem('renewed-key') })
  expect((await served()).fingerprint).not.toBe(first.fingerprint)
  expect(first.socket.destroyed, 'who has connected stays').toBe(false)
})

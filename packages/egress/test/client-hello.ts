import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** The first bytes that Node's own TLS client sends for a name. */
export async function captureHello(servername: string | undefined): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connectTls({ socket: connect(port, '127.0.0.1'), ...(servername !== undefined && { servername }) })
  client.on('error', () => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [hello] = (await once(socket, 'data')) as [Buffer]
  client.destroy()
  socket.destroy()
  server.close()
  return hello
}

/** The same handshake message in records of at most so many bytes. */
export function splitRecords(hello: Buffer, most: number): Buffer {
  const handshake = hello.subarray(5)
  const records: Buffer[] = []
  for (let at = 0; at < handshake.length; at += most) {
    const part = handshake.subarray(at, at + most)
    records.push(Buffer.of(22, 3, 1, part.length >> 8, part.length & 255), part)
  }
  return Buffer.concat(records)
}

/** The same with one more extension, of 16 bytes. */
export function withExtension(hello: Buffer, type: number): Buffer {
  const extension = Buffer.concat([Buffer.of(type >> 8, type & 255, 0, 16), Buffer.alloc(16, 7)])
  const longer = Buffer.concat([hello, extension])
  const grow = (offset: number, bytes: 2 | 3) =>
    longer.writeUIntBE(longer.readUIntBE(offset, bytes) + extension.length, offset, bytes)
  grow(3, 2)
  grow(6, 3)
  const session = 43 + 1 + longer.readUInt8(43)
  const ciphers = session + 2 + longer.readUInt16BE(session)
  grow(ciphers + 1 + longer.readUInt8(ciphers), 2)
  return longer
}

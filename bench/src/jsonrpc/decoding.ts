import { Buffer } from 'node:buffer'
import { EventEmitter } from 'node:events'
import {
  Connection,
  ContentLengthDecoder,
  type FrameBody,
  type Framing,
  NewlineDecoder,
  readFrame,
} from '@poundlock/jsonrpc'
import { DEFAULT_MESSAGE_LIMITS } from '@poundlock/jsonrpc'
import { nodePlatform } from '@poundlock/jsonrpc/node'
import { importPeer } from './peers.ts'

/** A stream of messages in pieces, and what is in it. */
export interface Stream {
  readonly name: string
  readonly messageBytes: number
  readonly messages: number
  readonly pieceBytes: number
}

export const STREAMS: readonly Stream[] = [
  { name: '1 kB in pieces of 4 kB', messageBytes: 1000, messages: 400, pieceBytes: 4096 },
  { name: '100 kB in pieces of 1 byte', messageBytes: 100_000, messages: 1, pieceBytes: 1 },
  { name: '8 MB in pieces of 64 kB', messageBytes: 8_000_000, messages: 1, pieceBytes: 65_536 },
]

/** Takes a whole stream; `count` says how many messages there were. */
export interface Reader {
  readonly name: string
  readonly pieces: readonly Buffer[]
  readonly bytes: number
  readonly read: () => number | Promise<number>
  /** So slow in tiny pieces that a few rounds have to do. */
  readonly isPeer: boolean
}

/** What a search tool answers: a few members, a list of findings, text with quotes and line ends. */
export function makeMessage(bytes: number): string {
  const findings: object[] = []
  const message = { jsonrpc: '2.0', id: 7, result: { content: findings, isError: false } }
  const length = () => JSON.stringify(message).length
  const finding = (index: number) => ({
    type: 'text',
    text: `src/server/routes/user-${index}.ts:${index * 7}:  const value = await load("user", { id: ${index} })\n  return value ?? null\n`,
    annotations: { audience: ['user', 'assistant'], priority: 0.5 },
  })
  const each = JSON.stringify(finding(0)).length
  for (let index = 0; index < Math.max(1, Math.floor((bytes - 80) / (each + 8))); index++) findings.push(finding(index))
  const missing = bytes - length() - 30
  if (missing > 0) findings.push({ type: 'text', text: 'x'.repeat(missing) })
  return JSON.stringify(message)
}

function cut(bytes: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, index * size + size),
  )
}

/** What is used of the MCP SDK. */
interface McpStdio {
  readonly ReadBuffer: new () => { append(chunk: Buffer): void; readMessage(): unknown }
}

/** What is used of vscode-jsonrpc. */
interface VscodeNode {
  readonly default: {
    readonly StreamMessageReader: new (stream: object) => {
      listen(each: () => void): void
      dispose(): void
    }
  }
}

export async function makeReaders(stream: Stream): Promise<readonly Reader[]> {
  const text = makeMessage(stream.messageBytes)
  const body = Buffer.from(text)
  const header = `Content-Length: ${body.length}\r\n\r\n`
  const repeat = (one: string) => Buffer.from(one.repeat(stream.messages))
  const lined = repeat(`${text}\n`)
  const lines = cut(lined, stream.pieceBytes)
  // Where they lie in the stream: the same bytes again and again would come from nearer than any reader has them.
  const bodies = Array.from({ length: stream.messages }, (_, index) => {
    const start = index * (body.length + 1)
    return lined.subarray(start, start + body.length)
  })
  const announced = cut(repeat(header + text), stream.pieceBytes)
  const bytes = body.length * stream.messages
  const { ReadBuffer } = await importPeer<McpStdio>('@modelcontextprotocol/sdk/dist/esm/shared/stdio.js')
  const { StreamMessageReader } = (await importPeer<VscodeNode>('vscode-jsonrpc/lib/node/main.js')).default
  const limit = {
    name: 'limit: toString and JSON.parse of whole messages',
    pieces: lines,
    bytes,
    isPeer: false,
    read() {
      for (const one of bodies) JSON.parse(one.toString())
      return stream.messages
    },
  }
  const ours = (framing: Framing, pieces: readonly Buffer[]): Reader => ({
    name: `Poundlock, ${framing}`,
    pieces,
    bytes,
    isPeer: false,
    read() {
      let count = 0
      const decoder = framing === 'newline' ? new NewlineDecoder({}, nodePlatform) : new ContentLengthDecoder()
      const options = { limits: DEFAULT_MESSAGE_LIMITS, noiseIsExpected: framing === 'newline' }
      const take = (frame: FrameBody) => {
        if (readFrame(frame, nodePlatform, options).kind === 'response') count++
      }
      for (const piece of pieces) decoder.push(piece, take)
      return count
    },
  })
  const connection = (framing: Framing, pieces: readonly Buffer[]): Reader => ({
    name: `Poundlock, a whole connection, ${framing}`,
    pieces,
    bytes,
    isPeer: false,
    read() {
      let count = 0
      const one = new Connection({
        framing,
        platform: nodePlatform,
        transport: { send: () => Promise.resolve(), close: () => undefined },
        onWarning: () => count++,
      })
      for (const piece of pieces) one.receive(piece)
      return count
    },
  })
  return [
    limit,
    ours('newline', lines),
    connection('newline', lines),
    ours('content-length', announced),
    connection('content-length', announced),
    {
      name: 'MCP SDK v1, ReadBuffer',
      pieces: lines,
      bytes,
      isPeer: true,
      read() {
        let count = 0
        const buffer = new ReadBuffer()
        for (const piece of lines) {
          buffer.append(piece)
          while (buffer.readMessage() !== null) count++
        }
        return count
      },
    },
    {
      name: 'vscode-jsonrpc, StreamMessageReader',
      pieces: announced,
      bytes,
      isPeer: true,
      read() {
        const source = new EventEmitter()
        const reader = new StreamMessageReader(source)
        let count = 0
        return new Promise((resolve) => {
          reader.listen(() => {
            if (++count < stream.messages) return
            reader.dispose()
            resolve(count)
          })
          for (const piece of announced) source.emit('data', piece)
        })
      },
    },
  ]
}

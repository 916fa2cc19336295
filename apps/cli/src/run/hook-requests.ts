import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { MAX_QUESTION_BYTES } from '../hook/answer-hook.ts'
import type { AgentHookOutput } from '../hook/hook-format.ts'

export const HOOK_PATH = '/hook'

/** Answers the questions that the hook of a running agent passes on. The request has shown the token of the run. */
export function hookRequests(answer: (question: Uint8Array) => Promise<AgentHookOutput>) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url !== HOOK_PATH || request.method !== 'POST') {
      response.writeHead(404).end()
      return
    }
    // The program below says how long its question is. The server of the tools must not end for lack of memory.
    if (!(Number(request.headers['content-length']) <= MAX_QUESTION_BYTES)) {
      response.writeHead(413, { Connection: 'close' }).end()
      return
    }
    const answered = JSON.stringify(await answer(await buffer(request)))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(answered)
  }
}

/**
 * The program that an agent starts as its hook: it passes the question on and prints the answer. Every failure blocks
 * the call, since exit code 2 does in every one of these agents. It imports as little as it can, since it starts for
 * every call.
 */
export const hookProgram = (port: number, token: string): string => `'use strict'
const block = (why) => { process.stderr.write('poundlock: ' + why + '\\n'); process.exitCode = 2 }
const parts = []
process.stdin.on('data', (part) => parts.push(part)).on('error', (error) => block(error.message)).on('end', () => {
  const headers = { authorization: ${JSON.stringify(`Bearer ${token}`)}, 'content-type': 'application/json' }
  const options = { host: '127.0.0.1', port: ${String(port)}, path: '${HOOK_PATH}', method: 'POST', headers, agent: false }
  const request = require('node:http').request(options, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part) => { text += part }).on('error', (error) => block(error.message))
    response.on('end', () => {
      try {
        if (response.statusCode !== 200) throw new Error('the hook was answered with ' + response.statusCode)
        const { code, stdout, stderr } = JSON.parse(text)
        if (!Number.isInteger(code)) throw new Error('the answer has no exit code')
        process.exitCode = code
        process.stderr.write(stderr)
        process.stdout.write(stdout)
      } catch (error) { block(error.message) }
    })
  })
  request.on('error', (error) => block('no answer from poundlock: ' + error.message)).end(Buffer.concat(parts))
})
`

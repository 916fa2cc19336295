import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { LAUNCHER, type Scene } from './poundlock.ts'

/** Starts `mcp serve --http` on a free port, and settles when it says where it serves. */
export async function serveOverHttp(scene: Scene, args: readonly string[] = []) {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp', 'serve', '--http', '--port', '0', ...args], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let said = ''
  const [, url = '', file = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
      const found = /serving at (\S+); the token is in (.+)\n/.exec(said)
      if (found) resolve(found)
    })
    void exited.then((code) => reject(new Error(`it ended with ${code}: ${said}`)))
  })
  const token = readFileSync(file, 'utf8').trim()
  let session: string | null = null
  const post = async (message: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(session !== null && { 'mcp-session-id': session }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
    session ??= answer.headers.get('mcp-session-id')
    const text = await answer.text()
    const data = text.split('\n').findLast((line) => line.startsWith('data: '))
    return { status: answer.status, message: text === '' ? null : JSON.parse(data?.slice(6) ?? text) }
  }
  return { child, exited, url, file, token, post, said: () => said }
}

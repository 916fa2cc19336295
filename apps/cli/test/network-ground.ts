import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallAnswer, NoAnswer } from '@poundlock/approvals/node'
import { openLocalHost, type LocalHost, type LocalHostOptions } from '@poundlock/local-host'
import type { AskForApproval, CallToApprove } from '@poundlock/runtime'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { needsProgram } from '@poundlock/tooling/programs'
import { onTestFinished, vi } from 'vitest'

/** A question that waits for the test to answer it. */
export interface Question {
  readonly call: CallToApprove
  readonly signal: AbortSignal
  readonly answer: (given: CallAnswer | NoAnswer) => void
}

export const BY = 'a test'
export const allow = (scope?: 'exact' | 'workspace'): CallAnswer =>
  scope === undefined ? { answer: 'allow-once', by: BY } : { answer: 'allow-always', by: BY, limits: { scope } }

interface GroundOptions {
  readonly approvesLines?: boolean
  /** Where the server listens; a port of its own unless named. */
  readonly address?: string
  readonly listens?: number
  /** The names that lead to the server. */
  readonly names?: (name: string) => boolean
}

/** A server on this machine, and a host whose sandbox knows it as `api.test` and `other.test`. */
export async function openGround(
  config: { readonly sandbox?: object; readonly [key: string]: unknown } = {},
  {
    approvesLines = false,
    address = '127.0.0.1',
    listens = 0,
    names = (name) => name.endsWith('.test'),
  }: GroundOptions = {},
) {
  needsProgram('curl')
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.headers.host ?? '')
    response.end('reached\n')
  })
  server.listen(listens, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-question-')))
  const [workspace, state] = [join(root, 'w'), join(root, 'state')]
  mkdirSync(workspace)
  mkdirSync(state, { mode: 0o700 })
  // The address is named, since it is not of the internet; the names are not.
  const sandbox = { network: 'ask', egress: [`${address}:${port}`], ...config.sandbox }
  writeFileSync(join(state, 'poundlock.json'), JSON.stringify({ ...config, sandbox }), { mode: 0o600 })
  vi.stubEnv('POUNDLOCK_HOME', state)
  const hosts: LocalHost[] = []
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    for (const host of hosts) await host.close()
    server.close()
    rmSync(root, { recursive: true, force: true })
  })
  const questions: Question[] = []
  const waiting: ((question: Question) => void)[] = []
  const ask: AskForApproval = (call, { signal = new AbortController().signal } = {}) => {
    if (approvesLines && !call.command.startsWith('contact ')) return Promise.resolve(allow())
    const { promise, resolve } = Promise.withResolvers<CallAnswer | NoAnswer>()
    const question = { call, signal, answer: resolve }
    signal.addEventListener('abort', () => resolve({ answer: 'cancelled', message: 'given up' }))
    questions.push(question)
    waiting.shift()?.(question)
    return promise
  }
  const open = async (asks = true, more: Pick<LocalHostOptions, 'jobs'> = {}) => {
    const host = await openLocalHost({
      ...more,
      workspace,
      backends: {
        unshare: (settings) =>
          createUnshareBackend({
            ...settings,
            resolveHost: async (name) => (names(name) ? [address] : []),
          }),
      },
      ...(asks && { ask: () => ask }),
    })
    hosts.push(host)
    return host
  }
  const asked = (): Promise<Question> => new Promise((resolve) => waiting.push(resolve))
  const curl = (name = 'api.test') => `curl -sS http://${name}:${port}/`
  return { open, asked, questions, requests, port, curl, state, workspace }
}

export const textOf = ({ run }: Awaited<ReturnType<LocalHost['call']>>) => run?.stdout ?? ''

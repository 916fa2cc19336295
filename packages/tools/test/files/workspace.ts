import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PoundlockError } from '@poundlock/spec'
import { expect } from 'vitest'
import { afterEach } from 'vitest'
import type { ToolContext, ToolHandler, ToolOutput } from '../../src/index.ts'

/** A folder of its own, with a workspace in it and something beside that no call may touch. */
export interface Workspace {
  /** Holds the workspace and what lies outside. */
  readonly root: string
  readonly path: string
  readonly context: ToolContext
  /** Paths that the rules refuse, besides what is outside; may be changed while calls run. */
  readonly refused: Set<string>
  /** Every question that the rules were asked. */
  readonly asked: string[]
  write(path: string, content: string | Uint8Array): string
  read(path: string): string
  bytes(path: string): Buffer
  names(path?: string): readonly string[]
  call<Input>(handler: ToolHandler<Input>, input: Input): Promise<ToolOutput>
}

const made: string[] = []

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

export function makeWorkspace(): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-files-')))
  made.push(root)
  const path = join(root, 'workspace')
  mkdirSync(path)
  const refused = new Set<string>()
  const asked: string[] = []
  const allows = (real: string, access: string) => {
    asked.push(`${access} ${real}`)
    const isInside = real === path || real.startsWith(`${path}/`)
    return isInside && ![...refused].some((place) => real === place || real.startsWith(`${place}/`))
  }
  const context: ToolContext = {
    callId: 'call-1',
    agent: 'main',
    session: 'main',
    workspace: path,
    cwd: path,
    home: join(root, 'home'),
    files: {
      allows,
      refusal: (real, access) => new PoundlockError(`the rules refuse to ${access} ${real}`, { code: 'REFUSED' }),
    },
    abortSignal: new AbortController().signal,
    urls: { allows: () => false, refusal: () => expect.unreachable('no address is asked about') },
    spillDirectory: null,
  }
  const whole = (name: string) => join(path, name)
  return {
    root,
    path,
    context,
    refused,
    asked,
    write(name, content) {
      mkdirSync(dirname(whole(name)), { recursive: true })
      writeFileSync(whole(name), content)
      return whole(name)
    },
    read: (name) => readFileSync(whole(name), 'utf8'),
    bytes: (name) => readFileSync(whole(name)),
    names: (name = '') => readdirSync(whole(name)).toSorted(),
    call: (handler, input) => handler.run(input, context),
  }
}

export function textOf(output: ToolOutput): string {
  return output.content.map((part) => (part.type === 'text' ? part.text : `<${part.mediaType}>`)).join('\n')
}

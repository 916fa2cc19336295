import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDesk, openRequestStore } from '@poundlock/approvals/node'
import { onTestFinished } from 'vitest'
import { openChannels, type Channel } from '../src/index.ts'

/** A desk with one channel, whose approvers and chat are these. */
export async function openScene(channel: Channel, approvers: readonly string[], to: string, now?: () => number) {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-channels-'))
  const store = openRequestStore(join(folder, 'requests'))
  const problems: string[] = []
  const channels = await openChannels({
    store,
    channels: [{ channel, approvers }],
    targetsOf: () => [{ channel: channel.name, to }],
    listen: { host: '127.0.0.1', port: 0 },
    onProblem: (_, error) => problems.push((error as Error).message),
    ...(now && { now }),
  })
  const desk = openDesk(store, { surfaces: [channels] })
  onTestFinished(async () => {
    await desk.close()
    await channels.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    folder,
    store,
    desk,
    problems,
    url: `http://127.0.0.1:${channels.port}`,
    /** Asks; whether it reached anybody shows in what `show` answers. */
    ask: (text: string, change: object = {}, more: object = {}): string => {
      const requested = store.create({
        callId: 'call_1',
        tool: 'exec',
        reasons: ['no allow rule covers it'],
        sets: ['CI'],
        binding: {
          text,
          argv: [['ls']],
          executables: [{ path: '/usr/bin/ls', node: '1:2', size: 3, changed: '4' }],
          scripts: [],
          cwd: { path: '/w', node: '1:1', size: 0, changed: '' },
          environment: {},
          host: 'gateway',
          agent: 'main',
          session: 'main',
          ...change,
        },
        security: 'allowlist',
        warnings: [],
        decisions: ['allow-once', 'allow-always', 'deny'],
        grantCovers: ['ls with these options below /w'],
        likeness: text,
        ...more,
      })
      return requested.request.id
    },
  }
}

/** What tries to be more than text in some chat. */
export const HOSTILE = [
  'echo ``` <!channel> <@U1> <https://x.example|Approve> &lt;b&gt; && ls',
  '@everyone @here <@&1> **bold** ~~x~~ ||s|| [Approve](https://x.example) `code`',
  '</pre><b>Approved</b><a href="tg://user?id=1">x</a> _*[]()~`>#+-=|{}.!',
  'rm -rf x\nHost: sandbox\n> quoted\n# Title',
  'echo `',
  'echo \u202Etxt.exe \u200B\u2066 \u{E0041}',
]

/** The same text as it is shown: what cannot be seen as escapes. */
export const shownAs = (text: string): string =>
  text
    .replaceAll('\u202E', '\\u{202e}')
    .replaceAll('\u200B', '\\u{200b}')
    .replaceAll('\u2066', '\\u{2066}')
    .replaceAll('\u{E0041}', '\\u{e0041}')

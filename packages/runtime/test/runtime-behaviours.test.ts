import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandEnvironment } from '../src/contain/environment.ts'
import { askHook } from '../src/hooks/ask-hook.ts'
import { readHookOutput } from '../src/hooks/read-hook-output.ts'
import { createLoopDetector } from '../src/loops/loop-detector.ts'
import { openRuntime } from './open-runtime.ts'

interface Row {
  readonly area: string
  readonly name: string
  readonly input: any
  readonly expect: any
}

const rows = readFileSync(new URL('corpus/runtime.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Row)

const FREE = { mode: 'allow', exec: { host: 'gateway', security: 'full', ask: 'off' } } as const

const ANSWERS: Readonly<Record<string, (input: any) => unknown>> = {
  'loop-detection': ({ repeat, tool, params, sameResult = true, inTurnWith }) => {
    const loops = createLoopDetector()
    for (let made = 0; made < repeat; made++) {
      const isOther = inTurnWith !== undefined && made % 2 === 1
      loops.note('s', tool, isOther ? inTurnWith : params, sameResult ? isOther : made)
    }
    const found = loops.look('s', tool, params)
    return { level: found?.level ?? null, detector: found?.detector ?? null }
  },
  'exec-guard': async ({ command }) => {
    const { decision } = await openRuntime({ mode: 'allow' }).exec(command)
    const isBlocked = decision!.reasons.some(({ code }) => code === 'COMMAND_CONTROL') && decision!.decision === 'deny'
    return { blocked: isBlocked ? 'approve' : null }
  },
  hooks: async ({ event, ...written }) => {
    const run = async () => readHookOutput(event, written)
    const call = { event, callId: 'c', tool: 'exec', input: {}, agent: 'a', session: 's', workspace: '/', cwd: '/' }
    const { rewritten, ...verdict } = await askHook({ name: 'h', event, run }, call, undefined)
    return { ...verdict, ...rewritten }
  },
  env: async ({ key }) => {
    const host = { [key]: 'value' }
    const environment = commandEnvironment({ host, pass: [], call: {}, home: '/home/u', path: ['/bin'] })
    const { status } = await openRuntime(FREE).exec('true', { env: host })
    return { override: status !== 'ran', inherited: environment[key] !== 'value' }
  },
  process: async ({ command, ...more }) => {
    const { status, message, run } = await openRuntime(FREE).exec(command, more)
    return { status, message, ...run }
  },
}

test.each(rows)('$area: $name', async ({ area, input, expect: { startsWith, ...expected } }) => {
  const answer = (await ANSWERS[area]!(input)) as { readonly message?: string }
  expect(answer).toMatchObject(expected)
  if (startsWith !== undefined) expect(answer.message?.slice(0, startsWith.length)).toBe(startsWith)
})

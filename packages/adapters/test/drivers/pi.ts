import { guardPi, type AskPerson, type PiGuard } from '../../src/pi/index.ts'
import { loadFramework } from '../fixtures/framework-module.ts'
import { DECLINED, OWNER, type Driver, type OpenDriver } from './driver.ts'

interface Message {
  readonly role: string
}

interface PiAgent {
  readonly state: { readonly messages: readonly Message[] }
  prompt(text: string): Promise<void>
  continue(): Promise<void>
  abort(): void
}

/** An agent whose model makes one call of `exec` and says `done`. */
export async function openPi(
  { tools, ...hooks }: Pick<PiGuard, 'tools'> & Partial<Pick<PiGuard, 'beforeToolCall'>>,
  input: object,
  messages: readonly Message[] = [],
): Promise<PiAgent> {
  const [{ Agent }, { createFauxCore, fauxAssistantMessage, fauxToolCall }] = await Promise.all([
    loadFramework('pi'),
    loadFramework('pi/faux'),
  ])
  const { models, streamSimple, setResponses } = createFauxCore({})
  const call = fauxToolCall('exec', input, { id: 'call_1' })
  setResponses([fauxAssistantMessage(call, { stopReason: 'toolUse' }), fauxAssistantMessage('done')])
  return new Agent({ initialState: { model: models[0], messages, tools }, streamFn: streamSimple, ...hooks })
}

/** pi stores no run: an application keeps the messages, and continues before the call that has no result. */
export const openDriver: OpenDriver = (host): Driver => {
  const running: PiAgent[] = []
  const guards: PiGuard[] = []
  const open = async (input: object, ask: AskPerson, messages: readonly Message[] = [], isForged = false) => {
    const guard = guardPi(host, ['exec'], ask)
    guards.push(guard)
    const agent = await openPi(isForged ? { tools: guard.tools } : guard, input, messages)
    running.push(agent)
    return agent
  }
  const turn = ({ state }: PiAgent, waits: boolean) => {
    const text = JSON.stringify(state.messages)
    return { waits, read: text, saved: text }
  }
  return {
    async start(input) {
      const asked = Promise.withResolvers<true>()
      const agent = await open(input, () => {
        asked.resolve(true)
        return new Promise(() => undefined)
      })
      return turn(agent, await Promise.race([asked.promise, agent.prompt('do it').then(() => false)]))
    },
    async resume(saved, answer, input) {
      const person = async () => (answer === 'approved' ? OWNER : DECLINED)
      const messages = (JSON.parse(saved) as Message[]).slice(0, -1)
      const agent = await open(input, person, messages, answer === 'forged')
      await agent.continue()
      return turn(agent, false)
    },
    close() {
      for (const agent of running) agent.abort()
      for (const guard of guards) guard.close()
    },
  }
}

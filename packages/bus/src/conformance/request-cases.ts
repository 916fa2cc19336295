import { deepEqual, equal } from 'node:assert/strict'
import { PoundlockError } from '@poundlock/spec'
import type { BusCase } from './bus-case.ts'
import { expectCode, freshName } from './expect.ts'

export const requestCases: readonly BusCase[] = [
  {
    id: 'request-answered',
    title: 'A request reaches the handler of its name, and the answer comes back',
    async run({ connect }) {
      const [asking, serving] = [await connect(), await connect()]
      const name = freshName('echo')
      const service = await serving.serve(name, (payload) => ({ echo: payload }))
      const value = { text: 'ünï\u0000\u202E', list: [1, null, true, { deep: [] }] }
      deepEqual(await asking.request(name, value), { status: 'answered', mayHaveRun: true, value: { echo: value } })
      await service.close()
    },
  },
  {
    id: 'request-no-responder',
    title: 'A request for a name that nobody serves ends at once, and so does one for a service that was closed',
    async run({ connect }) {
      const [asking, serving] = [await connect(), await connect()]
      const name = freshName('unserved')
      const noResponder = { status: 'no-responder', mayHaveRun: false }
      // Longer than any test may take: the answer is not a time-out.
      const options = { timeoutMs: 1e9, startWithinMs: 1e9 }
      deepEqual(await asking.request(name, 1, options), noResponder)
      const service = await serving.serve(name, () => 1)
      await service.close()
      deepEqual(await asking.request(name, 1, options), noResponder)
    },
  },
  {
    id: 'request-failed',
    title: 'A handler that throws fails the request with its code, and tells nothing of an error that it does not know',
    async run({ connect }) {
      const [asking, serving] = [await connect(), await connect()]
      const name = freshName('fails')
      const service = await serving.serve(name, (payload) => {
        if (payload === 1) throw new PoundlockError('Too many.', { code: 'TOO_MANY' })
        throw new Error('the password is 1234')
      })
      deepEqual(await asking.request(name, 1), {
        status: 'failed',
        mayHaveRun: true,
        code: 'TOO_MANY',
        message: 'Too many.',
      })
      const other = await asking.request(name, 2)
      equal(other.status === 'failed' && other.code, 'HANDLER_FAILED')
      equal(JSON.stringify(other).includes('1234'), false)
      await service.close()
    },
  },
  {
    id: 'request-unknown',
    title: 'A request whose answer does not come in time is unknown, and its handler ran once',
    async run({ connect }) {
      const [asking, serving] = [await connect(), await connect()]
      const name = freshName('silent')
      let runs = 0
      const ending = Promise.withResolvers<null>()
      const service = await serving.serve(name, () => {
        runs += 1
        return ending.promise
      })
      deepEqual(await asking.request(name, 1, { timeoutMs: 300 }), { status: 'unknown', mayHaveRun: true })
      equal(runs, 1)
      ending.resolve(null)
      await service.close()
    },
  },
  {
    id: 'request-lost',
    title: 'When the responder is closed in the middle of a request, the request ends as lost, without a time-out',
    async run({ connect }) {
      const [asking, serving] = [await connect(), await connect()]
      const name = freshName('lost')
      const begun = Promise.withResolvers<void>()
      await serving.serve(name, () => {
        begun.resolve()
        return new Promise(() => {})
      })
      const outcome = asking.request(name, 1, { timeoutMs: 1e9 })
      await begun.promise
      await serving.close()
      deepEqual(await outcome, { status: 'lost', mayHaveRun: true })
    },
  },
  {
    id: 'request-busy',
    title: 'A responder that handles as many requests as it can refuses more, and nothing of them runs',
    async run({ connect }) {
      const [asking, serving] = [await connect(), await connect()]
      const name = freshName('busy')
      const ending = Promise.withResolvers<string>()
      const begun = Promise.withResolvers<void>()
      let runs = 0
      const handler = () => {
        runs += 1
        if (runs === 2) begun.resolve()
        return ending.promise
      }
      const service = await serving.serve(name, handler, { maxConcurrent: 2 })
      const running = [1, 2].map((value) => asking.request(name, value))
      await begun.promise
      deepEqual(await asking.request(name, 3), { status: 'busy', mayHaveRun: false })
      ending.resolve('done')
      for (const outcome of await Promise.all(running)) equal(outcome.status, 'answered')
      equal(runs, 2)
      await service.close()
    },
  },
  {
    id: 'request-once',
    title: 'Of several who serve a name, one handles each request',
    async run({ connect }) {
      const buses = [await connect(), await connect(), await connect()]
      const name = freshName('many')
      const handled: unknown[] = []
      const services = await Promise.all(
        buses.map((bus) =>
          bus.serve(name, (payload) => {
            handled.push(payload)
            return payload
          }),
        ),
      )
      const payloads = Array.from({ length: 50 }, (_, index) => index)
      const outcomes = await Promise.all(payloads.map((payload) => buses[0]!.request(name, payload)))
      deepEqual(
        outcomes.map((outcome) => outcome.status === 'answered' && outcome.value),
        payloads,
      )
      deepEqual(
        handled.toSorted((a, b) => Number(a) - Number(b)),
        payloads,
      )
      await Promise.all(services.map((service) => service.close()))
    },
  },
  {
    id: 'request-size',
    title: 'Half a megabyte is carried in both directions; more than the bus carries is refused before it is sent',
    async run({ connect }) {
      const [asking, serving] = [await connect(), await connect()]
      const name = freshName('size')
      let runs = 0
      const service = await serving.serve(name, (payload) => {
        runs += 1
        return payload === 'large' ? 'x'.repeat(serving.maxValueBytes) : payload
      })
      const value = 'x'.repeat(512 * 1024)
      deepEqual(await asking.request(name, value), { status: 'answered', mayHaveRun: true, value })
      await expectCode(asking.request(name, 'x'.repeat(asking.maxValueBytes)), 'TOO_LARGE')
      equal(runs, 1)
      const outcome = await asking.request(name, 'large')
      equal(outcome.status === 'failed' && outcome.code, 'TOO_LARGE')
      await service.close()
    },
  },
  {
    id: 'request-values',
    title: 'What is not JSON is refused before it is sent',
    async run({ connect }) {
      const bus = await connect()
      const name = freshName('values')
      const circular: unknown[] = []
      circular.push(circular)
      for (const value of [undefined, () => 1, 1n, Number.NaN, [Infinity], '\uD800', { '\uDC00': 1 }, circular]) {
        await expectCode(bus.request(name, value), 'INVALID_VALUE')
        await expectCode(bus.append(name, value), 'INVALID_VALUE')
        await expectCode(bus.claim(name, value), 'INVALID_VALUE')
      }
    },
  },
]

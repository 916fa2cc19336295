import { expect, test } from 'vitest'
import { modelFailure } from '../../src/ai-sdk/model-failure.ts'

test('an answer that breaks off after its head says so, and is asked for again', () => {
  const cut = Object.assign(new Error('Failed to process successful response'), {
    name: 'AI_APICallError',
    statusCode: 200,
    cause: new Error('terminated'),
  })
  const failure = modelFailure(cut, { provider: 'anthropic' })
  expect(failure).toMatchObject({ code: 'MODEL_STREAM', isRetried: true })
  expect(failure.message).toBe('anthropic: the answer broke off (terminated)')
})

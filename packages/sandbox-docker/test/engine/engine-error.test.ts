import { expect, test } from 'vitest'
import { unlessGone } from '../../src/engine/engine-error.ts'

const refusal = (statusCode: number, message: string): Promise<never> =>
  Promise.reject(Object.assign(new Error(message), { statusCode, json: { message } }))

test.each([
  [404, 'No such exec instance'],
  [409, 'removal of container is already in progress'],
  [500, 'retrieving exec session a from container b: container b does not exist in database: no such container'],
])('an answer of %i that says that it is gone is no failure', async (status, message) => {
  expect(await unlessGone(refusal(status, message))).toBeNull()
})

test('any other failure is one', async () => {
  await expect(unlessGone(refusal(500, 'the disk is full'))).rejects.toThrow('the disk is full')
})

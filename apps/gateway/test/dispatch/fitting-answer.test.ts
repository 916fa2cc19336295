import type { Approval } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { firstFitting, mostFitting, readFitting } from '../../src/dispatch/fitting-answer.ts'

const view = (id: string, megabytes: number) => ({ id, tool: 'é'.repeat(megabytes * 500_000) }) as Approval
const ids = (views: readonly Approval[]) => views.map(({ id }) => id)

test('an answer holds what fits into a frame, and a large request hides no small one', () => {
  const views = [view('1', 2), view('2', 0), view('3', 2), view('4', 0), view('5', 1.9), view('6', 2)]
  expect(ids(mostFitting(views))).toEqual(['1', '2', '4', '5', '3'].toSorted())
  expect(ids(firstFitting(views))).toEqual(['1', '2', '3', '4', '5'])
  expect(ids(firstFitting(views.slice(5)))).toEqual(['6'])
  expect([mostFitting([]), firstFitting([])]).toEqual([[], []])
})

test('of a list that does not fit, each page goes on, also behind what fills one alone', () => {
  const views = [view('1', 7), view('2', 0), view('3', 7)]
  const seen: string[] = []
  for (let left: readonly Approval[] = views; left.length > 0; left = left.slice(firstFitting(left).length))
    seen.push(ids(firstFitting(left)).join())
  expect(seen).toEqual(['1', '2', '3'])
})

test('what is read in steps stops where an answer is full, at the limit, and at the end', () => {
  const all = Array.from({ length: 100 }, (_, index) => ({
    seq: index + 1,
    text: 'm'.repeat(index < 50 ? 10 : 1_000_000),
  }))
  let most = 0
  const read = (after: number, limit: number) => {
    most = Math.max(most, limit)
    return all.slice(after, after + limit)
  }
  expect(readFitting(read, 0, 40)).toEqual(all.slice(0, 40))
  expect(readFitting(read, 0, 1000)).toEqual(all.slice(0, 55))
  expect(readFitting(read, 55, 1000)).toEqual(all.slice(55, 60))
  expect(readFitting(read, 98, 1000)).toEqual(all.slice(98))
  expect(readFitting(read, 100, 1000)).toEqual([])
  expect(most).toBe(16)
})

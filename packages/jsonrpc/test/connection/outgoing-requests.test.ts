import { describe, expect, test } from 'vitest'
import { OutgoingRequests } from '../../src/connection/outgoing-requests.ts'

/** Time that goes on only when it is told to. */
function clockwork() {
  let time = 0
  const timers = new Set<{ readonly at: number; readonly action: () => void }>()
  return {
    timers,
    now: () => time,
    setTimer(action: () => void, milliseconds: number) {
      const timer = { at: time + milliseconds, action }
      timers.add(timer)
      return timer
    },
    clearTimer: (timer: unknown) => void timers.delete(timer as never),
    advance(milliseconds: number) {
      for (const end = time + milliseconds; time < end; time++) {
        for (const timer of timers) {
          if (timer.at > time + 1) continue
          timers.delete(timer)
          time++
          timer.action()
          time--
        }
      }
    },
  }
}

function waitingRequests() {
  const clock = clockwork()
  const ended: string[] = []
  const requests = new OutgoingRequests(clock, (id) => ended.push(`late ${id}`))
  const wait = (id: number, timeoutMs: number) =>
    requests.wait(id, {
      timeoutMs,
      resolve: () => ended.push(`answered ${id}`),
      reject: ({ code }) => ended.push(`${code} ${id}`),
    })
  const answer = (id: number) => requests.settle({ jsonrpc: '2.0', id, result: 1 })
  return { clock, ended, requests, wait, answer }
}

describe('requests that wait', () => {
  test('are each late at their own time, in whichever order they were asked', () => {
    const { clock, ended, wait } = waitingRequests()
    wait(1, 90)
    wait(2, 40)
    wait(3, 15)
    wait(4, Infinity)
    clock.advance(14)
    expect(ended).toEqual([])
    clock.advance(1)
    expect(ended).toEqual(['late 3', 'TIMEOUT 3'])
    clock.advance(25)
    expect(ended.slice(2)).toEqual(['late 2', 'TIMEOUT 2'])
    clock.advance(50)
    expect(ended.slice(4)).toEqual(['late 1', 'TIMEOUT 1'])
    expect(clock.timers.size).toBe(0)
  })

  test('share one timer, which an answer leaves alone', () => {
    const { clock, ended, wait, answer } = waitingRequests()
    for (let id = 0; id < 100; id++) {
      wait(id, 1000)
      clock.advance(5)
      expect(answer(id)).toBe(true)
      expect(clock.timers.size).toBe(1)
    }
    wait(100, 1000)
    clock.advance(999)
    expect(ended).toHaveLength(100)
    clock.advance(1)
    expect(ended.slice(100)).toEqual(['late 100', 'TIMEOUT 100'])
    expect(clock.timers.size).toBe(0)
  })

  test('have their time begun anew, as often as they are extended', () => {
    const { clock, ended, requests, wait } = waitingRequests()
    wait(1, 20)
    for (let step = 0; step < 10; step++) {
      clock.advance(15)
      requests.extend(1)
    }
    expect(ended).toEqual([])
    clock.advance(19)
    expect(ended).toEqual([])
    clock.advance(1)
    expect(ended).toEqual(['late 1', 'TIMEOUT 1'])
    requests.extend(1)
    expect(clock.timers.size).toBe(0)
  })

  test('are not late before their time when the platform is in a hurry', () => {
    const { clock, ended, wait } = waitingRequests()
    wait(1, 20)
    const [timer] = clock.timers
    clock.timers.clear()
    clock.advance(10)
    timer!.action()
    expect(ended).toEqual([])
    clock.advance(10)
    expect(ended).toEqual(['late 1', 'TIMEOUT 1'])
  })

  test('leave no timer behind when all fail', () => {
    const { clock, requests, wait } = waitingRequests()
    wait(1, 20)
    wait(2, Infinity)
    requests.failAll(() => new Error('over') as never)
    expect(requests.size).toBe(0)
    expect(clock.timers.size).toBe(0)
  })
})

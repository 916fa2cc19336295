import { describe, expect, it, vi } from 'vitest'
import { PoundlockError } from '../src/index.ts'

const make = () => new PoundlockError('it broke', { code: 'BROKEN' })

describe('recognising an error', () => {
  it('holds across two loaded copies of the package, where instanceof does not', async () => {
    vi.resetModules()
    const other = await import('../src/poundlock-error.ts')
    const theirs = new other.PoundlockError('it broke', { code: 'BROKEN' })
    expect(theirs).not.toBeInstanceOf(PoundlockError)
    expect(PoundlockError.isInstance(theirs)).toBe(true)
    expect(other.PoundlockError.isInstance(make())).toBe(true)
  })

  it('holds for a class that extends it', () => {
    class NarrowError extends PoundlockError {
      override readonly name = 'NarrowError'
    }
    const error = new NarrowError('x', { code: 'NARROW' })
    expect(PoundlockError.isInstance(error)).toBe(true)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toBe('NarrowError: x')
  })

  it('holds for one class, where that class is asked, and for no other', async () => {
    class DiskError extends PoundlockError {
      override readonly name = 'DiskError'
    }
    class PolicyError extends PoundlockError {
      override readonly name = 'PolicyError'
    }
    const error = new DiskError('x', { code: 'DISK' })
    expect([PoundlockError, DiskError, PolicyError].map((kind) => kind.isInstance(error))).toEqual([true, true, false])
    expect(DiskError.isInstance(make())).toBe(false)
    vi.resetModules()
    const other = await import('../src/poundlock-error.ts')
    const theirs = Object.assign(new other.PoundlockError('x', { code: 'DISK' }), { name: 'DiskError' })
    expect([DiskError, PolicyError].map((kind) => kind.isInstance(theirs))).toEqual([true, false])
  })

  it.each([
    undefined,
    null,
    0,
    'PoundlockError',
    {},
    [],
    new Error('x'),
    { name: 'PoundlockError', code: 'BROKEN' },
    { 'poundlock.error': true },
    Object.create(null),
  ])('does not take %j for one', (value) => {
    expect(PoundlockError.isInstance(value)).toBe(false)
  })
})

describe('what an error carries', () => {
  it('is a code, details, a remedy and a cause', () => {
    const cause = new Error('disk')
    const error = new PoundlockError('it broke', { code: 'BROKEN', details: { at: 1 }, remedy: 'Mend it.', cause })
    expect(error).toMatchObject({ message: 'it broke', code: 'BROKEN', details: { at: 1 }, remedy: 'Mend it.', cause })
  })

  it('has no cause where none was given', () => {
    expect(make()).not.toHaveProperty('cause')
    expect(new PoundlockError('x', { code: 'X', cause: null }).cause).toBeNull()
  })
})

describe('an error as JSON', () => {
  it('is its code and message, and what else there is', () => {
    expect(JSON.parse(JSON.stringify(make()))).toEqual({ code: 'BROKEN', message: 'it broke' })
    const full = new PoundlockError('it broke', { code: 'BROKEN', details: { line: 3 }, remedy: 'Mend it.' })
    expect(JSON.parse(JSON.stringify({ error: full }))).toEqual({
      error: { code: 'BROKEN', message: 'it broke', remedy: 'Mend it.', details: { line: 3 } },
    })
  })

  it('holds neither the stack nor the cause, which can tell more than is meant to be told', () => {
    const error = new PoundlockError('x', { code: 'X', cause: new Error('secret') })
    expect(JSON.stringify(error)).not.toMatch(/secret|stack/)
  })
})

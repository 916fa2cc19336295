import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkSocket, claimSocket } from '../src/index.ts'

const real = Object.getOwnPropertyDescriptor(process, 'platform')!
beforeEach(() => void Object.defineProperty(process, 'platform', { ...real, value: 'win32' }))
afterEach(() => void Object.defineProperty(process, 'platform', real))

test.each(['/tmp/x.sock', String.raw`\\.\pipe\poundlock`, String.raw`C:\x.sock`])(
  'on Windows %s is neither served nor trusted: any user may have made a pipe before',
  async (path) => {
    expect(() => checkSocket(path)).toThrow(expect.objectContaining({ code: 'STATE_FILE_SOCKET_PATH' }))
    await expect(claimSocket(path)).rejects.toMatchObject({ code: 'STATE_FILE_SOCKET_PATH' })
  },
)

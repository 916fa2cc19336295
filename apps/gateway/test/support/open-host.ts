import { openLocalHost } from '@poundlock/local-host'
import { createNoneBackend } from '@poundlock/sandbox'
import { builtInHandlers } from '@poundlock/tools'
import type { OpenHost } from '../../src/index.ts'

/** Opens hosts as a program that starts the gateway does. */
export const openHost: OpenHost = (place) =>
  openLocalHost({
    ...place,
    backends: { unshare: () => createNoneBackend() },
    handlers: builtInHandlers,
  })

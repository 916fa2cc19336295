import { openLocalHost, type OpenSessionHost } from '@poundlock/local-host'
import { createNoneBackend } from '@poundlock/sandbox'
import { BUILT_IN_HANDLERS } from '@poundlock/tools'

/** Opens hosts as a program that starts a gateway or a node does. */
export const openHost: OpenSessionHost = (place) =>
  openLocalHost({ ...place, backends: { unshare: () => createNoneBackend() }, handlers: BUILT_IN_HANDLERS })

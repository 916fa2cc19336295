import { join } from 'node:path'

/** Where manifests and pins lie in the state folder. */
export const mcpFolder = (state: string): string => join(state, 'mcp')

/** Where lies what authorization servers gave. */
export const authorizationFolder = (state: string): string => join(mcpFolder(state), 'authorization')

import { Type } from '../schema/index.ts'
import { LONGEST_PATH, WITHOUT_NUL } from './text-limits.ts'

/** How a call can ask to be contained more strictly than is configured. */
export const sandboxSwitches = {
  isolateNetwork: Type.Optional(Type.Boolean({ description: 'true: without any network.' })),
  filesystemMode: Type.Optional(
    Type.Enum(['off', 'workspace-only', 'allow-list'], {
      description: 'At least as strict as configured; allow-list: only what allowedMounts names.',
    }),
  ),
  allowedMounts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: LONGEST_PATH, pattern: WITHOUT_NUL }), {
      maxItems: 100,
      description: 'Files and folders, with filesystemMode allow-list; each within what is configured.',
    }),
  ),
}

import { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ToolSpec } from '@poundlock/spec'
import { Type } from '@poundlock/spec/schema'
import type { ToolHandler } from '@poundlock/tools'

const Path = Type.Object({ path: Type.String({ minLength: 1 }) }, { additionalProperties: false })
const PathAndContent = Type.Object(
  { path: Type.String({ minLength: 1 }), content: Type.String() },
  { additionalProperties: false },
)

const spec = (
  name: string,
  requiredPermission: ToolSpec['requiredPermission'],
  inputSchema: ToolSpec['inputSchema'],
) => ({
  name,
  description: name,
  inputSchema,
  requiredPermission,
  groups: ['group:fs', 'group:builtin'],
  annotations: {},
  summary: name,
})

const say = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** Reads a file, or the names in a folder, asking about where it really lies. */
export const reader: ToolHandler<{ path: string }> = {
  spec: spec('read_file', 'read-only', Path),
  async run({ path }, { cwd, files }) {
    const descriptor = openSync(resolve(cwd, path), constants.O_RDONLY)
    try {
      const real = readlinkSync(`/proc/self/fd/${descriptor}`)
      if (!files.allows(real, 'read')) return { ...say('refused'), error: files.refusal(real, 'read') }
      return say(readFileSync(descriptor, 'utf8'))
    } finally {
      closeSync(descriptor)
    }
  },
}

/** Lists what may be read in a folder, and all below it. */
export const searcher: ToolHandler<{ path: string }> = {
  spec: spec('glob_search', 'read-only', Path),
  async run({ path }, { cwd, files }) {
    const found = readdirSync(resolve(cwd, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => resolve(entry.parentPath, entry.name))
      .filter((file) => files.allows(file, 'read'))
    return say(found.toSorted().join('\n'))
  },
}

export const writer: ToolHandler<{ path: string; content: string }> = {
  spec: spec('write_file', 'workspace-write', PathAndContent),
  async run({ path, content }, { cwd, files }) {
    const file = resolve(cwd, path)
    if (!files.allows(file, 'write')) return { ...say('refused'), error: files.refusal(file, 'write') }
    writeFileSync(file, content)
    return say('written')
  },
}

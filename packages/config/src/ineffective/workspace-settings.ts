import type { ConfigDocument } from '../schema.ts'
import type { Ineffective } from './ineffective-setting.ts'

/** What a file that came with a repository has no say in, trusted or not. */
const OWNERS_ONLY = [
  'approvals',
  'gateway',
  'undo/maxBytes',
  'undo/maxAge',
  'undo/ignore',
  'sandbox/backend',
  'sandbox/readPaths',
  'sandbox/writePaths',
  'sandbox/docker/engine',
  'sandbox/docker/image',
  'sandbox/docker/binds',
  'sandbox/docker/network',
  'sandbox/docker/user',
  'tools/web/search',
  'tools/exec/environment',
  'tools/exec/pathPrepend',
  'tools/exec/notifyOnExit',
  'tools/exec/approvalRunningNoticeMs',
] as const

/** Settings that count once trusted; rules on commands for all agents are reported with the other rules. */
const ONCE_TRUSTED = [
  '/hooks',
  '/mcpServers',
  '/tools/fs/read/allow',
  '/tools/fs/write/allow',
  '/agents/defaults/tools/exec/allow',
]

/** Settings of a workspace's own file that count for nothing. */
export function findWorkspaceSettings(document: ConfigDocument, trusted: boolean): readonly Ineffective[] {
  const message = 'has no effect in the file of a workspace: only your own file says this'
  const servers = Object.entries(document.mcpServers ?? {}).flatMap(([name, settings]) =>
    (['permissions', 'inputs'] as const)
      .filter((key) => settings[key] !== undefined)
      .map((key) => `/mcpServers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}/${key}`),
  )
  const untrusted = 'has no effect until the workspace is trusted: poundlock policy trust'
  return [
    ...[...OWNERS_ONLY.map((path) => `/${path}`).filter((pointer) => isThere(document, pointer)), ...servers].map(
      (pointer) => ({ pointer, message }),
    ),
    ...(trusted
      ? []
      : [...ONCE_TRUSTED, ...(document.agents?.list ?? []).map((_, index) => `/agents/list/${index}/tools/exec/allow`)]
          .filter((pointer) => isThere(document, pointer))
          .map((pointer) => ({ pointer, message: untrusted }))),
  ]
}

function isThere(document: ConfigDocument, pointer: string): boolean {
  let value: unknown = document
  for (const key of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return true
}

import { basename, sep } from 'node:path'
import type { ForeignClient } from './foreign-clients.ts'

export interface FillIn {
  readonly client: ForeignClient
  /** For `${workspaceFolder}`. */
  readonly folder: string
  readonly notes: string[]
}

/** What other clients fill in, said as we do: `${env:NAME}`, `${workspaceFolder}`, `$NAME`; questions cannot be asked. */
export function fillIn(value: unknown, how: FillIn): unknown {
  if (typeof value === 'string') return fillText(value, how)
  if (Array.isArray(value)) return value.map((part) => fillIn(part, how))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillIn(part, how)]))
}

/** `${…}` in our own syntax: a variable, and its default. */
const OURS = /^[A-Za-z_]\w*(?::-[^}]*)?$/

function fillText(text: string, { client, folder, notes }: FillIn): string {
  const known = text.replaceAll(/\$\{([^}]*)\}/g, (whole, inner: string) => {
    const variable = /^env:(\w+)$/.exec(inner)?.[1]
    if (variable !== undefined) return `\${${variable}}`
    const id = /^(?:input|promptString):([\w.-]+)$/.exec(inner)?.[1]
    if (id !== undefined) {
      const name = id
        .replaceAll(/\W/g, '_')
        .replace(/^(?=\d)/, '_')
        .toUpperCase()
      notes.push(`what it asks for (${id}) is taken from the environment variable ${name}`)
      return `\${${name}}`
    }
    switch (inner) {
      case 'workspaceFolder':
      case 'workspaceRoot':
        return folder
      case 'workspaceFolderBasename':
        return basename(folder)
      case 'userHome':
        return '${HOME}'
      case 'pathSeparator':
      case '/':
        return sep
    }
    if (!OURS.test(inner)) {
      notes.push(`${whole} is filled in there and not here: write what it stands for, or \${VARIABLE}`)
    } else if (FILLS_IN_NOTHING.has(client)) {
      notes.push(`${whole} stands there as it is, and is filled in here`)
    }
    return whole
  })
  return client === 'gemini' ? known.replaceAll(/\$([A-Za-z_]\w*)/g, '${$1}') : known
}

/** Clients for which a dollar sign is a dollar sign. */
const FILLS_IN_NOTHING: ReadonlySet<ForeignClient> = new Set(['codex', 'claude-desktop'])

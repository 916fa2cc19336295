import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OTHER_CAUSES } from './fixes/error-fixes.ts'

/** Where the codes of each part of the troubleshooting page are listed, with their causes in the docstring. */
export const CODE_SOURCES: Readonly<Record<string, readonly string[]>> = {
  'The command': [
    'apps/cli/src/usage-error.ts',
    'packages/local-host/src/local-host-error.ts',
    'packages/local-host/src/state/state-error.ts',
    'packages/config/src/config-error.ts',
    'packages/policy/src/model/policy-error.ts',
  ],
  'Reading a command line': ['packages/shell/src/syntax/refusal.ts'],
  'What a command does': ['packages/profiles/src/model/result.ts'],
  'Running a command': ['packages/process/src/process-error.ts'],
  'The sandbox': [
    'packages/sandbox/src/sandbox-error.ts',
    'packages/workspace-guard/src/workspace-guard-error.ts',
    'packages/undo/src/undo-error.ts',
  ],
  Approvals: ['packages/approvals/src/approvals-error.ts', 'packages/channels/src/channels-error.ts'],
  'The audit log': ['packages/audit/src/audit-error.ts'],
  'Files of the state folder': ['packages/state-files/src/state-file-error.ts'],
  'File tools': ['packages/tools/src/files/file-tool-error.ts'],
  'The web': ['packages/tools/src/web/web-error.ts'],
  'MCP servers': ['packages/mcp/src/mcp-error.ts'],
  Models: ['packages/agent/src/model/model-error.ts', 'packages/agent/src/session/transcript-error.ts'],
  'The gateway and its nodes': ['apps/gateway/src/gateway-host-error.ts', 'apps/node/src/node-error.ts'],
  'Clients of a gateway': ['packages/protocol/src/client/client-error.ts'],
  'Answers of a gateway': ['packages/protocol/src/errors/error-codes.ts'],
  'The bus between gateways': ['packages/bus/src/contract/bus-error.ts'],
  'JSON-RPC': ['packages/jsonrpc/src/connection/rpc-error.ts'],
}

const DOCSTRING = /\/\*\*[\s\S]*?\*\//gu
const CODES = String.raw`(?:\x60[A-Z][A-Z0-9_]+\x60(?:, (?:and |or )?| or )?)+`
/** One or more codes, a colon, and the cause up to the next codes. */
const CAUSE = new RegExp(
  String.raw`(?<codes>${CODES}):? (?<cause>[\s\S]+?)(?=[;.]\s*(?:- |or )?${CODES}:? | - ${CODES}:? |$)`,
  'gu',
)

/** The text of a docstring as one line. */
const plain = (docstring: string) =>
  docstring
    .replaceAll(/^\s*\/?\*+\/?/gmu, '')
    .replaceAll('*/', '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const names = (codes: string) => [...codes.matchAll(/`([A-Z0-9_]+)`/gu)].map(([, code]) => code!)

const sentence = (text: string) => {
  const words = text.replace(/^- /u, '').replace(/[;.\s]+$/u, '')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** The codes that a source file lists in its types, tables and errors. */
export function listedCodes(source: string): readonly string[] {
  const types = [...source.matchAll(/export type \w*Code\w* =(?<codes>(?:\s*\|?\s*'[A-Z][A-Z0-9_]+')+)/gu)]
  const rows = [...source.matchAll(/^ {2}(?<code>[A-Z][A-Z0-9_]+): (?:ends|final|later)?[({]/gmu)]
  const thrown = [...source.matchAll(/code: (?:'[A-Z][A-Z0-9_]+'(?: \| )?)+/gu)]
  const found = [
    ...[...types, ...thrown].flatMap(([text]) => [...text.matchAll(/'([A-Z][A-Z0-9_]+)'/gu)].map(([, code]) => code!)),
    ...rows.map(({ groups }) => groups!['code']!),
  ]
  return [...new Set(found)]
}

/** The causes that a source file writes beside its codes: in its docstrings, or in the rows of a table. */
export function writtenCauses(source: string): ReadonlyMap<string, string> {
  const causes = new Map<string, string>()
  for (const [docstring] of source.matchAll(DOCSTRING)) {
    for (const { groups } of plain(docstring).matchAll(CAUSE)) {
      for (const code of names(groups!['codes']!)) if (!causes.has(code)) causes.set(code, sentence(groups!['cause']!))
    }
  }
  const rows = /^ {2}(?<code>[A-Z][A-Z0-9_]+): (?:(?:ends|final|later)\(|\{\s*meaning: )'(?<cause>[^']+)'/gmu
  for (const { groups } of source.matchAll(rows)) causes.set(groups!['code']!, groups!['cause']!)
  return causes
}

/** Every error code of a part of the page with its cause. @throws where a code has none */
export function errorCauses(root: string, part: string): ReadonlyMap<string, string> {
  const causes = new Map<string, string>()
  for (const file of CODE_SOURCES[part] ?? []) {
    const source = readFileSync(join(root, file), 'utf8')
    const written = writtenCauses(source)
    for (const code of listedCodes(source)) {
      const cause = OTHER_CAUSES[code] ?? written.get(code)
      if (cause === undefined) throw new Error(`${file} does not say what ${code} means`)
      causes.set(code, cause)
    }
  }
  return causes
}

import { readFile } from 'node:fs/promises'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import type { WorkspacePackage } from '../workspace/list-packages.ts'
import { runCommand } from '../workspace/run-command.ts'

/** What publint and attw find in a tarball, in sentences. */
export async function lintTarball(workspacePackage: WorkspacePackage, tarball: string): Promise<readonly string[]> {
  const [published, types] = await Promise.all([lintPublished(tarball), lintTypes(workspacePackage, tarball)])
  return [...published, ...types]
}

async function lintPublished(tarball: string): Promise<readonly string[]> {
  const bytes = await readFile(tarball)
  const archive = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball: archive }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`)
}

async function lintTypes({ entries, folder }: WorkspacePackage, tarball: string): Promise<readonly string[]> {
  if (entries.length === 0) return []
  const options = ['--profile', 'esm-only', '--no-definitely-typed', '--no-emoji', '--no-color', '--format', 'ascii']
  const { code, output } = await runCommand('attw', [tarball, ...options], { cwd: folder })
  return code === 0 ? [] : [`attw:\n${output.trim()}`]
}

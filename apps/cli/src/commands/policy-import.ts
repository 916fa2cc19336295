import { join, resolve } from 'node:path'
import { workspaceConfigFile } from '@poundlock/config/node'
import { findLocation, homeFolder, readOwnFile, stateFolder } from '@poundlock/local-host'
import { isWithin, visibleText } from '@poundlock/spec'
import { paint, printJson, printLine } from '../output/print.ts'
import {
  type ChangedDocument,
  changedDocument,
  confirmWrite,
  printDifference,
  writeDocument,
} from '../policy-import/changed-document.ts'
import { editPolicy } from '../policy-import/edit-policy.ts'
import type { ImportedLine, RuleSource } from '../policy-import/foreign-line.ts'
import { mapLines } from '../policy-import/map-line.ts'
import { readRuleFiles, ruleFiles } from '../policy-import/read-rule-files.ts'
import type { ReviewFlags } from '../review/review-place.ts'
import { UsageError } from '../usage-error.ts'

export interface PolicyImportFlags extends ReviewFlags {
  readonly write?: boolean
}

/**
 * `poundlock policy import AGENT [FILE]`: another agent's permissions as rules of ours, shown as a difference of
 * `poundlock.json`, and written after a yes or with --write.
 */
export async function importPolicy(source: RuleSource, named: string | undefined, flags: PolicyImportFlags) {
  const { workspace } = findLocation(flags)
  const files = named === undefined ? ruleFiles(source, homeFolder(), process.env) : [resolve(named)]
  if (files.length === 0) {
    throw new UsageError(`no settings of ${source} were found`, {
      remedy: `Name a file: poundlock policy import ${source} FILE.`,
    })
  }
  const lines = mapLines(await readRuleFiles(source, files))
  const target = targetOf(files, workspace, flags)
  const document = changedDocument(target, readOwnFile(target, { vouchedFor: false }) ?? '', (text) =>
    editPolicy(
      text,
      lines.flatMap(({ changes }) => changes),
    ),
  )
  const isChanged = document.after !== document.before
  const isWritten = isChanged && (await mayWrite({ ...document, lines, files }, flags))
  if (isWritten) writeDocument(document)
  if (flags.json) {
    return printJson({
      from: source,
      files,
      lines: lines.map(({ line, status, changes, note }) => ({
        text: line.text,
        at: line.at,
        action: line.action,
        status,
        changes,
        note,
      })),
      config: target,
      changed: isChanged,
      written: isWritten,
    })
  }
  if (!isChanged) return printLine('nothing has to be written')
  await printLine(
    isWritten ? `written: ${visibleText(target)}` : 'nothing was written; --write writes it without asking',
  )
}

/** Rules of a project go into the file of that project, and count as its own do. */
function targetOf(files: readonly string[], workspace: string, { config }: PolicyImportFlags): string {
  if (config !== undefined) return resolve(config)
  return files.every((file) => isWithin(file, workspace)) && workspace !== homeFolder()
    ? workspaceConfigFile(workspace)
    : join(stateFolder(), 'poundlock.json')
}

interface Proposal extends ChangedDocument {
  readonly lines: readonly ImportedLine[]
  readonly files: readonly string[]
}

/** Shows what would be written, and asks where there is a terminal. */
async function mayWrite(proposal: Proposal, { json, write: isWanted }: PolicyImportFlags): Promise<boolean> {
  if (json) return isWanted === true
  await show(proposal)
  return isWanted || confirmWrite()
}

async function show({ lines, files, ...document }: Proposal): Promise<void> {
  const { bold, dim, good, bad, decisions } = paint()
  const colours = { mapped: good, tightened: decisions.ask, refused: bad }
  for (const file of files) {
    await printLine(bold(visibleText(file)))
    for (const { line, status, note } of lines.filter(({ line: { at } }) => at.startsWith(`${file}: `))) {
      const action = line.action === 'setting' ? '' : line.action
      await printLine(`  ${colours[status](status.padEnd(9))} ${action.padEnd(5)} ${visibleText(line.text)}`)
      if (note !== '') await printLine(`            ${dim(visibleText(note))}`)
    }
  }
  await printDifference(document)
}

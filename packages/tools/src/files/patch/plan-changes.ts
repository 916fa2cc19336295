import type { ToolContext, ToolFileAccess } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { demandAllowed, openOrMakeTarget, openTarget, type Target } from '../place/open-file.ts'
import { readFilePath } from '../place/read-tool-path.ts'
import { showPath } from '../show-path.ts'
import { systemFailure } from '../system-failure.ts'
import { readWholeFile } from '../text/read-text-file.ts'
import { decodeText, encodeText } from '../text/text-encoding.ts'
import { applyHunks } from './apply-hunks.ts'
import type { PatchOperation } from './patch-operation.ts'

/** The change of one file. */
export interface FileChange {
  readonly target: Target
  /** As the patch names it. */
  readonly shown: string
  readonly before: Buffer | null
  /** `null` when it is to be gone. */
  readonly after: Buffer | null
  /** The right bits that it gets; `null` to keep those it has. */
  readonly mode: number | null
}

interface Draft extends FileChange {
  after: Buffer | null
  mode: number | null
}

/** The changes that a patch makes, worked out in memory: nothing was written but the folders of new files. */
export interface PatchPlan {
  readonly changes: readonly FileChange[]
  /** Takes back the folders. */
  abandon(): void
  close(): void
}

/** @throws FileToolError, or what the rules say: then nothing was changed */
export async function planChanges(operations: readonly PatchOperation[], context: ToolContext): Promise<PatchPlan> {
  const planner = new Planner(context)
  try {
    for (const operation of operations) await planner.plan(operation)
    return planner.finish()
  } catch (error) {
    planner.abandon()
    planner.close()
    throw error
  }
}

class Planner {
  readonly #context: ToolContext
  readonly #drafts: Draft[] = []

  constructor(context: ToolContext) {
    this.#context = context
  }

  async plan(operation: PatchOperation): Promise<void> {
    const shown = showPath(operation.path)
    if (operation.kind === 'add') {
      const draft = await this.#open(operation.path, ['write'], true)
      if (draft.after !== null) throw existsError(shown)
      if (!operation.content.isWellFormed()) throw encodingError(shown)
      draft.after = Buffer.from(operation.content, 'utf8')
      if (operation.isProgram === true) draft.mode = 0o777 & ~process.umask()
      return
    }
    if (operation.kind === 'delete') {
      const draft = await this.#open(operation.path, ['delete'], false)
      // A diff shows what it deletes: the file must match, and must be empty where the diff shows nothing.
      if (operation.hunks !== null && restOf(draft, operation.hunks, shown).length > 0) throw restError(shown)
      draft.after = null
      return
    }
    const accesses: readonly ToolFileAccess[] =
      operation.moveTo === null ? ['read', 'write'] : ['read', 'write', 'delete']
    const draft = await this.#open(operation.path, accesses, false)
    const changed = operation.hunks.length === 0 ? draft.after! : changeText(draft, operation.hunks, shown)
    const oldMode = draft.mode ?? (draft.target.file === null ? null : Number(draft.target.file.stats.mode & 0o777n))
    const mode = modeOf(oldMode ?? 0o666 & ~process.umask(), operation.isProgram)
    if (operation.moveTo === null) {
      draft.after = changed
      if (operation.isProgram !== null) draft.mode = mode
      return
    }
    const moved = await this.#open(operation.moveTo, ['write'], true)
    if (moved.after !== null) throw existsError(showPath(operation.moveTo))
    draft.after = null
    moved.after = changed
    moved.mode = mode
  }

  finish(): PatchPlan {
    const changes = this.#drafts.filter(({ before, after, mode, target }) => {
      if (before === null || after === null) return before !== after
      const isMode = mode !== null && target.file !== null && mode !== Number(target.file.stats.mode & 0o777n)
      return isMode || !before.equals(after)
    })
    if (changes.length === 0) {
      throw new FileToolError('the patch changes nothing', {
        code: 'PATCH_EMPTY',
        remedy: 'Leave the call out, or write lines that differ.',
      })
    }
    return { changes, abandon: () => this.abandon(), close: () => this.close() }
  }

  abandon(): void {
    for (const { target } of this.#drafts.toReversed()) target.abandon()
  }

  close(): void {
    for (const { target } of this.#drafts) target.close()
  }

  /** A file in the state that the patch has brought it to so far. */
  async #open(named: string, accesses: readonly ToolFileAccess[], mayBeMissing: boolean): Promise<Draft> {
    try {
      return await this.#openDraft(named, accesses, mayBeMissing)
    } catch (error) {
      // Of several files, the caller must know which.
      throw systemFailure(error, showPath(named)) ?? error
    }
  }

  async #openDraft(named: string, accesses: readonly ToolFileAccess[], mayBeMissing: boolean): Promise<Draft> {
    const path = readFilePath(named, this.#context)
    const shown = showPath(named)
    const target = mayBeMissing ? openOrMakeTarget(path, accesses, this.#context) : this.#openExisting(path, accesses)
    if ('after' in target) return target
    const known = this.#drafts.find(({ target: { real } }) => real === target.real)
    if (known !== undefined) {
      target.close()
      if (!mayBeMissing && known.after === null) throw goneError(shown)
      return known
    }
    try {
      const before = target.file === null ? null : await readWholeFile(target.file, shown)
      const draft: Draft = { target, shown, before, after: before, mode: null }
      this.#drafts.push(draft)
      return draft
    } catch (error) {
      target.close()
      throw error
    }
  }

  /** A file that is there, or that the patch has made. */
  #openExisting(path: string, accesses: readonly ToolFileAccess[]): Target | Draft {
    try {
      return openTarget(path, accesses, this.#context)
    } catch (error) {
      const made = this.#drafts.find(
        ({ target, after }) => target.file === null && after !== null && target.path === path,
      )
      if (made === undefined || (error as FileToolError).code !== 'FILE_NOT_FOUND') throw error
      demandAllowed(made.target.real, accesses, this.#context)
      return made
    }
  }
}

/** The rest of a file without the lines that a diff deletes. */
function restOf(draft: Draft, hunks: Parameters<typeof applyHunks>[1], shown: string): Buffer {
  return hunks.length === 0 ? draft.after! : changeText(draft, hunks, shown)
}

function changeText(draft: Draft, hunks: Parameters<typeof applyHunks>[1], shown: string): Buffer {
  const decoded = decodeText(draft.after ?? Buffer.alloc(0))
  if (decoded === null) {
    throw new FileToolError(`${shown} holds no text: it has NUL bytes`, {
      code: 'FILE_BINARY',
      remedy: 'Only text can be patched.',
    })
  }
  const bytes = encodeText({ ...decoded, text: applyHunks(decoded.text, hunks, shown) })
  if (bytes === null) throw encodingError(shown)
  return bytes
}

/** Users who may read it may execute it, or no user may. */
function modeOf(mode: number, isProgram: boolean | null): number {
  if (isProgram === null) return mode
  return isProgram ? mode | ((mode & 0o444) >> 2) : mode & ~0o111
}

function existsError(shown: string): FileToolError {
  const message = `${shown} exists already; nothing was changed`
  return new FileToolError(message, {
    code: 'FILE_EXISTS',
    remedy: 'Change it with "*** Update File", or delete it in the same patch first.',
  })
}

function goneError(shown: string): FileToolError {
  const message = `${shown} was deleted or moved by the patch before; nothing was changed`
  return new FileToolError(message, {
    code: 'FILE_NOT_FOUND',
    remedy: 'Put the change before, or name the file by its new path.',
  })
}

function restError(shown: string): FileToolError {
  const message = `the patch deletes ${shown} but does not show all that it holds; nothing was changed`
  return new FileToolError(message, { code: 'PATCH_CONTEXT', remedy: 'Use "*** Delete File", or show the whole file.' })
}

function encodingError(shown: string): FileToolError {
  const message = `the patch has characters that ${shown} cannot hold in its encoding; nothing was changed`
  return new FileToolError(message, {
    code: 'EDIT_ENCODING',
    remedy: 'Use other characters, or make the file UTF-8 first, with exec and iconv.',
  })
}

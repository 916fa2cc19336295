import { editFileHandler } from './files/edit/edit-file-handler.ts'
import { notebookEditHandler } from './files/notebook/notebook-edit-handler.ts'
import { applyPatchHandler } from './files/patch/apply-patch-handler.ts'
import { readFileHandler } from './files/read/read-file-handler.ts'
import { globSearchHandler } from './files/search/glob-search-handler.ts'
import { grepSearchHandler } from './files/search/grep-search-handler.ts'
import { writeFileHandler } from './files/write/write-file-handler.ts'
import { sleepHandler } from './sleep/sleep-handler.ts'
import type { ToolHandler } from './tool-handler.ts'

/** The handlers of the built-in tools. */
export const BUILT_IN_HANDLERS: readonly ToolHandler[] = [
  readFileHandler,
  writeFileHandler,
  editFileHandler,
  applyPatchHandler,
  notebookEditHandler,
  globSearchHandler,
  grepSearchHandler,
  sleepHandler,
]

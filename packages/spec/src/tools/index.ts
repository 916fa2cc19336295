export { ApplyPatchInput, APPLY_PATCH_TOOL } from './apply-patch.ts'
export { BashInput, BASH_TOOL } from './bash.ts'
export { ReplInput, REPL_TOOL } from './repl.ts'
export { EditFileInput, EDIT_FILE_TOOL } from './edit-file.ts'
export { ExecInput, EXEC_TOOL } from './exec.ts'
export { GlobSearchInput, GLOB_SEARCH_TOOL } from './glob-search.ts'
export { GrepSearchInput, GREP_SEARCH_TOOL } from './grep-search.ts'
export { NotebookEditInput, NOTEBOOK_EDIT_TOOL } from './notebook-edit.ts'
export { ReadFileInput, READ_FILE_TOOL } from './read-file.ts'
export { SleepInput, SLEEP_TOOL } from './sleep.ts'
export { WriteFileInput, WRITE_FILE_TOOL } from './write-file.ts'
export { ProcessToolInput, PROCESS_TOOL } from './process.ts'
export { WebFetchInput, WEB_FETCH_TOOL, WebSearchInput, WEB_SEARCH_TOOL } from './web.ts'
export {
  AgentInput,
  AGENT_TOOL,
  ConfigInput,
  CONFIG_TOOL,
  SendUserMessageInput,
  SEND_USER_MESSAGE_TOOL,
  SkillInput,
  SKILL_TOOL,
  StructuredOutputInput,
  STRUCTURED_OUTPUT_TOOL,
  ToolSearchInput,
  TOOL_SEARCH_TOOL,
} from './session-tools.ts'
export { TodoWriteInput, TASK_LIST_TOOL, type Todo } from './todo-write.ts'

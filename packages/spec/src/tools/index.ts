export { ApplyPatchInput, applyPatchTool } from './apply-patch.ts'
export { BashInput, bashTool } from './bash.ts'
export { ReplInput, replTool } from './repl.ts'
export { EditFileInput, editFileTool } from './edit-file.ts'
export { ExecInput, execTool } from './exec.ts'
export { GlobSearchInput, globSearchTool } from './glob-search.ts'
export { GrepSearchInput, grepSearchTool } from './grep-search.ts'
export { NotebookEditInput, notebookEditTool } from './notebook-edit.ts'
export { ReadFileInput, readFileTool } from './read-file.ts'
export { SleepInput, sleepTool } from './sleep.ts'
export { WriteFileInput, writeFileTool } from './write-file.ts'
export { ProcessToolInput, processTool } from './process.ts'
export { WebFetchInput, webFetchTool, WebSearchInput, webSearchTool } from './web.ts'
export {
  AgentInput,
  agentTool,
  ConfigInput,
  configTool,
  SendUserMessageInput,
  sendUserMessageTool,
  SkillInput,
  skillTool,
  StructuredOutputInput,
  structuredOutputTool,
  ToolSearchInput,
  toolSearchTool,
} from './session-tools.ts'
export { TodoWriteInput, todoWriteTool, type Todo } from './todo-write.ts'

export { ExecInput, execTool } from './exec.ts'
export { SleepInput, sleepTool } from './sleep.ts'

/** The name of the schema of a command: `approvals-grants-list`, `check-jsonl`. */
export const schemaName = (command: string): string => command.replaceAll(' --', '-').replaceAll(' ', '-')

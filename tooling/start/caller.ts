import { delimiter } from 'node:path'

const ADDED_VARIABLE = /^(?:npm_|pnpm_|PNPM_|TURBO_TELEMETRY_DISABLED$|INIT_CWD$|NODE$|COLOR$)/u
const ADDED_PATH = /[/\\](?:node_modules[/\\]\.(?:bin|pnpm-[\d.]+)|node-gyp-bin)$/u

/** The folder in which the user typed the command, before npm and pnpm went to the root. */
export function callerDirectory(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment['INIT_CWD']
}

/**
 * Takes out of the environment what npm and pnpm put there on the way, so that a command is resolved and
 * decided as it would be from the user's own shell.
 */
export function restoreCallerEnvironment(environment: NodeJS.ProcessEnv = process.env): void {
  for (const name of Object.keys(environment)) if (ADDED_VARIABLE.test(name)) delete environment[name]
  const folders = environment['PATH']?.split(delimiter).filter((folder) => !ADDED_PATH.test(folder))
  if (folders) environment['PATH'] = folders.join(delimiter)
}

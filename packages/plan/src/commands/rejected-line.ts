import { type Dialect, parseShell, type RefusalCode } from '@poundlock/shell'
import { MAX_COMMAND_LENGTH } from './possible-commands.ts'

/**
 * What bash and dash take as it is and read later, or complete themselves: backticks, here-documents, `$[`, an escaped end of
 * a line. Without it, both refuse a line with a quote or a construct that has no end.
 */
const READ_LATER = /`|<<|\\\r?\n|\$\[|\\$/

/** What they read when they expand it: a mistake there is an error of one command, behind others that ran. */
const EXPANDED_LATER = /\$\{|[<>]\(/

/**
 * Whether bash and dash refuse a line that was not read. What POSIX lacks and bash has is no mistake, since `sh` may be
 * bash.
 */
export function isRejected(text: string, code: RefusalCode, dialect: Dialect = 'bash'): boolean {
  if (READ_LATER.test(text)) return false
  if (code === 'UNTERMINATED') return true
  if (code !== 'SYNTAX' || EXPANDED_LATER.test(text)) return false
  if (dialect === 'bash') return true
  if (dialect !== 'posix') return false
  const asBash = parseShell(text, { dialect: 'bash', maxLength: MAX_COMMAND_LENGTH })
  return !asBash.ok && asBash.refusal.code === 'SYNTAX'
}

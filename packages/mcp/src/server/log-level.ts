/** From the least to the most severe. Source: RFC 5424, section 6.2.1. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
/** How important a message of a log is, as MCP has it. */
export type LogLevel = (typeof LOG_LEVELS)[number]

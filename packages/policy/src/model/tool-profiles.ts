/** A named set of tools, for those who do not want to list them. */
export type ToolProfile = 'minimal' | 'coding' | 'messaging' | 'full'

/** What each profile holds: tools, groups and patterns, as in an allow list. */
export const TOOL_PROFILES: Readonly<Record<ToolProfile, readonly string[]>> = {
  // What touches nothing: an agent that talks and waits.
  minimal: ['session_status', 'StructuredOutput', 'Sleep'],
  coding: [
    'group:fs',
    'group:runtime',
    'group:web',
    'group:sessions',
    'group:memory',
    'group:mcp',
    'TodoWrite',
    'Skill',
    'ToolSearch',
    'Sleep',
    'StructuredOutput',
    'SendUserMessage',
    'view_image',
  ],
  messaging: [
    'group:messaging',
    'sessions_list',
    'sessions_history',
    'sessions_send',
    'session_status',
    'StructuredOutput',
    'Sleep',
  ],
  full: ['*'],
}

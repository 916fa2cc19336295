import { McpError, type McpManager } from '@poundlock/mcp'
import type { LearningServers } from './learning-servers.ts'

/** A manager whose results say what a server was refused, and what would grant it. */
export const withRefusals = (manager: McpManager, learning: LearningServers): McpManager => ({
  ...manager,
  async call(pair, input, options) {
    const { server } = pair
    try {
      const result = await manager.call(pair, input, options)
      const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''))
      const notice = learning.answered(server, result.isError ? texts.join('\n') : null)
      return notice === null ? result : { ...result, content: [...result.content, { type: 'text', text: notice }] }
    } catch (error) {
      const notice = learning.answered(server, (error as Error).message)
      if (notice === null || !(error instanceof McpError)) throw error
      const { code, details, remedy } = error
      throw new McpError(`${error.message}\n${notice}`, { code, details, cause: error, ...(remedy && { remedy }) })
    }
  },
  async refresh(server, signal) {
    try {
      return await manager.refresh(server, signal)
    } catch (error) {
      await learning.settled(server)
      const notice = learning.answered(server, null)
      if (notice === null || !(error instanceof McpError)) throw error
      const { code, details } = error
      throw new McpError(error.message, { code, details, cause: error, remedy: notice })
    }
  },
})

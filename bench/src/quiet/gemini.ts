import { installJudges, openGemini } from '../decide/peers.ts'
import type { Peer } from './peer.ts'

/** The policy engine of Gemini CLI. */
export function openGeminiPeer(): Peer {
  installJudges()
  return {
    name: 'Gemini CLI',
    async allows(lines, rules) {
      const gemini = await openGemini(rules)
      const allowed: boolean[] = []
      for (const { command } of lines) allowed.push(await gemini.allows(command))
      return allowed
    },
  }
}

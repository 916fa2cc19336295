import type { ParamsOf, ResultOf, Scope } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { useState } from 'preact/hooks'
import { textOf } from '../connection/gateway-link.ts'
import { useRequest } from '../connection/use-request.ts'
import { lineDifference } from '../policy/line-difference.ts'
import { Awaited } from '../text/awaited.tsx'
import { ForeignText, labelText } from '../text/command-text.tsx'
import { Difference, type DifferenceLine } from '../text/difference.tsx'
import { Problem } from '../text/problem.tsx'

type Tool = ResultOf<'mcp.tools'>['tools'][number]

interface ToolSectionProps {
  readonly client: GatewayClient
  readonly scopes: ReadonlySet<Scope>
  /** The server, and the session whose it is. */
  readonly of: ParamsOf<'mcp.tools'>
  /** What counts of the server has changed. */
  readonly onChanged: () => void
}

/** The tools of a server: those that wait first, with what differs from what was accepted. */
export function ToolSection({ client, scopes, of, onChanged }: ToolSectionProps) {
  const loaded = useRequest(client, 'mcp.tools', of)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async (request: Promise<unknown>) => {
    setFailure(null)
    setBusy(true)
    try {
      await request
    } catch (error) {
      setFailure(textOf(error))
    }
    setBusy(false)
    loaded.reload()
    onChanged()
  }
  const { tools = [], more = 0 } = loaded.result.value ?? {}
  return (
    <section aria-label={labelText(`Tools of ${of.server}`)} aria-busy={isBusy}>
      <Problem text={failure} />
      <Awaited what={loaded} />
      {scopes.has('admin') && (
        <button type="button" disabled={isBusy} onClick={() => void run(client.request('mcp.refresh', of))}>
          Start it and list its tools anew
        </button>
      )}
      {tools.map((tool) => (
        <ToolRow
          key={tool.name}
          tool={tool}
          mayAccept={scopes.has('admin') && !isBusy}
          mayWithhold={scopes.has('config.write') && !isBusy}
          onAccept={(digest) => void run(client.request('mcp.accept', { ...of, tools: [{ name: tool.name, digest }] }))}
          onWithhold={() => void run(client.request('mcp.withhold', { ...of, tools: [tool.name] }))}
        />
      ))}
      {more > 0 && <p class="note">{more} more: poundlock mcp tools shows them.</p>}
    </section>
  )
}

const HOLDS = {
  changed: 'has changed since it was accepted',
  added: 'is new',
  unaccepted: 'was not accepted yet',
} as const

interface ToolRowProps {
  readonly tool: Tool
  readonly mayAccept: boolean
  readonly mayWithhold: boolean
  readonly onAccept: (digest: string) => void
  readonly onWithhold: () => void
}

function ToolRow({ tool, mayAccept, mayWithhold, onAccept, onWithhold }: ToolRowProps) {
  const { name, digest, withheldBy, listed } = tool
  const state = listed === null ? 'is no longer listed' : withheldBy === null ? 'can be called' : HOLDS[withheldBy]
  return (
    <section class="tool" aria-label={labelText(`Tool ${name}`)}>
      <h2>
        <ForeignText text={name} /> <span class={withheldBy === null ? 'quiet' : 'state'}>{state}</span>
      </h2>
      {withheldBy === null ? (
        <details>
          <summary>What it says of itself</summary>
          <Difference lines={linesOf(tool)} label={labelText(`What ${name} says of itself`)} />
        </details>
      ) : (
        <Difference lines={linesOf(tool)} label={labelText(`What differs in ${name}`)} />
      )}
      {digest !== null && (
        <div class="controls">
          {withheldBy === null ? (
            <button type="button" class="deny" disabled={!mayWithhold} onClick={onWithhold}>
              Withhold it
            </button>
          ) : (
            <button type="button" class="allow" disabled={!mayAccept} onClick={() => onAccept(digest)}>
              Accept it as it is now
            </button>
          )}
        </div>
      )}
    </section>
  )
}

/** What differs from what was accepted; all of it where nothing was. */
function linesOf({ listed, accepted, withheldBy }: Tool): readonly DifferenceLine[] {
  if (withheldBy === 'changed' && listed !== null && accepted !== null) return lineDifference(accepted, listed)
  const kind = withheldBy === null ? 'context' : 'added'
  return (listed ?? accepted ?? '').split('\n').map((text) => ({ kind, text }))
}

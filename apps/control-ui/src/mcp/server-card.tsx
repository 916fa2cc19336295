import type { ResultOf } from '@poundlock/protocol'
import type { ComponentChildren } from 'preact'
import { ForeignText, labelText } from '../text/command-text.tsx'
import { Facts } from '../text/facts.tsx'
import { Moment } from '../text/moment.tsx'
import { Problem } from '../text/problem.tsx'

type Server = ResultOf<'mcp.servers'>['servers'][number]

const STATES: Readonly<Record<Server['state'], string>> = {
  configured: 'its tools are not known yet',
  'manifest-known': 'its tools are known',
  started: 'runs',
  invoked: 'runs',
  disabled: 'switched off',
}

interface ServerCardProps {
  readonly server: Server
  readonly children: ComponentChildren
}

/** One server: what it is, what of it counts, and what has drifted since. */
export function ServerCard({ server, children }: ServerCardProps) {
  const { name, state, transport, target, origin, listedAt, version, callable, withheld, problem } = server
  const names = (list: readonly string[]) => (list.length === 0 ? undefined : list.join(', '))
  return (
    <article class="card" aria-label={labelText(`Server ${name}`)}>
      <header>
        <strong>
          <ForeignText text={name} />
        </strong>{' '}
        <span class="quiet">{STATES[state]}</span>
        {withheld > 0 && <strong class="state"> {withheld} to be accepted</strong>}
      </header>
      <Facts
        facts={[
          [transport, target],
          ['Configured at', origin],
          ['Says it is', version],
          ['Listed', listedAt === null ? undefined : <Moment at={Date.parse(listedAt)} />],
          ['Can be called', `${callable} of ${callable + withheld}`],
          ['Changed', names(server.changed)],
          ['Added', names(server.added)],
          ['No longer listed', names(server.removed)],
          ['Cannot be used', names(server.quarantined.map((tool) => `${tool.name} (${tool.reason})`))],
        ]}
      />
      <Problem text={problem} />
      {children}
    </article>
  )
}

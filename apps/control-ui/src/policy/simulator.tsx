import type { ResultOf } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { useState } from 'preact/hooks'
import { EffectList } from '../approvals/effect-list.tsx'
import { textOf } from '../connection/gateway-link.ts'
import { CommandText, ForeignText } from '../text/command-text.tsx'
import { Problem } from '../text/problem.tsx'
import { ReasonList } from '../text/reason-list.tsx'

interface SimulatorProps {
  readonly client: GatewayClient
  readonly agent: string
}

interface Checked {
  readonly command: string
  readonly result: ResultOf<'policy.check'>
}

/** Decides a command with the gateway's own evaluator. Nothing runs. */
export function Simulator({ client, agent }: SimulatorProps) {
  const [command, setCommand] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const check = (event: SubmitEvent) => {
    event.preventDefault()
    setProblem(null)
    client.request('policy.check', { tool: 'exec', input: { command }, agent }).then(
      (result) => setChecked({ command, result }),
      (error: unknown) => setProblem(textOf(error)),
    )
  }
  return (
    <section aria-labelledby="simulator">
      <h2 id="simulator">How would it be decided?</h2>
      <form class="filters" onSubmit={check}>
        <label class="grow">
          Command
          <textarea
            name="command"
            rows={2}
            required
            spellcheck={false}
            value={command}
            onInput={(event) => setCommand(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Decide</button>
      </form>
      <Problem text={problem} />
      {checked && <CheckedCall {...checked} />}
    </section>
  )
}

function CheckedCall({ command, result: { decision, reasons, trace, effects, fix } }: Checked) {
  return (
    <article class="card" aria-label="The decision">
      <p role="status">
        <strong class={`decision-${decision}`}>{decision}</strong>
      </p>
      <CommandText text={command} />
      <ReasonList label="Why" reasons={reasons} />
      {effects.length > 0 && <EffectList effects={effects} cwd="" />}
      {fix.length > 0 && (
        <ul aria-label="What would let it through">
          {fix.map(({ message, key }, index) => (
            <li key={index}>
              <ForeignText text={key === undefined ? message : `${message} (${key})`} />
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>All {trace.length} steps</summary>
        <ReasonList label="The steps, in their order" reasons={trace} />
      </details>
    </article>
  )
}

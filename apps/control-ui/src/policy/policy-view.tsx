import { useState } from 'preact/hooks'
import type { ScreenProps } from '../page/screen-props.ts'
import { DocumentEditor } from './document-editor.tsx'
import { EffectiveSection } from './effective-section.tsx'
import { Simulator } from './simulator.tsx'

/** What holds for an agent, how a call would be decided, and the documents that say so. */
export function PolicyView({ client, scopes }: ScreenProps) {
  const [agent, setAgent] = useState('main')
  const [typed, setTyped] = useState('main')
  // Counts what was saved, so that the other sections look anew.
  const [saved, setSaved] = useState(0)
  const choose = (event: SubmitEvent) => {
    event.preventDefault()
    setAgent(typed.trim() || 'main')
  }
  return (
    <main>
      <h1>Policy</h1>
      <form class="filters" onSubmit={choose}>
        <label>
          Agent
          <input name="agent" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button type="submit">Show</button>
      </form>
      <Simulator key={`simulator-${saved}`} client={client} agent={agent} />
      <EffectiveSection key={`effective-${saved}`} client={client} agent={agent} />
      {scopes.has('config.write') && <DocumentEditor client={client} onSaved={() => setSaved(saved + 1)} />}
    </main>
  )
}

import type { GatewayClient } from '@poundlock/protocol/client'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { textOf } from '../connection/gateway-link.ts'
import { CommandText, ForeignText } from '../text/command-text.tsx'
import { Moment, shortSpan } from '../text/moment.tsx'
import { Problem } from '../text/problem.tsx'
import { Output } from './call-card.tsx'
import { castTextAt, readCast } from './cast.ts'

const SPEEDS = [1, 2, 4, 16] as const
/** Times a second that the player goes on. */
const STEP_MS = 100
/** The end of what was printed is shown; more than this is slow. */
const MOST_SHOWN = 100_000

/** Plays what a command printed. Text alone is made of it: no sequence of a terminal is obeyed. */
export function RecordingView({ client, run }: { readonly client: GatewayClient; readonly run: string }) {
  const [lines, setLines] = useState<readonly string[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    readAll(client, run).then(
      (read) => {
        setLines(read.lines)
        setCut(read.truncated)
      },
      (error) => setProblem(textOf(error)),
    )
  }, [client, run])
  return (
    <main>
      <h1>
        Recording <ForeignText text={run} />
      </h1>
      <Problem text={problem} />
      {isCut && <p class="note">Not all of the output was recorded.</p>}
      {lines === null ? problem === null && <p aria-busy="true">Loading…</p> : <Player lines={lines} />}
    </main>
  )
}

function Player({ lines }: { readonly lines: readonly string[] }) {
  const cast = useMemo(() => readCast(lines), [lines])
  const [seconds, setSeconds] = useState(0)
  const [speed, setSpeed] = useState(1)
  const [isPlaying, setPlaying] = useState(false)
  const isOver = seconds >= cast.length
  useEffect(() => {
    if (!isPlaying || isOver) return
    const timer = setTimeout(() => setSeconds(Math.min(cast.length, seconds + (STEP_MS / 1000) * speed)), STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, isOver, seconds, speed, cast])
  const text = useMemo(() => castTextAt(cast, seconds).slice(-MOST_SHOWN), [cast, seconds])
  const toggle = () => {
    if (isOver) setSeconds(0)
    setPlaying(isOver || !isPlaying)
  }
  return (
    <div class="player">
      <CommandText text={cast.command} />
      <p class="note">
        <Moment at={cast.startedAt} />, {shortSpan(cast.length * 1000)}
      </p>
      <div class="controls">
        <button type="button" onClick={toggle}>
          {isPlaying && !isOver ? 'Pause' : 'Play'}
        </button>
        <button type="button" onClick={() => setSeconds(cast.length)}>
          Show the end
        </button>
        <label>
          Speed{' '}
          <select value={String(speed)} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((one) => (
              <option key={one} value={String(one)}>
                {one}×
              </option>
            ))}
          </select>
        </label>
        <label class="position">
          Position
          <input
            type="range"
            min={0}
            max={cast.length}
            step={0.1}
            value={seconds}
            onInput={(event) => setSeconds(Number(event.currentTarget.value))}
          />
        </label>
      </div>
      <Output text={text} />
    </div>
  )
}

async function readAll(client: GatewayClient, run: string) {
  const lines: string[] = []
  let from = 0
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each part says where the next one begins
    const part = await client.request('recordings.read', { run, from })
    lines.push(...part.lines)
    if (part.next === undefined) return { lines, truncated: part.truncated }
    from = part.next
  }
}

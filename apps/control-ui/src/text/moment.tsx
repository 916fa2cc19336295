/** A time by the clock of this browser; the whole of it in its title. */
export function Moment({ at }: { readonly at: number | string }) {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return <span>{String(at).slice(0, 40)}</span>
  const iso = date.toISOString()
  const isToday = iso.slice(0, 10) === new Date().toISOString().slice(0, 10)
  const time = date.toLocaleTimeString('en-GB')
  return (
    <time dateTime={iso} title={iso}>
      {isToday ? time : `${date.toLocaleDateString('en-CA')} ${time.slice(0, 5)}`}
    </time>
  )
}

/** `3 s`, `12 min`, `5 h`, `9 days`: how long something took, or is ago. */
export function shortSpan(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}

import { signal } from '@preact/signals'

const now = signal(Date.now())
setInterval(() => (now.value = Date.now()), 1000)

/** How long it is until a time, each second anew. */
export function Countdown({ until }: { readonly until: number }) {
  return (
    <time class="countdown" dateTime={new Date(until).toISOString()}>
      {remaining(until - now.value)}
    </time>
  )
}

/** `4 min 05 s`; never less than nothing. */
export function remaining(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  if (hours > 0) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
  return minutes > 0 ? `${minutes} min ${String(seconds % 60).padStart(2, '0')} s` : `${seconds} s`
}

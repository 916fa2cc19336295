/**
 * Finds out that a gateway is gone where nothing says so, as after a laptop slept. A page does not see pings, so what
 * counts is frames: after two intervals without one, the gateway is asked; after three, it is given up.
 */
export function watchSilence(
  intervalMs: number,
  { ask, giveUp }: { readonly ask: () => void; readonly giveUp: () => void },
): { readonly received: () => void; readonly end: () => void } {
  let silent = 0
  const timer = setInterval(() => {
    silent++
    if (silent === 2) ask()
    else if (silent > 2) giveUp()
  }, intervalMs)
  return { received: () => (silent = 0), end: () => clearInterval(timer) }
}

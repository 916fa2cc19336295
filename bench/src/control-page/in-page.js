/* Runs in the page before its own scripts, and measures there. */
const observed = { received: 0, keys: [], frames: [], longTasks: [] }

/** After the frame that shows what has changed. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

globalThis.measure = {
  observed,
  painted,
  /** Milliseconds from the start of the navigation until the first of these elements was painted. */
  async firstPaint(selector) {
    while (document.querySelector(selector) === null) await new Promise(requestAnimationFrame)
    await painted()
    return performance.now()
  },
  /** Milliseconds from the press of a button until the frame that shows what came of it. */
  async press(selector) {
    const button = document.querySelector(selector)
    const start = performance.now()
    button.click()
    await painted()
    return performance.now() - start
  },
  observe() {
    let last
    const frame = (now) => {
      if (last !== undefined) observed.frames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    addEventListener('wheel', () => observed.received++, { passive: true })
    addEventListener('keydown', ({ timeStamp }) => {
      observed.received++
      void painted().then(() => observed.keys.push(performance.now() - timeStamp))
    })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) observed.longTasks.push(duration)
    }).observe({ type: 'longtask' })
  },
}

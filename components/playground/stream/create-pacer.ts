const restPerWork = 3

/**
 * Runs a flush in the next frame, but never lets flushes take more than a quarter of the time: a very long paragraph
 * is expensive to render, and then it is better to show it in larger steps than to hold up the page.
 */
export function createPacer(): (flush: () => void) => void {
  let restUntil = 0
  return (flush) => {
    const inFrame = () =>
      requestAnimationFrame(() => {
        const began = performance.now()
        flush()
        // Behind the rendering that the flush has asked for.
        setTimeout(() => {
          const now = performance.now()
          restUntil = now + (now - began) * restPerWork
        })
      })
    const rest = restUntil - performance.now()
    if (rest > 0) setTimeout(inFrame, rest)
    else inFrame()
  }
}

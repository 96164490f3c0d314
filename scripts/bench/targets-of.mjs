const CONNECTIONS = [1, 16, 64]

/** What the product is meant to reach, and what it reached: `[target, measured, isReached]`, for the contenders that ran. */
export function targetsOf(contenders, figures) {
  const [upstream, bare, portico, portkey] = ['upstream', 'bare', 'portico', 'portkey'].map((id) =>
    contenders.find((one) => one.id === id),
  )
  if (!portico) return []
  const share = (other, connections) => figures.ratio(portico, other, `requests-${connections}`, 'perSecond')
  const later = (other, scenario, name) => figures.difference(portico, other, scenario, name)
  return [
    ...CONNECTIONS.filter(() => bare).map((connections) =>
      atLeast(0.5, share(bare, connections), `requests/s by the bare proxy's, ${connections} connections`),
    ),
    ...[bare]
      .filter(Boolean)
      .map(() =>
        atLeast(
          0.5,
          figures.ratio(portico, bare, 'requests-long', 'perSecond'),
          'requests/s by the bare proxy’s, 16 connections, prompts of 330 kB',
        ),
      ),
    ...CONNECTIONS.filter(() => portkey).map((connections) =>
      atLeast(5, share(portkey, connections), `requests/s by Portkey's, ${connections} connections`),
    ),
    atMost(1, later(upstream, 'requests-1', 'p50Ms'), 'added latency p50, ms'),
    ...[bare]
      .filter(Boolean)
      .map(() =>
        atMost(
          2,
          later(bare, 'streams-400', 'firstP50Ms'),
          'first event after the bare proxy’s p50, 400 streams, ms',
        ),
      ),
  ]
}

function atLeast(bound, measured, what) {
  return [`${what} ≥ ${bound}`, measured, measured >= bound]
}

function atMost(bound, measured, what) {
  return [`${what} ≤ ${bound}`, measured, measured <= bound]
}

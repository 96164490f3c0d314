// What is measured, and for how long.
const MESSAGES = [
  { role: 'system', content: 'You are a helpful assistant. Answer briefly and in plain words.' },
  { role: 'user', content: 'I am planning a trip through Europe by train in the spring.' },
  {
    role: 'assistant',
    content: 'That sounds lovely. Which countries would you like to see, and how long will you be away?',
  },
  {
    role: 'user',
    content: 'Three weeks. Let us begin with the capital of France: which is it, and where does it lie?',
  },
]

/** 330 kB of English, some 75,000 tokens: a repository's files, or a long conversation. */
const LONG_MESSAGES = [
  {
    role: 'user',
    content: Array.from(
      { length: 3350 },
      (_, at) =>
        `Note ${at}: the train from platform ${at % 27} left on time, and arrived in the city some ${at % 59} minutes late.\n`,
    ).join(''),
  },
  ...MESSAGES.slice(1),
]

export function scenariosFor({ isQuick }) {
  const durationMs = isQuick ? 1000 : 5000
  const streams = { rampMs: 1000, durationMs: isQuick ? 1000 : 4000, model: 'every-10ms', events: 100 }
  const requests = [1, 16, 64].map((connections) => ({
    id: `requests-${connections}`,
    job: { kind: 'requests', connections, durationMs },
    request: { model: 'every-10ms', messages: MESSAGES, temperature: 0.7, max_tokens: 256 },
  }))
  return [
    ...requests,
    {
      id: 'requests-long',
      job: { kind: 'requests', connections: 16, durationMs },
      request: { model: 'long', messages: LONG_MESSAGES, max_tokens: 256 },
    },
    streamsOf(50, streams),
    streamsOf(400, streams),
    // A thousand at a human pace: the question is memory, and whether all of them live.
    {
      ...streamsOf(1000, { ...streams, model: 'every-100ms', events: 20, rampMs: 2000, durationMs: 3000 }),
      isOnce: true,
    },
  ]
}

function streamsOf(concurrency, { rampMs, durationMs, model, events }) {
  return {
    id: `streams-${concurrency}`,
    job: { kind: 'streams', concurrency, rampMs, durationMs },
    request: {
      model,
      messages: MESSAGES,
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: events,
    },
  }
}

/** The request of a scenario as this contender wants it. */
export function targetOf(contender, request) {
  return {
    origin: contender.origin,
    path: contender.path,
    headers: { 'content-type': 'application/json', ...contender.headers },
    body: JSON.stringify({ ...request, model: `${contender.modelPrefix ?? ''}${request.model}` }),
  }
}

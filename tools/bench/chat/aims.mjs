// What Portico must reach beside the others on the same machine in the same run, as data: `figure` reads it from figures.mjs.
const ofBare = (scenario) => (f) => f.ratio('portico', 'bare', scenario, 'perSecond')
const added = (f, id, scenario, name) => f.difference(id, 'upstream', scenario, name)
const overBare = (scenario, name) => (f) => f.difference('portico', 'bare', scenario, name)
const unfinished = (scenario) => (f) =>
  f.has('portico', scenario) ? f.sum('portico', ['broken', 'unfinished'], scenario) : Number.NaN

export const AIMS = [
  ...[1, 16, 64].map((connections) => ({
    aim: `requests/s by the bare proxy’s at ${connections}`,
    atLeast: 0.5,
    figure: ofBare(`closed-${connections}`),
  })),
  { aim: 'requests/s by the bare proxy’s, prompts of 330 kB', atLeast: 0.4, figure: ofBare('long-16') },
  {
    aim: 'requests/s by LiteLLM’s at 64',
    atLeast: 10,
    figure: (f) => f.ratio('portico', 'litellm', 'closed-64', 'perSecond'),
  },
  ...['closed-1', 'open-50', 'open-200'].map((scenario) => ({
    aim: `added p99 by LiteLLM’s, ${scenario.startsWith('open') ? `${scenario.slice(5)}/s` : '1 connection'}`,
    atMost: 0.1,
    figure: (f) => added(f, 'portico', scenario, 'p99') / added(f, 'litellm', scenario, 'p99'),
  })),
  {
    aim: 'requests a processor second by one-api’s at 64',
    atLeast: 1,
    figure: (f) => f.ratio('one-api', 'portico', 'closed-64', 'microsEach'),
  },
  { aim: 'p50 over the bare proxy’s at 1,000/s, ms', atMost: 0.3, figure: overBare('open-1000', 'p50') },
  { aim: 'p99 over the bare proxy’s at 1,000/s, ms', atMost: 3, figure: overBare('open-1000', 'p99') },
  {
    aim: 'processor time of a request with PostgreSQL by the bare proxy’s at 64',
    atMost: 2,
    figure: (f) => f.ratio('portico', 'bare', 'closed-64', 'microsEach'),
  },
  ...[50, 400].map((count) => ({
    aim: `p99 of an event’s lateness over the bare proxy’s, ${count} streams, ms`,
    atMost: 10,
    figure: overBare(`streams-${count}`, 'late99'),
  })),
  {
    aim: 'events/s by the bare proxy’s, 2,000 streams',
    atLeast: 0.8,
    figure: (f) => f.ratio('portico', 'bare', 'streams-2000', 'eventsPerSecond'),
  },
  {
    aim: 'memory without the database, 2,000 streams, MB',
    atMost: 400,
    figure: (f) => f.megabytes('portico', 'streams-2000', 'own'),
  },
  ...[50, 400, 2000].map((count) => ({
    aim: `streams of ${count.toLocaleString('en')} that did not end`,
    atMost: 0,
    figure: unfinished(`streams-${count}`),
  })),
  {
    aim: 'memory at rest with the database, MB',
    atMost: 250,
    figure: (f) => f.atRest('portico')?.own + f.atRest('portico')?.database,
  },
  { aim: 'processor time at rest, ms/s', atMost: 10, figure: (f) => f.atRest('portico')?.processorMs },
]

/** Undefined where it was not measured. */
export function isReached({ atLeast, atMost }, figure) {
  if (!Number.isFinite(figure)) return undefined
  return atLeast === undefined ? figure <= atMost : figure >= atLeast
}

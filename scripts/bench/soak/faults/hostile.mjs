// Faults that come as requests: texts that are dear to count, a picture that would keep its renderer busy for minutes, and an
// upstream that keeps its connection open with blanks. Each answers what it saw, and what it found wrong.
import { setTimeout as pause } from 'node:timers/promises'
import { watch } from './bodies.mjs'

const BLANKS = ' '.repeat(7_900_000)
const POISON_WITHIN_MS = 20_000

const post = ({ origin, headers }, path, body) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Eight megabytes of blanks, to be counted for nothing and for money. */
export async function floodCounting(stage) {
  const message = { role: 'user', content: BLANKS }
  const asked = ['/v1/messages/count_tokens', '/v1/chat/completions', '/v1/messages'].flatMap((path) =>
    Array.from({ length: 4 }, () =>
      post(stage, path, { model: 'soak/alone', max_tokens: 64, messages: [message] }),
    ),
  )
  const answers = Promise.all(asked)
  const { health } = await watch(stage, answers)
  const statuses = (await answers).map(({ status }) => status)
  const others = statuses.filter((status) => ![200, 400, 429, 503].includes(status))
  return {
    word: `health p50 ${health[50]} ms, longest ${health[100]} ms`,
    faults: others.length > 0 ? [`answers ${others.join()}`] : [],
  }
}

/** A film from an SVG that takes minutes to draw. */
export async function sendPoison(stage) {
  const frame = { type: 'image_url', image_url: { url: `${stage.upstream}/poison.svg` }, role: 'first_frame' }
  const body = {
    model: 'sandbox/video-fast',
    prompt: 'A kite',
    duration: 1,
    resolution: '480p',
    content: [frame],
  }
  const answer = await post(stage, '/v1/videos/generations', body)
  if (answer.status === 400) return { word: 'refused at once', faults: [] }
  const { id } = await answer.json()
  const since = performance.now()
  while (performance.now() - since < POISON_WITHIN_MS) {
    const task = await (
      await fetch(`${stage.origin}/v1/videos/generations/${id}`, { headers: stage.headers })
    ).json()
    if (task.status === 'failed')
      return { word: `failed after ${((performance.now() - since) / 1000).toFixed(1)} s`, faults: [] }
    await pause(200)
  }
  return { word: 'not over', faults: [`the poisoned film is not over after ${POISON_WITHIN_MS / 1000} s`] }
}

/** Requests to an upstream that sends blanks and comments, and nothing else, for ever. */
export async function askDripping(stage) {
  const asked = [false, true].map((stream) =>
    post(stage, '/v1/chat/completions', {
      model: 'soak/dripping',
      stream,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  return {
    word: `answered ${statuses.join()}`,
    faults: statuses.every((status) => status === 504) ? [] : [`answers ${statuses.join()}, expected 504`],
  }
}

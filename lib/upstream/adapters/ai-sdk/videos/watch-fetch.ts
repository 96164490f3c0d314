import { parseJson } from '@/lib/platform/json'

type Watched = {
  fetch: typeof globalThis.fetch
  /** The JSON of the latest good answer; undefined before the first. */
  answer(): unknown
}

/** A `fetch` that remembers what was said: the packages pass on less than the vendors tell. */
export function watchFetch(fetch: typeof globalThis.fetch): Watched {
  let latest: unknown
  return {
    async fetch(input, init) {
      latest = undefined
      const response = await fetch(input, init)
      const text = await response.text()
      latest = parseJson(text)
      return new Response(text, { status: response.status, headers: response.headers })
    },
    answer: () => latest,
  }
}

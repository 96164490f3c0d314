import { describeApi } from '../describe-api'

let written: string | undefined

/** The API's description for machines. */
export function GET(): Response {
  written ??= JSON.stringify(describeApi())
  return new Response(written, {
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=60' },
  })
}

import { publicRoute } from './public-route'
import { ReplyValue, type WebRoute } from './route'

/** Answers a browser that asks whether a page of another site may call a route (`isCrossOrigin`) in this way. */
export function preflightRoute(methods: string, headers: string): WebRoute {
  return publicRoute(
    { summary: 'May a page of another site call this?', limit: 'object', isCrossOrigin: true, status: 204 },
    () =>
      new ReplyValue({
        status: 204,
        headers: {
          'access-control-allow-methods': methods,
          'access-control-allow-headers': headers,
          'access-control-max-age': '7200',
        },
        body: null,
      }),
  )
}

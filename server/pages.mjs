// The pages, served by Next in this process, which is loaded after the API and once the pages are built.
import { Server } from 'node:http'
import timers from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import { shareStatic, staticDoor } from './static-files.mjs'

/** Removed, because Next would trust them from any client. It sets missing ones itself. */
const untrustedHeaders = [
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'forwarded',
]

/** Loading Next blocks the process, so requests that waited for the API are answered first. */
const answerMilliseconds = 100

/** `answer(request, response)` serves a page, or a placeholder until `load()` is called. Requests wait while Next loads. */
export function makePages(options) {
  let loaded
  return {
    load: () => {
      loaded = pause(answerMilliseconds).then(() => loadNext(options))
      return loaded
    },
    answer(request, response) {
      if (!loaded) return answerNotYet(response)
      loaded
        .then((answer) => answer(request, response))
        .catch((error) => {
          console.error(error) // ends this request, not the process
          response.destroy()
        })
    },
  }
}

async function loadNext({ root, development, port, server, api }) {
  process.env.ROUTE_HANDLERS = 'none'
  const restore = keepNatives()
  const { default: next } = await import('next')
  // Next accepts every protocol upgrade and closes the connection if it is not for reloading. Clients that offer HTTP/2 (curl,
  // Java) must be answered in HTTP/1.1, so outside of development Next listens on a server without clients.
  const httpServer = development ? server : new Server()
  const app = next({ dev: development, dir: root, port, hostname: 'localhost', httpServer })
  await app.prepare()
  restore()
  if (!development) await shareStatic(root, api.current.keepPageFiles)
  const isStatic = development ? () => false : staticDoor(root, api.current.findPageFile)
  const toNext = app.getRequestHandler()
  return async (request, response) => {
    if (isStatic(request, response)) return
    request.url = decodable(request.url)
    for (const name of untrustedHeaders) delete request.headers[name]
    await toNext(request, response)
  }
}

/** Restores natives that Next replaces for `cacheComponents`, which we do not use: its versions would slow down every request. */
function keepNatives() {
  const natives = [
    [globalThis, ['Date', 'setImmediate', 'clearImmediate']],
    [Date.prototype, ['constructor']],
    [timers, ['setImmediate', 'clearImmediate']],
    [process, ['nextTick']],
  ].map(([owner, names]) => [owner, Object.fromEntries(names.map((name) => [name, owner[name]]))])
  return () => natives.map((pair) => Object.assign(...pair))
}

/** Next fails on a path with invalid escapes. Taken literally, such a path is not found. */
function decodable(target) {
  const [path, ...query] = target.split('?')
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

const notYet = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3">
<title>Portico</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; margin: 20vh auto; max-width: 30rem; padding: 0 1rem }</style>
<h1>The console is being built</h1>
<p>This page reloads until the console is ready. The API is already available.</p>
</html>
`

function answerNotYet(response) {
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
    'retry-after': '3',
  })
  response.end(notYet)
}

// The pages, by Next in this process: loaded behind the API, once they are built.
import { Server } from 'node:http'
import timers from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import { shareStatic, staticDoor } from './static-files.mjs'

/** Next would trust them from any client. It writes its own where they are missing. */
const unreadHeaders = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip', 'forwarded']

/** Next holds the process up while it is loaded: those who waited for the API are answered first. */
const answerMilliseconds = 100

/** `answer(request, response)` with a page; before `load()` is called with one that says so. Requests wait while Next is loaded. */
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
          console.error(error) // it ends this request, and not the process
          response.destroy()
        })
    },
  }
}

async function loadNext({ root, development, port, server, api }) {
  process.env.ROUTE_HANDLERS = 'none'
  const restore = keepNatives()
  const { default: next } = await import('next')
  // Next accepts every offer to change the protocol, and where it is not one of its reloads it hangs up. Clients that offer
  // HTTP/2 (curl, Java's) are answered in HTTP/1.1: outside of development it listens on a server without clients.
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
    for (const name of unreadHeaders) delete request.headers[name]
    await toNext(request, response)
  }
}

/** Next replaces these for prerendering with `cacheComponents`, which we do not use: with its own, every request would cost more. */
function keepNatives() {
  const natives = [
    [globalThis, ['Date', 'setImmediate', 'clearImmediate']],
    [Date.prototype, ['constructor']],
    [timers, ['setImmediate', 'clearImmediate']],
    [process, ['nextTick']],
  ].map(([owner, names]) => [owner, Object.fromEntries(names.map((name) => [name, owner[name]]))])
  return () => natives.map((pair) => Object.assign(...pair))
}

/** Next fails on a path with escapes that mean no character. Read literally, they name nothing: not found. */
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
<p>This page reloads itself until it is there. The API answers already.</p>
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

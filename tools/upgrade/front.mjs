// A load balancer as an operator would use: each request goes to the next ready node on a kept connection. Nothing is retried.
import { Agent, createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 1000
const READY_WITHIN_MS = 5000
const KEEP_ALIVE_MS = 600_000

/** Returns `{ origin, openAt(index), untilReady(index), stop() }` for nodes at these origins. */
export async function startFront(port, origins) {
  const nodes = origins.map((origin) => ({
    origin,
    isReady: false,
    open: 0,
    agent: new Agent({ keepAlive: true }),
  }))
  let turn = 0
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (asked, answer) => {
    const ready = nodes.filter(({ isReady }) => isReady)
    if (ready.length === 0) return answer.writeHead(503).end('no node is ready')
    turn += 1
    pass(ready[turn % ready.length], asked, answer)
  })
  const look = async (node) => {
    node.isReady = await isReady(node.origin)
  }
  const timer = setInterval(() => nodes.forEach(look), LOOK_EVERY_MS)
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${port}`,
    openAt: (index) => nodes[index].open,
    async untilReady(index) {
      while (!nodes[index].isReady) await pause(LOOK_EVERY_MS / 10)
    },
    stop() {
      clearInterval(timer)
      server.close()
      server.closeAllConnections()
      for (const { agent } of nodes) agent.destroy()
    },
  }
}

const isReady = (origin) =>
  fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(READY_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Hop-by-hop headers are not forwarded. */
function headersOf({ headers }) {
  const { connection: _, 'keep-alive': __, ...rest } = headers
  return rest
}

function pass(node, asked, answer) {
  node.open += 1
  const headers = { ...headersOf(asked), 'x-forwarded-for': asked.socket.remoteAddress }
  const passed = request(node.origin + asked.url, { agent: node.agent, method: asked.method, headers })
  passed.once('response', (got) => {
    answer.writeHead(got.statusCode, headersOf(got))
    got.once('error', () => answer.destroy())
    got.pipe(answer)
  })
  passed.once('error', (error) => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end(`${node.origin}: ${error.message}`)
  })
  passed.once('close', () => {
    node.open -= 1
  })
  answer.once('close', () => {
    if (!answer.writableFinished) passed.destroy()
  })
  asked.pipe(passed)
}

// What the application (instrumentation.ts) and this server leave for each other on globalThis.
const hook = (name) => Symbol.for(`portico.${name}`)

/**
 * Resolves once the application has called `portico.started`, rejects with the error it was given. Next neither waits for
 * `register()` in production nor ends when it fails. To be called before Next is prepared.
 */
export function whenStarted() {
  return new Promise((resolve, reject) => {
    globalThis[hook('started')] = (error) => (error ? reject(error) : resolve())
  })
}

/** `(request, response) => boolean`: answers the hot path itself, true when it did. */
export const nodeDoor = () => globalThis[hook('node-door')]

/** `(request, response) => boolean`: answers what comes to the wrong host, true when it did; what every answer says. */
export const frontDoor = () => globalThis[hook('front-door')]

/** `(error, socket)`: answers what is not a request. */
export const refuseMalformed = () => globalThis[hook('refuse-malformed')]

/** From now on /api/ready answers 503. */
export const beginDrain = () => globalThis[hook('begin-drain')]?.()

/** Writes down what is only in memory, ends jobs, closes connections. */
export const finishDrain = () => globalThis[hook('drain')]?.()

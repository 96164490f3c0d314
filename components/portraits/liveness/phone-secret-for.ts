const keyOf = (token: string) => `portico-liveness-${token}`
const SECRET_BYTES = 32

/** By what a check knows this phone again: made before it is asked for anything, and the same after a reload. */
export function phoneSecretFor(token: string): string {
  try {
    const kept = sessionStorage.getItem(keyOf(token)) ?? newSecret()
    sessionStorage.setItem(keyOf(token), kept)
    return kept
  } catch {
    // A browser that keeps nothing goes on all the same; only a reload loses the check.
    return newSecret()
  }
}

/** `crypto.randomUUID` is not there on an address without TLS, where somebody may try the sandbox. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return `phone_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

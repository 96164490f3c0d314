const keyOf = (token: string) => `portico-liveness-${token}`

/** What this phone got when it opened the check; it survives a reload. */
export function readPhoneSecret(token: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(token))
  } catch {
    return null
  }
}

export function keepPhoneSecret(token: string, secret: string): void {
  try {
    sessionStorage.setItem(keyOf(token), secret)
  } catch {
    // A browser that keeps nothing goes on all the same; only a reload loses the check.
  }
}

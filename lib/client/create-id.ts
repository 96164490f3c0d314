/** Random and short. `crypto.randomUUID` is missing where the console is served over plain http from another host. */
export function createId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

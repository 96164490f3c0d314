/**
 * One instance per process, whatever number of times a bundler instantiates the module that asks:
 * pools, caches and queues must be the same object behind both doors.
 */
export function remember<T>(name: string, make: () => T): T {
  const slots = globalThis as unknown as Record<symbol, T | undefined>
  const slot = Symbol.for(`portico.${name}`)
  const existing = slots[slot]
  if (existing !== undefined) return existing
  const made = make()
  slots[slot] = made
  return made
}

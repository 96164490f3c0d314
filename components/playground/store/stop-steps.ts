import type { PlaygroundStore } from './playground-store'

/** Stops the given answers; what has arrived of them stays. */
export function stopSteps(store: PlaygroundStore, stepIds: readonly string[]): void {
  for (const stepId of stepIds) store.runs.get(stepId)?.abort()
}

// Runs before every test file, and once more behind it. Files share a few processes, for to start one takes longer than most
// files; what a file did to its process is undone, so that the next one finds it as if it were new.
import { afterAll, vi } from 'vitest'

const settings = { ...process.env }
const repeat = globalThis.setInterval
const repeated = []

/** What modules do again and again for as long as their process lives. */
globalThis.setInterval = (...parameters) => {
  const timer = repeat(...parameters)
  repeated.push(timer)
  return timer
}

/** What lib/platform/remember.ts keeps for the whole process. */
const isRemembered = (slot) => slot.description?.startsWith('portico.')

function forget() {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  globalThis.setInterval = repeat
  for (const timer of repeated) clearInterval(timer)
  for (const name of Object.keys(process.env)) if (!(name in settings)) delete process.env[name]
  Object.assign(process.env, settings)
  for (const slot of Object.getOwnPropertySymbols(globalThis).filter(isRemembered)) delete globalThis[slot]
  vi.resetModules()
}

afterAll(forget)

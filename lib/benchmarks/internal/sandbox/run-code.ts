import { z } from 'zod'
import { parseJson } from '@/lib/platform/parse-json'
import { inTurn } from './in-turn'
import { runGuest } from './run-guest'

export type CodeRun = {
  code: string
  /** The function to call; it is a name of ours, the code has to define it. */
  name: string
  /** The arguments of each call. */
  calls: readonly (readonly unknown[])[]
}
export type CodeOutcome = { ok: true; results: unknown[] } | { ok: false; reason: string }

/** Of defining the code, and of all calls together. */
const TIMEOUT_MILLIS = 3000
const MOST_CHARACTERS = 50_000
/** The one way in which a script gets hold of an object from outside of its realm. */
const dynamicImport = /\bimport\s*(?:\/\*[\s\S]*?\*\/\s*|\/\/[^\n]*\n\s*)*[(.]/

const Line = z.union([z.object({ results: z.array(z.unknown()) }), z.object({ fault: z.string() })])

/**
 * Runs code that nobody has read, in a process of its own that may read no file, start no process and open no connection,
 * for a few seconds and in little memory (docs/decisions/benchmarks.md says what this does not protect from).
 * Results are what JSON can say.
 */
export async function runCode(run: CodeRun): Promise<CodeOutcome> {
  if (run.code.length > MOST_CHARACTERS) return { ok: false, reason: 'The code is far too long.' }
  if (dynamicImport.test(run.code)) return { ok: false, reason: 'The code imports modules.' }
  const guest = await inTurn(() => runGuest(JSON.stringify({ ...run, timeoutMillis: TIMEOUT_MILLIS })))
  if (!guest.ok) return guest
  const line = Line.safeParse(parseJson(guest.output))
  if (!line.success) return { ok: false, reason: 'The code ended its process.' }
  if ('fault' in line.data) return { ok: false, reason: `The code failed: ${line.data.fault}` }
  if (line.data.results.length !== run.calls.length)
    return { ok: false, reason: 'The code lost its results.' }
  return { ok: true, results: line.data.results }
}

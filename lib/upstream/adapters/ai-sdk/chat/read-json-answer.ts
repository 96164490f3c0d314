const FENCE = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/i

/** The JSON object in an answer that was to be one, without a fence around it; null where it is none. */
export function readJsonAnswer(text: string): string | null {
  const bare = FENCE.exec(text)?.[1] ?? text
  try {
    const value: unknown = JSON.parse(bare)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? bare : null
  } catch {
    return null
  }
}

/** Whether an answer is JSON and nothing else (JSON mode). One that is still being written is judged by its beginning. */
export function looksLikeJson(content: string, writing: boolean): boolean {
  const text = content.trim()
  if (writing) return /^(\{\s*("|$)|\[\s*[{"\d]?\s*$|\[\s*\{)/.test(text)
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

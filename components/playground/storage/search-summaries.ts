import type { Summary } from './conversation-archive'

/** Every word must occur in the title, a model's id or the text; hits in the title come first. */
export function searchSummaries(summaries: Summary[], query: string): Summary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const newestFirst = [...summaries].sort((one, other) => other.updatedAt - one.updatedAt)
  if (words.length === 0) return newestFirst
  const found = newestFirst.filter((summary) => {
    const text = `${summary.title.toLowerCase()} ${summary.modelIds.join(' ').toLowerCase()} ${summary.searchText}`
    return words.every((word) => text.includes(word))
  })
  const inTitle = (summary: Summary) => words.every((word) => summary.title.toLowerCase().includes(word))
  return [...found.filter(inTitle), ...found.filter((summary) => !inTitle(summary))]
}

const names: Readonly<Record<string, string>> = {
  chat: 'Most used for chat',
  image: 'Most used for images',
  video: 'Most used for videos',
  embedding: 'Most used for embeddings',
  throughput: 'Most tokens a second',
  latency: 'Fastest first token',
}

/** What a category is about; a benchmark’s says so itself. */
export function nameCategory(category: string): string {
  return names[category] ?? category
}

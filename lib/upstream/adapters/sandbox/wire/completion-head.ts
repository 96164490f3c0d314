/** What every object of one completion has in common. */
export type CompletionHead = { id: string; created: number; model: string; hasSearched: boolean }

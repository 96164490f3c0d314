/** What every object of one completion has in common. */
export type CompletionHead = {
  id: string
  created: number
  model: string
  hasSearched: boolean
  /** How many of the likeliest tokens are named at each place; undefined where no logprobs are wanted. */
  topLogprobs: number | undefined
}

/** A chat model as the playground shows it. */
export type ChatModel = {
  id: string
  name: string
  contextLength: number | null
  /** USD per token, as the catalog states it. */
  promptPrice: string | null
  completionPrice: string | null
  supportedParameters: readonly string[]
  /** False only where the catalog says so: pictures would be sent for nothing. */
  readsImages: boolean
}

/** Where a message stands: which conversation, which model's column, which turn. */
export type Place = { conversationId: string; columnId: string; turnId: string }

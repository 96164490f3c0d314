/** The id of an answer as this dialect writes ids. */
export function toMessageId(chatId: string): string {
  return `msg_${chatId.slice(chatId.indexOf('_') + 1)}`
}

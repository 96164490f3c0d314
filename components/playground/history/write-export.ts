import { buildRequest } from '../request/build-request'
import { composeMessages } from '../state/compose-messages'
import type { Conversation } from '../state/conversation'

/** A conversation for other programs: for each model the request that would continue it, and the whole record. */
export function writeExport(conversation: Conversation, exportedAt: Date): string {
  const requests = conversation.columns.map((column) =>
    buildRequest({
      modelId: column.modelId,
      supported: [],
      settings: conversation.settings,
      messages: composeMessages(conversation, { columnId: column.id }),
    }),
  )
  const record = {
    format: 'portico.playground',
    exported_at: exportedAt.toISOString(),
    requests,
    conversation,
  }
  return `${JSON.stringify(record, null, 2)}\n`
}

export function exportFileName(title: string): string {
  const name = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '') // accents, which stand apart now
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48)
  return `${name || 'conversation'}.json`
}

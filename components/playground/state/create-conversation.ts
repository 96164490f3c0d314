import { createId } from '@/lib/client/create-id'
import type { Conversation } from './conversation'
import { defaultSettings, type Settings } from './settings'
import { nothingSpent } from './sum-usage'

type Start = { modelIds: string[]; settings?: Settings; now: number }

/** A conversation without a turn. It is not kept until its first prompt is sent. */
export function createConversation({ modelIds, settings = defaultSettings, now }: Start): Conversation {
  return {
    version: 1,
    id: createId('conv'),
    title: 'New conversation',
    titled: false,
    createdAt: now,
    updatedAt: now,
    columns: (modelIds.length > 0 ? modelIds : ['']).map((modelId) => ({ id: createId('col'), modelId })),
    settings,
    turns: [],
    spent: nothingSpent,
  }
}

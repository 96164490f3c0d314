import type { Conversation } from '../conversation/conversation'

/** Answers the requests that it knows; undefined for all others. */
export type Skill = (conversation: Conversation) => string | undefined

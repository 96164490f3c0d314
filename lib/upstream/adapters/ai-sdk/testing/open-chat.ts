import { beforeEach } from 'vitest'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { openUpstream } from '@/lib/upstream/testing/open-upstream'
import { vendorChatAt } from './chat-at'

/** A vendor's chat for a test file, and the upstream that stands for the vendor: it answers so until a test says otherwise. */
export async function openChat(sdk: 'anthropic' | 'google', answer: object) {
  const upstream = await openUpstream()
  beforeEach(() => upstream.answer(answerWith.json(200, answer)))
  return { upstream, chat: vendorChatAt(upstream, sdk) }
}

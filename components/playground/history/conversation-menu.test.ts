import { describe, expect, it } from 'vitest'
import { Conversation } from '../conversation/conversation'
import { makeConversation, makeStep, makeTurn } from '../conversation/testing'
import { exportFileName, writeExport } from './conversation-menu'

describe('writeExport', () => {
  it('holds the requests in the API’s own form and the whole record', () => {
    const turns = [makeTurn('1', 'Hi', { a: [makeStep({ content: 'Hello' })] })]
    const conversation = makeConversation({ turns })
    const exported = JSON.parse(writeExport(conversation, new Date(0)))
    expect(exported.exported_at).toBe('1970-01-01T00:00:00.000Z')
    expect(exported.requests).toEqual([
      {
        model: 'sandbox/chat',
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
        ],
      },
    ])
    expect(Conversation.parse(exported.conversation)).toEqual(conversation)
  })
})

describe('exportFileName', () => {
  it.each([
    ['What is 2 + 2?', 'what-is-2-2.json'],
    ['Żółw / ../x', 'zo-w-x.json'],
    ['🐢', 'conversation.json'],
  ])('%s → %s', (title, name) => expect(exportFileName(title)).toBe(name))
})

import { answerWith } from './answer-with'
import { startFaultUpstream } from './fault-upstream'

const answer = {
  id: 'up-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4.1-mini',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
}
const models = { object: 'list', data: [{ id: 'gpt-4.1-mini' }, { id: 'gpt-4.1' }] }

/** For tests: an upstream that answers by the key that it is sent, and refuses unknown keys. */
export async function startKeyedUpstream() {
  const upstream = await startFaultUpstream()
  return {
    ...upstream,
    accept(byKey: Record<string, 'ok' | 'limited'>): void {
      upstream.answer((res, req) => {
        const state = byKey[req.headers.authorization?.replace('Bearer ', '') ?? '']
        if (state === undefined)
          return answerWith.json(401, { error: { message: 'Incorrect API key' } })(res, req)
        if (state === 'limited')
          return answerWith.json(429, { error: { message: 'later' } }, { 'retry-after': '60' })(res, req)
        return answerWith.json(200, req.url?.endsWith('/models') ? models : answer)(res, req)
      })
    },
    /** The last four characters of the key of each request. */
    keysAsked: () => upstream.requests.map(({ headers }) => headers.authorization?.slice(-4)),
  }
}

import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { env } from '@/lib/platform/env'
import { signText } from '../signing-secrets'
import { openReceiver, type Receiver } from '../testing/receiver'
import { postAttempt, readRetryAfter } from './post-attempt'

describe('post attempt', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const secrets = { current: secret, former: [] }
  const signal = new AbortController().signal
  let receiver: Receiver

  beforeAll(() => {
    env().OUTBOUND_ALLOW = '127.0.0.1'
  })
  beforeEach(async () => {
    receiver = await openReceiver()
  })
  afterEach(() => receiver.close())

  const post = (timeoutMillis: number) =>
    postAttempt({ id: 'msg_1', url: receiver.url, body: '{}' }, secrets, signal, timeoutMillis)

  describe('a receiver that', () => {
    test('hangs is waited for no longer than the limit', async () => {
      receiver.respond = () => undefined
      expect(await post(100)).toMatchObject({
        statusCode: null,
        error: 'The answer took too long.',
        responseHead: null,
      })
    })

    test('answers, but never ends its answer, has answered', async () => {
      receiver.respond = (response) => void response.writeHead(200).write('slow')
      expect(await post(500)).toMatchObject({ statusCode: 200, error: null, responseHead: 'slow' })
    })

    test('sends endless headers is cut short', async () => {
      const headers = Array.from({ length: 100 }, (_, at) => [`x-${at}`, 'y'.repeat(100)])
      receiver.respond = (response) => void response.writeHead(200, Object.fromEntries(headers)).end()
      const { responseHeaders } = await post(20_000)
      expect(Object.keys(responseHeaders ?? {})).toHaveLength(40)
    })
  })

  test('a signature is the one that the standard’s own library makes', () => {
    const at = new Date(1_614_265_330_000)
    const expected = new Webhook(secret).sign('msg_1', at, '{"test": 2432232314}')
    expect(signText(secret, 'msg_1.1614265330.{"test": 2432232314}')).toBe(expected)
  })
})

describe('read retry after', () => {
  const now = new Date('2026-11-21T08:00:00.500Z')

  test.each([
    ['120', 120],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 08:01:00 GMT', 60],
    ['Fri, 20 Nov 2026 08:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026-11-21', null],
    ['', null],
    [undefined, null],
  ])('%j is %s seconds', (header, seconds) => expect(readRetryAfter(header, now)).toBe(seconds))
})

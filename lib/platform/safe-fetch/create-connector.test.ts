import { expect, test } from 'vitest'
import { createConnector } from './create-connector'
import { parseAllowList } from './parse-allow-list'

test.each(['10.0.0.1', '[::1]'])('opens no connection to %s, whoever asks for it', async (hostname) => {
  const connect = createConnector(parseAllowList(''), () => Promise.reject(new Error('nobody should ask')))
  const fault = await new Promise((resolve) => {
    connect({ hostname, protocol: 'https:', port: '9' }, (...[error]) => resolve(error))
  })
  expect(fault).toMatchObject({ fault: 'refused' })
})

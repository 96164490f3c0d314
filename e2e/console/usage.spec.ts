import { expect, test } from '@playwright/test'
import { readDemo } from '../demo'
import { enterDemo } from './people'

test('a request appears with its bill, and the balance pays for it', async ({ page, request }) => {
  const answer = await request.post('/v1/chat/completions', {
    headers: { authorization: `Bearer ${readDemo().api_key}` },
    data: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello' }] },
  })
  expect(answer.status()).toBe(200)

  await enterDemo(page, '/console/usage')
  await expect(page.getByTestId('balance')).toHaveText(/^\$\d/)
  const newest = page.getByRole('row').nth(1)
  await newest.getByRole('button', { name: 'Sandbox Chat' }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByRole('table', { name: 'Bill' })).toContainText('Prompt tokens')
  await expect(details).toContainText('per million')
})

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { verifyPresentPassword } from './password'
import { newAccountOwner } from './testing/new-account-owner'

const address = '198.19.0.1'

it('says that a password is wrong', async () => {
  const { email } = await newAccountOwner()
  const wrong = { code: 'invalid_parameter', param: 'current_password' }
  await expect(verifyPresentPassword(email, 'a guess', address)).rejects.toMatchObject(wrong)
})

it('does not say so of a person whom another request deleted just before', async () => {
  const gone = verifyPresentPassword(`${randomUUID()}@example.com`, 'long enough', address)
  await expect(gone).rejects.toMatchObject({ code: 'not_found' })
})

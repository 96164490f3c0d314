import { expect, it } from 'vitest'
import { keepContents, readContents, recordContents } from '@/lib/account/api-keys/contents'
import { createKey, findKeyCaller } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { addKey, readNewKey, setHeaders, storeOwnKey } from '@/lib/catalog/credentials/keys'
import { opened, openOwnKeys, openSecrets } from '@/lib/catalog/credentials/open-secrets'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { loadSettings } from '@/lib/operator/settings/keep-settings'
import { changeSettings } from '@/lib/operator/settings/settings'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import {
  answerPurpose,
  claimRecord,
  completeRecord,
  findRecord,
  nameOfRecord,
} from '@/lib/platform/idempotency-records'
import { newId } from '@/lib/platform/ids'
import { seal, unseal } from '@/lib/platform/secrets'
import { inTransaction } from '@/lib/platform/transaction'
import { openSecrets as openWebhookSecrets } from '@/lib/work/deliveries/signing-secrets'
import { resealAll } from './reseal'

/** A start with these keys. */
function startWith(ENCRYPTION_KEY: string | undefined, ENCRYPTION_KEY_PREVIOUS: string | undefined): void {
  Object.assign(env(), { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS })
}

const [old, young] = ['old', 'young'].map((name) => `${name} encryption key`.padEnd(40, '.'))

/** A request whose words are kept, and what is read of it. */
async function keptContents(owner: Awaited<ReturnType<typeof newAccountOwner>>) {
  const { id } = await createKey(owner, { name: 'watched' })
  await keepContents(owner, id, { days: 1 })
  const caller = await findKeyCaller(owner.customerId, id)
  if (caller === undefined) throw new Error('the key opens nothing')
  const request = newId('req')
  const text = { path: '/v1/chat/completions', status: 200, request: 'words', answer: 'more', is_whole: true }
  recordContents(caller, { id: request, taskId: null, text })
  return async () => (await readContents(owner, request)).contents?.request
}

/** What every sealed column holds, some of it not sealed at all. */
async function fill() {
  await applySeed()
  const owner = await newAccountOwner()
  const { customerId } = owner
  await inTransaction(async (transaction) => {
    for (let count = 0; count < 25; count++)
      await addKey(count < 20 ? 'openai' : 'mistral', readNewKey(null, `sk-key-number-${count}`), transaction)
    await setHeaders('openai', { 'X-Tenant': 'acme' }, transaction)
    await changeSettings({ set: { SMTP_URL: 'smtp://mail.example' }, reset: [] }, null, transaction)
  })
  const own = { provider: 'openai', allow_fallback: false }
  await storeOwnKey(customerId, own, readNewKey(null, 'sk-of-a-customer'))
  const contents = await keptContents(owner)
  const record = { customerId, path: '/api-account/user/api-keys', key: 'one' }
  const plain = { ...record, key: 'two' }
  const purpose = answerPurpose(nameOfRecord(record))
  for (const [one, body] of [
    [record, seal(purpose, 'an answer')],
    [plain, Buffer.from('{}')],
  ] as const) {
    await claimRecord(one, Buffer.from('x'), 'inst_1')
    await completeRecord(one, 'inst_1', { status: 201, headers: {}, body })
  }
  const webhook = (await openWebhookSecrets(customerId)).current
  const read = async () => {
    const { openai, mistral } = Object.fromEntries(await openSecrets())
    await loadSettings()
    const answer = (await findRecord(record))?.body
    opened.clear()
    return {
      own: (await openOwnKeys()).get(customerId)?.map(({ secret }) => secret),
      contents: await contents(),
      keys: [...(openai?.keys ?? []), ...(mistral?.keys ?? [])].map(({ secret }) => secret),
      headers: openai?.headers,
      mail: env().SMTP_URL,
      webhook: (await openWebhookSecrets(customerId)).current,
      answer: answer && unseal(purpose, answer),
    }
  }
  return { read, webhook }
}

it('seals everything again with the new key once, without loss', async () => {
  startWith(old, undefined)
  const { read, webhook } = await fill()
  const whole = await read()
  expect(whole).toMatchObject({
    headers: { 'X-Tenant': 'acme' },
    webhook,
    answer: 'an answer',
    mail: 'smtp://mail.example',
  })
  expect(whole).toMatchObject({ own: ['sk-of-a-customer'], contents: 'words' })
  expect(whole.keys).toHaveLength(25)

  startWith(young, old)
  expect(await read()).toEqual(whole)
  const counted = (await resealAll()).map(({ table, column, resealed, lost }) => [
    `${table}.${column}`,
    resealed,
    lost,
  ])
  expect(counted).toEqual([
    ['provider_keys.sealed', 25, 0],
    ['customer_provider_keys.sealed', 1, 0],
    ['provider_headers.sealed', 1, 0],
    ['callback_settings.sealed_secret', 1, 0],
    ['callback_former_secrets.sealed_secret', 0, 0],
    ['stored_responses.sealed_input', 0, 0],
    ['stored_responses.sealed_output', 0, 0],
    ['shared_conversations.sealed_title', 0, 0],
    ['shared_conversations.sealed_turns', 0, 0],
    ['presets.sealed', 0, 0],
    ['settings.sealed', 1, 0],
    ['portrait_validations.vault_token', 0, 0],
    ['idempotency_records.body', 1, 0],
    ['request_contents.sealed', 1, 0],
    ['second_factors.sealed_secret', 0, 0],
    ['person_hash_keys.sealed', 0, 0],
    ['provider_accounts.sealed_admin_key', 0, 0],
  ])
  expect((await resealAll()).every(({ resealed, lost }) => resealed === 0 && lost === 0)).toBe(true)

  startWith(young, undefined)
  expect(await read()).toEqual(whole)

  startWith(old, undefined)
  expect((await resealAll())[0]).toMatchObject({ resealed: 0, lost: 25 })
  expect((await openSecrets()).get('openai')?.keys).toEqual([])
  await loadSettings()
  expect(env().SMTP_URL).toBeUndefined()
  startWith(undefined, undefined)
})

it('covers every sealed column', async () => {
  const { rows } = await pool.query<{ place: string }>(
    `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name LIKE '%sealed%'
        AND table_name <> 'benchmark_runs' -- it seals nothing any more
      ORDER BY 1`,
  )
  const known = (await resealAll()).map(({ table, column }) => `${table}.${column}`)
  expect(known).toEqual(expect.arrayContaining(rows.map(({ place }) => place)))
})

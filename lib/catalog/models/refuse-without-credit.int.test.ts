import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { grantCredit } from '@/lib/money/ledger/balance'
import type { Caller } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { snapshotOfFiles } from './check-upstreams'
import { refuseWithoutCredit } from './refuse-without-credit'

/** The catalog with one more model, at this price. */
function catalogWith(prompt: string) {
  const file = join(env().DATA_DIR, `priced-${prompt}.json`)
  const model = {
    id: 'acme/one',
    name: 'One',
    modality: 'chat',
    upstream_id: 'one',
    pricing: { prompt, completion: prompt },
  }
  const provider = {
    id: 'acme',
    name: 'Acme',
    adapter: 'openai-compatible',
    base_url: 'http://127.0.0.1:1/v1',
    models: [model],
  }
  writeFileSync(file, JSON.stringify([provider]))
  return snapshotOfFiles(file)
}

let broke: Caller
let rich: Caller
beforeAll(async () => {
  broke = await newAccountOwner()
  rich = await newAccountOwner()
  await grantCredit({ customerId: rich.customerId, amountNanos: 1n, key: `grant:${rich.customerId}` })
})

it('refuses only callers without credit', async () => {
  const catalog = catalogWith('0.000001')
  await expect(refuseWithoutCredit(broke, catalog)).rejects.toMatchObject({ code: 'insufficient_quota' })
  await refuseWithoutCredit(rich, catalog)
})

it('refuses nobody while a model is free', async () => {
  await refuseWithoutCredit(broke, catalogWith('0'))
})

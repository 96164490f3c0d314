import { listEndingModels } from '@/lib/catalog/models/models'
import { listModelUsers } from '@/lib/money/usage/read-traffic'
import { clock } from '@/lib/platform/clock'
import { inTransaction } from '@/lib/platform/transaction'
import { listAlertedSubjects } from './repository'
import { createAlert } from './send-alert'
import { readPreferences } from './watch-spending'

const EVENT = 'model.ending'
const USED_MILLIS = 30 * 24 * 3600 * 1000
const PAGE = 1000

/** Alerts customers who lately used a model that is about to end, once per model. May run twice. */
export async function watchEndingModels(): Promise<void> {
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  for (const { id, name, endsOn } of listEndingModels()) {
    if (endsOn < today) continue
    const content = { event: EVENT, data: { model_id: id, model_name: name, ends_on: endsOn } } as const
    let last = ''
    for (;;) {
      const page = await listModelUsers(id, new Date(now.getTime() - USED_MILLIS), last, PAGE)
      await alertUsers(page, id, content)
      last = page.at(-1) ?? last
      if (page.length < PAGE) break
    }
  }
}

async function alertUsers(
  customerIds: string[],
  modelId: string,
  content: Parameters<typeof createAlert>[0]['content'],
): Promise<void> {
  const subjectOf = (customerId: string) => `${modelId} ${customerId}`
  const alerted = await listAlertedSubjects([EVENT], customerIds, customerIds.map(subjectOf))
  const preferencesFor = await readPreferences(customerIds)
  for (const customerId of customerIds) {
    const subject = subjectOf(customerId)
    if (alerted.has(subject)) continue
    const alert = { customerId, subject, content, preferences: preferencesFor(customerId) }
    await inTransaction((transaction) => createAlert(alert, transaction))
  }
}
